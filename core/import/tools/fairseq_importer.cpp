#include "core/import/tools/fairseq_importer.h"

#include "core/bytes/blanks.h"
#include "core/bytes/valid_utf8.h"
#include "core/import/tables/date_time.h"
#include "core/import/tables/stamp_field.h"
#include "core/record/error.h"
#include "core/record/message.h"
#include "core/record/text_number.h"

#include <algorithm>

namespace lensboard::imports {

using record::message;
using record::RunEvent;

namespace {

constexpr std::string_view kUpdates = "num_updates";

/// Returns the JSON object at the end of a line, or an empty view.
std::string_view objectIn(std::string_view line)
{
    const std::size_t begin = line.find("{\"epoch\":");
    const bool isBehindLogger = begin != line.npos && begin > 1 && (line.substr(0, begin).ends_with("| ") || line.substr(0, begin).ends_with("- "));
    return begin == 0 || isBehindLogger ? line.substr(begin) : std::string_view();
}

/// Parses the time of "2020-04-22 07:41:45 | INFO | ..." or "[2020-04-22 07:41:45,123][train][INFO] - ..."; 0 if there is none.
double wallSecondsIn(std::string_view line)
{
    const bool isInBrackets = line.starts_with('[');
    line.remove_prefix(isInBrackets ? 1 : 0);
    return secondsOfDate(line.substr(0, std::min(line.find(isInBrackets ? "]" : " |"), line.size()))).value_or(0);
}

/// Parses "3.180", "1.97e+06", "100%".
std::optional<double> numberIn(std::string_view text)
{
    if (text.ends_with('%'))
        text.remove_suffix(1);
    return record::numberFromText(text);
}

bool isUpdates(std::string_view name)
{
    return name == kUpdates || (name.ends_with(kUpdates) && name[name.size() - kUpdates.size() - 1] == '_');
}

} // namespace

bool FairseqImporter::recognises(std::string_view firstBytes)
{
    while (!firstBytes.empty()) {
        const std::string_view line = firstBytes.substr(0, firstBytes.find('\n'));
        if (line.find("| INFO | fairseq") != line.npos || line.find("][fairseq") != line.npos)
            return true;
        if (const auto object = objectIn(line); !object.empty())
            return object.size() < line.size() || object.find("num_updates\":") != object.npos || object.find("wps\":") != object.npos;
        firstBytes.remove_prefix(std::min(line.size() + 1, firstBytes.size()));
    }
    return false;
}

void FairseqImporter::readPending(ReadProgress &progress)
{
    m_lines.read(m_file, progress.stop, [this](std::string_view line) { readLine(line); });
    if (const record::Message problem = m_lines.takeProblem(); !problem.empty())
        m_out.report(RunEvent::Kind::Warning, m_step, "long line", problem);
}

record::Message FairseqImporter::readEnd()
{
    return m_lines.endsWithin(m_file) ? message("ends within line %1", m_lines.line() + 1) : record::Message();
}

void FairseqImporter::readLine(std::string_view line)
{
    if (line.starts_with(bytes::kByteOrderMark))
        line.remove_prefix(bytes::kByteOrderMark.size());
    const std::string_view object = objectIn(line);
    if (object.empty())
        return;
    try {
        readObject(flatJson(object), wallSecondsIn(line));
    } catch (const FlatJsonError &error) {
        m_out.report(RunEvent::Kind::Warning, m_step, "line", message("line %1 %2", m_lines.line(), record::messageOf(error)));
    }
}

void FairseqImporter::readObject(const FlatJson &object, double wallSeconds)
{
    std::vector<std::pair<std::string, double>> values = object.numbers;
    for (const auto &[name, text] : object.texts)
        if (const auto number = numberIn(text))
            values.emplace_back(name, *number);
        else
            m_out.report(RunEvent::Kind::Notice, m_step, "text " + name,
                         message("line %1: \"%2\" is no number, and skipped: \"%3\"", m_lines.line(), bytes::clipped(name),
                                 bytes::clipped(text)));
    for (const auto &[name, value] : values)
        if (isUpdates(name))
            m_step = wholeNumber(value).value_or(m_step);
    record::TickStamp stamp = stampAt(StampField::Step, m_step);
    stamp.wallSeconds = wallSeconds;
    for (const auto &[name, value] : values)
        if (name == "epoch")
            setStamp(stamp, StampField::Epoch, value);
        else if (!isUpdates(name))
            m_values.add(stamp, name, value);
}

} // namespace lensboard::imports
