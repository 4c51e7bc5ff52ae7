#include "core/import/logs/text_log_reader.h"

#include "core/bytes/blanks.h"
#include "core/bytes/valid_utf8.h"
#include "core/import/tables/revised_importer.h"
#include "core/record/message.h"

#include <algorithm>
#include <utility>

namespace lensboard::imports {

namespace {

constexpr std::size_t kMaxLogLineBytes = std::size_t{16} << 20; ///< a progress bar may write a whole epoch into one line
constexpr std::size_t kMaxShownBytes = 100'000;
constexpr std::size_t kMaxWaitingLines = 1000;
constexpr std::size_t kMaxLeftShapes = 20'000;

} // namespace

void TextLogReader::readPending(ReadProgress &progress)
{
    while (!progress.stop.stop_requested()) {
        const std::string_view pending = m_file.pending();
        const std::size_t end = pending.find('\n');
        if (end == pending.npos && pending.size() <= kMaxLogLineBytes)
            return;
        if (end != pending.npos) {
            ++m_number;
            readLine(pending.substr(0, end));
        } else {
            m_rows.warn("long line", record::message("line %1 is longer than %2 bytes: its beginning is left out", m_number + 1, kMaxLogLineBytes));
        }
        m_file.take(end == pending.npos ? pending.size() : end + 1);
    }
}

record::Message TextLogReader::readEnd()
{
    if (!m_waiting.empty())
        settle();
    if (std::exchange(m_hasNews, false) && isRevised())
        throw RolesRevised();
    m_rows.finish("text log");
    const bool isWhole = m_file.pending().find_first_not_of(bytes::kBlanks) == std::string_view::npos;
    return isWhole ? record::Message() : record::message("ends within line %1", m_number + 1);
}

/// Returns true if lines that were left out are measurements by now, or another number is the step.
bool TextLogReader::isRevised() const
{
    const auto isMeasurement = [this](const auto &left) { return m_evidence.isMeasurement(left.second, *m_steps); };
    return m_evidence.steps() != *m_steps || std::ranges::any_of(m_left, isMeasurement);
}

void TextLogReader::readLine(std::string_view text)
{
    if (m_number == 1 && text.starts_with(bytes::kByteOrderMark))
        text.remove_prefix(bytes::kByteOrderMark.size());
    const std::string shown = shownText(text);
    if (shown.find_first_not_of(bytes::kBlanks) == shown.npos)
        return;
    if (shown.size() > kMaxShownBytes)
        return m_rows.leaveOut(m_number, shown);
    Waiting waiting{m_number, logLine(shown), bytes::clipped(shown)};
    m_evidence.learn(waiting.line, m_number);
    m_hasNews = true;
    if (m_steps)
        return take(waiting);
    m_waiting.push_back(std::move(waiting));
    if (m_waiting.size() == kMaxWaitingLines)
        settle();
}

void TextLogReader::settle()
{
    m_steps = m_evidence.steps();
    for (const Waiting &waiting : std::exchange(m_waiting, {}))
        take(waiting);
}

void TextLogReader::take(const Waiting &waiting)
{
    const LogLine &line = waiting.line;
    for (const LoggedNumber &number : line.numbers)
        if (number.key == LogLine::kEpoch)
            m_epoch = number.value;
    if (m_evidence.isMeasurement(line, *m_steps)) {
        if (!line.phase.empty() || stepOf(line, *m_steps))
            m_phase = line.phase;
        FlatJson measured = object(line);
        return m_rows.take(measured, waiting.number);
    }
    if (isHeading(line, *m_steps))
        return;
    if (!line.numbers.empty() && m_left.size() < kMaxLeftShapes)
        m_left.try_emplace(line.shape, line);
    m_rows.leaveOut(waiting.number, waiting.text);
}

FlatJson TextLogReader::object(const LogLine &line) const
{
    FlatJson object;
    const auto step = stepOf(line, *m_steps);
    bool hasEpoch = false;
    for (std::size_t i = 0; i < line.numbers.size(); ++i) {
        const auto &[key, value, isWhole, isBound] = line.numbers[i];
        const bool isRenamed = i == step && (m_steps->areOne || m_steps->names.contains(key));
        hasEpoch = hasEpoch || key == LogLine::kEpoch;
        object.numbers.emplace_back(isRenamed ? "step" : key, value);
    }
    if (m_epoch && !hasEpoch)
        object.numbers.emplace_back(LogLine::kEpoch, *m_epoch);
    if (line.wallSeconds)
        object.numbers.emplace_back("timestamp", *line.wallSeconds);
    if (!m_phase.empty())
        object.texts.emplace_back("phase", m_phase);
    return object;
}

} // namespace lensboard::imports
