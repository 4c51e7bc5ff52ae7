#include "core/import/growing_file.h"

#include "core/bytes/descriptor.h"
#include "core/bytes/gzip_stream.h"
#include "core/import/importer.h"
#include "core/import/text_decoder.h"
#include "core/record/message.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include <sys/stat.h>
#include <unistd.h>

namespace lensboard::imports {

namespace {

constexpr std::size_t kBlockSize = std::size_t{4} << 20;

} // namespace

GrowingFile::GrowingFile(std::filesystem::path path, Content content)
    : m_path(std::move(path))
{
    if (content != Content::Bytes)
        m_decoder = std::make_unique<TextDecoder>(content == Content::Text ? TextDecoder::Returns::EndLines : TextDecoder::Returns::Kept);
}

GrowingFile::~GrowingFile() = default;

bool GrowingFile::readMore()
{
    const bytes::Descriptor file(m_path); // opened again in each call, because the name may belong to another file now
    struct stat state{};
    if (file.number() < 0 || ::fstat(file.number(), &state) != 0)
        throw ImportError(m_path, errno == ENOENT ? record::message("no such file") : record::message("cannot be read: %1", record::systemError(errno)));
    if (!S_ISREG(state.st_mode))
        throw ImportError(m_path, record::message("is not a file"));
    const auto size = static_cast<std::uint64_t>(state.st_size);
    if (m_inode && (state.st_ino != m_inode || state.st_dev != m_device || size < m_fileRead))
        throw SourceReplaced(m_path, record::message("was replaced; reloading"));
    m_inode = state.st_ino;
    m_device = state.st_dev;
    m_fileSize = size;
    m_buffer.erase(0, m_taken);
    m_taken = 0;
    if (m_isSkipped)
        m_fileRead = m_fileSize;
    while (!unpackMore()) {
        const std::string block = readBlock(file.number());
        if (block.empty()) {
            m_buffer.shrink_to_fit(); // a folder may have a thousand files
            return false;
        }
        if (m_gzip)
            m_gzip->feed(block);
        else
            return append(block);
    }
    return true;
}

/// Returns fewer than \p size bytes at the end of the file.
std::string GrowingFile::readAt(int file, std::uint64_t position, std::uint64_t size) const
{
    std::string read(size, '\0');
    const ssize_t count = read.empty() ? 0 : ::pread(file, read.data(), read.size(), static_cast<off_t>(position));
    if (count < 0)
        throw ImportError(m_path, record::message("cannot be read: %1", record::systemError(errno)));
    read.resize(static_cast<std::size_t>(count));
    return read;
}

/// Returns the next raw block of the file; empty if there is none yet.
std::string GrowingFile::readBlock(int file)
{
    std::string block = readAt(file, m_fileRead, std::min<std::uint64_t>(m_fileSize - m_fileRead, kBlockSize));
    requireUnchanged(file); // after reading, so the block follows the bytes before it
    if (m_fileRead == 0 && bytes::GzipStream::mayBecomeGzip(block))
        return {};
    if (m_fileRead == 0 && bytes::GzipStream::isGzip(block))
        m_gzip = std::make_unique<bytes::GzipStream>();
    remember(block);
    return block;
}

void GrowingFile::requireUnchanged(int file) const
{
    if (readAt(file, 0, m_head.size()) != m_head || readAt(file, m_fileRead - m_tail.size(), m_tail.size()) != m_tail)
        throw SourceReplaced(m_path, record::message("was rewritten; reloading"));
}

void GrowingFile::remember(std::string_view block)
{
    if (m_head.size() == m_fileRead) // true if nothing was skipped
        m_head += block.substr(0, kFingerprintBytes - m_head.size());
    m_fileRead += block.size();
    m_tail += block.substr(block.size() - std::min(block.size(), kFingerprintBytes));
    m_tail.erase(0, m_tail.size() - std::min(m_tail.size(), kFingerprintBytes));
}

bool GrowingFile::unpackMore()
{
    std::string unpacked;
    return m_gzip && !m_isSkipped && m_gzip->unpack(unpacked, kBlockSize) && append(unpacked);
}

bool GrowingFile::append(std::string_view bytes)
{
    if (m_decoder)
        m_decoder->append(bytes, m_buffer);
    else
        m_buffer += bytes;
    return true;
}

void GrowingFile::take(std::size_t count)
{
    m_taken += count;
    m_position += count;
}

void GrowingFile::skip()
{
    take(size() - m_position);
    m_taken = m_buffer.size();
    m_fileRead = m_fileSize;
    m_tail.clear();
    m_isSkipped = m_gzip != nullptr;
}

std::uint64_t GrowingFile::size() const
{
    const bool isAsOnDisk = !m_gzip && !(m_decoder && m_decoder->isRecoded());
    return isAsOnDisk ? m_fileSize : m_position + pending().size();
}

record::Message GrowingFile::damage() const
{
    return m_gzip ? m_gzip->damage() : record::Message();
}

std::uint64_t GrowingFile::lost() const
{
    return m_gzip ? m_gzip->lost() + m_fileSize - m_fileRead : 0;
}

bool GrowingFile::isCut() const
{
    return m_gzip && m_gzip->isCut();
}

} // namespace lensboard::imports
