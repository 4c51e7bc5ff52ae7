#include "core/import/tools/wandb/wandb_log.h"

#include "core/import/growing_file.h"
#include "core/import/importer.h"
#include "core/record/message.h"

#include <algorithm>
#include <utility>

#include <zlib.h>

namespace lensboard::imports {

using record::message;

namespace {

constexpr std::size_t kBlock = 32768, kFragmentHeader = 7;
constexpr std::size_t kLargestRecord = std::size_t{64} << 20;
constexpr std::string_view kFileHeader{":W&B\xe1\xbe\0", 7}; ///< with the version, 0
constexpr std::size_t kVersionAt = 6;
enum Fragment : std::uint8_t { kFull = 1, kFirst = 2, kMiddle = 3, kLast = 4 };

std::uint32_t littleEndian(std::string_view bytes)
{
    std::uint32_t number = 0;
    for (std::size_t i = bytes.size(); i-- > 0;)
        number = number << 8 | static_cast<std::uint8_t>(bytes[i]);
    return number;
}

std::size_t leftInBlock(const GrowingFile &file)
{
    return kBlock - file.position() % kBlock;
}

bool matches(std::uint32_t checksum, std::string_view typeAndData)
{
    return checksum == crc32(0, reinterpret_cast<const Bytef *>(typeAndData.data()), static_cast<uInt>(typeAndData.size()));
}

} // namespace

bool WandbLog::recognises(std::string_view firstBytes)
{
    return firstBytes.starts_with(kFileHeader.substr(0, kVersionAt));
}

bool WandbLog::readHeader(GrowingFile &file)
{
    const std::string_view bytes = file.pending().substr(0, kFileHeader.size());
    if (!kFileHeader.starts_with(bytes))
        throw ImportError(file.path(), recognises(bytes) ? message("has version %1 of W&B's format, not 0", static_cast<int>(bytes[kVersionAt]))
                                                         : message("is no log of W&B: its header is missing"));
    m_hasHeader = bytes.size() == kFileHeader.size();
    if (m_hasHeader)
        file.take(bytes.size());
    return m_hasHeader;
}

std::optional<std::string_view> WandbLog::next(GrowingFile &file)
{
    file.take(std::exchange(m_returned, 0));
    if (!m_hasHeader && !readHeader(file))
        return std::nullopt;
    while (true) {
        const std::string_view bytes = file.pending();
        const std::size_t left = leftInBlock(file);
        if (m_isSkipping || left < kFragmentHeader) {
            if (!skipBlock(file))
                return std::nullopt;
            continue;
        }
        if (bytes.size() < kFragmentHeader)
            return std::nullopt;
        const std::size_t size = kFragmentHeader + littleEndian(bytes.substr(4, 2));
        const auto type = static_cast<std::uint8_t>(bytes[6]);
        if (size > left || type < kFull || type > kLast) {
            giveUpBlock(file, message("the length or kind of a record is wrong"));
            continue;
        }
        if (bytes.size() < size)
            return std::nullopt;
        if (!matches(littleEndian(bytes.substr(0, 4)), bytes.substr(6, size - 6))) {
            giveUpBlock(file, message("a record does not match its checksum"));
            continue;
        }
        if (const auto record = join(type, bytes.substr(kFragmentHeader, size - kFragmentHeader), file.position())) {
            m_returned = size;
            return record;
        }
        file.take(size);
    }
}

/// Skips the rest of a block. Returns false if the file ends before.
bool WandbLog::skipBlock(GrowingFile &file)
{
    const std::size_t left = leftInBlock(file), there = std::min(left, file.pending().size());
    file.take(there);
    if (there < left)
        return false;
    m_isSkipping = false;
    return true;
}

void WandbLog::giveUpBlock(GrowingFile &file, const record::Message &cause)
{
    m_takeDamage(m_begin.value_or(file.position()), file.position() + leftInBlock(file), cause);
    m_begin.reset();
    m_isSkipping = m_isLost = true;
}

/// Returns a complete record, or nullopt after a fragment of one. Fragments without a beginning or an end are damage.
std::optional<std::string_view> WandbLog::join(std::uint8_t type, std::string_view data, std::uint64_t position)
{
    const bool begins = type == kFull || type == kFirst;
    if (begins == m_begin.has_value() && !(m_isLost && !begins))
        m_takeDamage(m_begin.value_or(position), position, message("a record is incomplete"));
    m_isLost = !begins && !m_begin;
    if (m_isLost)
        return std::nullopt;
    if (type == kFull) {
        m_begin.reset();
        return data;
    }
    if (type == kFirst) {
        m_begin = position;
        m_joined.clear();
    }
    m_joined += data;
    if (m_joined.size() > kLargestRecord) {
        m_takeDamage(*m_begin, position, message("a record is longer than %1 bytes", kLargestRecord));
        m_begin.reset();
        m_isLost = true;
        return std::nullopt;
    }
    if (type != kLast)
        return std::nullopt;
    m_begin.reset();
    return m_joined;
}

std::optional<std::uint64_t> WandbLog::unfinished(const GrowingFile &file) const
{
    if (m_begin)
        return m_begin;
    return file.pending().size() > m_returned ? std::optional(file.position()) : std::nullopt;
}

} // namespace lensboard::imports
