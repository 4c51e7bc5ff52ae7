#pragma once

#include "core/record/message.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace lensboard::imports {

class GrowingFile;

/// Splits a .wandb file into records. It is a log of LevelDB: blocks of 32 KiB with fragments of records, each with a CRC-32.
///
/// After damage, continues with the next block that begins a record.
class WandbLog
{
public:
    /// Receives the positions of the damage and of the next block, and the cause.
    using TakeDamage = std::function<void(std::uint64_t begin, std::uint64_t end, const record::Message &cause)>;

    explicit WandbLog(TakeDamage takeDamage) : m_takeDamage(std::move(takeDamage)) {}

    /// Returns true if a file that begins with \p firstBytes is such a log.
    static bool recognises(std::string_view firstBytes);

    /// Returns the next complete record among the pending bytes of \p file; valid until the next call.
    /// Errors: ImportError if the file has another header.
    std::optional<std::string_view> next(GrowingFile &file);
    /// Returns the position of an incomplete record at the end of \p file, if there is one.
    std::optional<std::uint64_t> unfinished(const GrowingFile &file) const;

private:
    bool readHeader(GrowingFile &file);
    bool skipBlock(GrowingFile &file);
    void giveUpBlock(GrowingFile &file, const record::Message &cause);
    std::optional<std::string_view> join(std::uint8_t type, std::string_view data, std::uint64_t position);

    TakeDamage m_takeDamage;
    std::size_t m_returned = 0; ///< size of the last fragment; it is still pending
    bool m_hasHeader = false;
    bool m_isSkipping = false; ///< the rest of the block is damaged
    bool m_isLost = false;     ///< the beginning of the next fragments is damaged
    std::optional<std::uint64_t> m_begin; ///< position of the first fragment of m_joined
    std::string m_joined;
};

} // namespace lensboard::imports
