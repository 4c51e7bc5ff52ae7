#pragma once

#include "core/import/growing_file.h"

#include <cstdint>
#include <functional>
#include <stop_token>
#include <string>
#include <string_view>

namespace lensboard::imports {

/// Hands out the whole lines of a growing file of text, without their line breaks. A line that is too long to be one is
/// left out.
class LineReader
{
public:
    static constexpr std::size_t kMaxLineBytes = std::size_t{1} << 20;

    using Take = std::function<void(std::string_view line)>;

    /// Takes what is complete of the pending bytes of \p file.
    void read(GrowingFile &file, const std::stop_token &stop, const Take &take);

    std::uint64_t line() const { return m_line; } ///< the number of the one that was handed out, from 1
    /// Returns a message about the lines that were left out since the last call; empty if none were.
    std::string takeProblem();
    /// Whether the file, as far as it is there, ends within a line.
    bool endsWithin(const GrowingFile &file) const { return m_isWithin || !file.pending().empty(); }

private:
    std::uint64_t m_line = 0;
    std::uint64_t m_tooLong = 0; ///< the last line that was left out; 0: none since it was reported
    bool m_isWithin = false; ///< a line that is too long, whose beginning was taken already
};

} // namespace lensboard::imports
