#include "core/bytes/gzip_stream.h"

#include "core/record/message.h"

#include <zlib.h>

#include <algorithm>
#include <new>

namespace lensboard::bytes {

namespace {

constexpr int kGzipOnly = 16 + MAX_WBITS;
constexpr std::size_t kPiece = std::size_t{64} << 10;
constexpr std::string_view kMark = "\x1F\x8B";

} // namespace

struct GzipStream::Inflater
{
    z_stream stream{};

    Inflater()
    {
        if (inflateInit2(&stream, kGzipOnly) != Z_OK)
            throw std::bad_alloc();
    }
    ~Inflater() { inflateEnd(&stream); }
    Inflater(const Inflater &) = delete;
    Inflater &operator=(const Inflater &) = delete;
};

GzipStream::GzipStream() : m_inflater(std::make_unique<Inflater>()) {}

GzipStream::~GzipStream() = default;

bool GzipStream::isGzip(std::string_view beginning)
{
    return beginning.starts_with(kMark);
}

bool GzipStream::mayBecomeGzip(std::string_view beginning)
{
    return beginning.size() < kMark.size() && !beginning.empty() && kMark.starts_with(beginning);
}

void GzipStream::feed(std::string_view bytes)
{
    m_input.erase(0, m_taken);
    m_taken = 0;
    m_fed += bytes.size();
    if (m_damage.empty())
        m_input += bytes;
    else
        m_lost += bytes.size();
}

bool GzipStream::unpack(std::string &out, std::size_t most)
{
    const std::size_t before = out.size();
    while (out.size() - before < most && m_damage.empty() && beginMember()) {
        const std::size_t old = out.size();
        out.resize(old + std::min(kPiece, most - (old - before)));
        z_stream &stream = m_inflater->stream;
        stream.next_in = reinterpret_cast<Bytef *>(m_input.data() + m_taken);
        stream.avail_in = static_cast<uInt>(m_input.size() - m_taken);
        stream.next_out = reinterpret_cast<Bytef *>(out.data() + old);
        stream.avail_out = static_cast<uInt>(out.size() - old);
        const int result = inflate(&stream, Z_NO_FLUSH);
        m_taken = m_input.size() - stream.avail_in;
        out.resize(out.size() - stream.avail_out);
        m_unpacked += out.size() - old;
        m_inMember = result != Z_STREAM_END;
        if (result == Z_BUF_ERROR) // all input is used
            break;
        if (result != Z_OK && result != Z_STREAM_END)
            giveUp(stream.msg ? stream.msg : zError(result));
        else if (m_unpacked > kFree + kMaxTimes * m_fed)
            giveUp(record::message("they unpack to more than %1 times their size", kMaxTimes));
    }
    return out.size() > before;
}

/// Continues with the next member, and skips zeros of padding before it. Returns false if there is none yet.
bool GzipStream::beginMember()
{
    if (m_inMember)
        return true;
    m_taken = std::min(m_input.find_first_not_of('\0', m_taken), m_input.size());
    if (m_input.size() - m_taken < kMark.size())
        return false;
    if (!isGzip(std::string_view(m_input).substr(m_taken)))
        giveUp(record::message("behind their end stands something else"));
    inflateReset(&m_inflater->stream);
    m_inMember = m_damage.empty();
    return m_inMember;
}

bool GzipStream::isCut() const
{
    return m_damage.empty() && (m_inMember || m_taken < m_input.size());
}

void GzipStream::giveUp(const record::Message &damage)
{
    m_damage = damage;
    m_lost = m_input.size() - m_taken;
    m_input.clear();
    m_taken = 0;
}

std::filesystem::path unpackedName(const std::filesystem::path &path)
{
    return path.extension() == ".gz" ? std::filesystem::path(path).replace_extension() : path;
}

std::string unpackedBeginning(std::string_view firstBytes)
{
    if (!GzipStream::isGzip(firstBytes))
        return std::string(firstBytes);
    GzipStream stream;
    stream.feed(firstBytes);
    std::string unpacked;
    stream.unpack(unpacked, firstBytes.size());
    return unpacked;
}

} // namespace lensboard::bytes
