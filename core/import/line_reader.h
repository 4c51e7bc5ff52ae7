#pragma once

#include "core/import/growing_file.h"
#include "core/record/message.h"

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

namespace lensboard::imports {

/// Reads a growing text file line by line, without line breaks. Skips lines over the length limit.
class LineReader
{
public:
    static constexpr std::size_t kMaxLineBytes = std::size_t{1} << 20;

    using Take = std::function<void(std::string_view line)>;

    /// Passes each complete line among the pending bytes of \p file to \p take.
    void read(GrowingFile &file, const std::stop_token &stop, const Take &take);

    std::uint64_t line() const { return m_line; } ///< number of the last line passed to take, counted from 1
    /// Returns a message about lines skipped since the last call, or an empty string.
    record::Message takeProblem();
    /// Returns true if the file's current end is inside a line.
    bool endsWithin(const GrowingFile &file) const { return m_isWithin || !file.pending().empty(); }

private:
    std::uint64_t m_line = 0;
    std::uint64_t m_tooLong = 0; ///< last skipped line; 0: none since the last report
    bool m_isWithin = false; ///< inside an overlong line; its beginning was already discarded
};

} // namespace lensboard::imports
