#include "core/import/line_reader.h"

#include "core/record/message.h"

#include <utility>

namespace lensboard::imports {

void LineReader::read(GrowingFile &file, const std::stop_token &stop, const Take &take)
{
    while (!stop.stop_requested() && !file.pending().empty()) {
        const std::string_view pending = file.pending();
        const std::size_t end = pending.find('\n');
        const bool isWhole = end != pending.npos;
        const bool isTooLong = m_isWithin || (isWhole ? end : pending.size()) > kMaxLineBytes;
        if (!isWhole && !isTooLong)
            return;
        m_line += m_isWithin ? 0 : 1;
        if (isTooLong) {
            m_tooLong = m_line;
        } else {
            std::string_view line = pending.substr(0, end);
            if (line.ends_with('\r'))
                line.remove_suffix(1);
            take(line);
        }
        m_isWithin = !isWhole;
        file.take(isWhole ? end + 1 : pending.size());
    }
}

record::Message LineReader::takeProblem()
{
    const std::uint64_t line = std::exchange(m_tooLong, 0);
    return line == 0 ? record::Message() : record::message("line %1 is longer than %2 bytes: it is left out", line, kMaxLineBytes);
}

} // namespace lensboard::imports
