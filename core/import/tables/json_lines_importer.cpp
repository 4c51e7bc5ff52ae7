#include "core/import/tables/json_lines_importer.h"

#include "core/bytes/blanks.h"
#include "core/bytes/valid_utf8.h"
#include "core/import/tables/date_time.h"
#include "core/record/message.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace lensboard::imports {

using record::RunEvent;

namespace {

constexpr std::size_t kMaxLineBytes = std::size_t{16} << 20;
constexpr std::size_t kMaxTextEvents = 1000;
constexpr std::size_t kMaxTextBytes = 10'000;

} // namespace

bool JsonLinesImporter::recognises(std::string_view firstBytes)
{
    const std::size_t first = firstBytes.find_first_not_of(bytes::kBlanks);
    const std::size_t second = firstBytes.find_first_not_of(bytes::kBlanks, first == firstBytes.npos ? first : first + 1);
    if (second == firstBytes.npos || firstBytes[first] != '{' || (firstBytes[second] != '"' && firstBytes[second] != '}'))
        return false;
    const std::string_view line = firstBytes.substr(first, firstBytes.find('\n', first) - first);
    const bool isWhole = line.size() < firstBytes.size() - first; // a complete line without final '}': a multi-line JSON document
    return !isWhole || line[line.find_last_not_of(bytes::kBlanks)] == '}';
}

std::string JsonLinesImporter::readEnd()
{
    return readTail() ? std::string() : record::message("ends within line %1", m_line);
}

void JsonLinesImporter::readPending(ReadProgress &progress)
{
    if (m_file.position() == 0 && m_file.pending().starts_with(bytes::kByteOrderMark)) {
        m_file.take(bytes::kByteOrderMark.size());
        m_scanned = 0;
    }
    while (!m_isDamaged && !progress.stop.stop_requested()) {
        const std::string_view pending = m_file.pending();
        const std::size_t end = pending.find('\n', m_scanned);
        m_scanned = end == pending.npos ? pending.size() : 0;
        if (std::min(end, pending.size()) > kMaxLineBytes) {
            warn("damage", record::message("line %1 is longer than %2 bytes: it and what follows are lost, %3 bytes by now", m_line, kMaxLineBytes,
                                           m_file.size() - m_file.position()));
            m_isDamaged = true;
        }
        if (end == pending.npos || m_isDamaged)
            break;
        readLine(pending.substr(0, end));
        m_file.take(end + 1);
        ++m_line;
    }
    if (m_isDamaged)
        m_file.take(m_file.pending().size());
}

/// Reads a last object without line break: its closing brace shows that it is complete.
bool JsonLinesImporter::readTail()
{
    const std::string_view tail = m_file.pending();
    const std::size_t last = tail.find_last_not_of(bytes::kBlanks);
    if (last == tail.npos)
        return true;
    if (tail[last] != '}')
        return false;
    try {
        const FlatJson object = flatJson(tail);
        readObject(object);
    } catch (const FlatJsonError &) {
        return false; // more may be appended
    }
    m_file.take(tail.size());
    m_scanned = 0;
    return true;
}

void JsonLinesImporter::readLine(std::string_view line)
{
    if (line.find_first_not_of(bytes::kBlanks) == line.npos)
        return;
    try {
        readObject(flatJson(line));
    } catch (const FlatJsonError &error) {
        warn("line", record::message("line %1 %2", m_line, error.what()));
    }
}

void JsonLinesImporter::readObject(const FlatJson &object)
{
    MeasuredRow row;
    row.line = m_line;
    m_fields.clear();
    for (const auto &[key, value] : object.numbers)
        m_fields.push_back(stampField(key));
    if (!place(object, row) || !readPart(object, row))
        return;
    for (std::size_t i = 0; i < object.numbers.size(); ++i)
        readNumber(row, object.numbers[i].first, object.numbers[i].second, m_fields[i]);
    if (!row.stamp.wallSeconds)
        readDate(object, row.stamp);
    m_rows.append(row);
    for (const auto &[key, text] : object.texts)
        if (!(key == m_partKey && isPartOfRun(text)) && !(key == m_dateKey && row.stamp.wallSeconds))
            noteText(key, text, row.stamp);
    noteSkipped(object);
}

/// Sets the row's place. An object without a step has the step of the object before. If no object has a step, objects are counted.
bool JsonLinesImporter::place(const FlatJson &object, MeasuredRow &row)
{
    if (m_placeKey.empty() && !choosePlace(object))
        return true;
    row.place = m_placeField;
    row.placeName = m_placeKey;
    row.goesOn = true;
    for (std::size_t i = 0; i < object.numbers.size(); ++i) {
        const auto &[key, value] = object.numbers[i];
        const auto whole = placeNumber(value, m_fields[i]);
        if (m_fields[i] == StampField::Epoch && whole)
            row.epoch = value;
        if (key != m_placeKey)
            continue;
        if (!whole) {
            warn("place", record::message("line %1 \"%2\" is no whole number to place the object by: it is left out", m_line, bytes::clipped(key)));
            return false;
        }
        row.goesOn = false;
        if (m_fields[i] != StampField::Epoch)
            row.counter = whole;
    }
    return true;
}

bool JsonLinesImporter::choosePlace(const FlatJson &object)
{
    for (std::size_t i = 0; i < object.numbers.size(); ++i)
        if (isPlace(m_fields[i]) && m_fields[i] < m_placeField && placeNumber(object.numbers[i].second, m_fields[i])) {
            m_placeField = m_fields[i];
            m_placeKey = object.numbers[i].first;
        }
    return !m_placeKey.empty();
}

/// Returns false if the run has too many parts.
bool JsonLinesImporter::readPart(const FlatJson &object, MeasuredRow &row)
{
    std::string name;
    for (const auto &[key, text] : object.texts)
        if (namesPartOfRun(key) && isPartOfRun(text) && (m_partKey.empty() || m_partKey == key)) {
            m_partKey = key;
            name = text;
        }
    const auto part = m_rows.part(name);
    row.part = part.value_or(0);
    return part.has_value();
}

/// Adds a number: as part of the stamp if \p field says so, otherwise as a value.
void JsonLinesImporter::readNumber(MeasuredRow &row, const std::string &key, double value, StampField field)
{
    if (key == m_placeKey && field != StampField::Epoch)
        return;
    const auto told = field == StampField::WallTime ? wallSeconds(value) : value;
    if (!told || !setStamp(row.stamp, field, *told))
        addValue(row, key, value);
    else if (field == StampField::Epoch && value != std::floor(value))
        reportOnce("fraction", record::message("line %1: \"%2\" is a fraction: epochs are kept as whole numbers", m_line, bytes::clipped(key)));
}

/// Uses the first text that is a date as write time if no other key gives it.
void JsonLinesImporter::readDate(const FlatJson &object, RowStamp &stamp)
{
    for (const auto &[key, text] : object.texts) {
        const auto date = m_dateKey.empty() || m_dateKey == key ? dateTime(text) : std::nullopt;
        if (!date)
            continue;
        m_dateKey = key;
        stamp.wallSeconds = date->wallSeconds;
        if (date->isLocalTime)
            reportOnce("zone", record::message("line %1: \"%2\" names no time zone: times are read as local time", m_line, bytes::clipped(key)));
        return;
    }
}

void JsonLinesImporter::addValue(MeasuredRow &row, const std::string &key, double value)
{
    if (const auto id = m_rows.series(row.part, key))
        row.values.emplace_back(*id, value);
    else
        warn("left out", record::message("line %1: a value is left out, since its series is", m_line));
}

void JsonLinesImporter::noteText(const std::string &key, const std::string &text, const RowStamp &stamp)
{
    const std::size_t hash = std::hash<std::string>()(text);
    if (const auto known = m_texts.find(key); known != m_texts.end() && known->second == hash)
        return;
    if (m_textEvents == kMaxTextEvents)
        return warn("texts", record::message("line %1: there are more than %2 texts: the rest is left out", m_line, kMaxTextEvents));
    if (text.size() > kMaxTextBytes)
        warn("long text", record::message("line %1: a text of %2 bytes is cut", m_line, text.size()));
    m_texts[key] = hash;
    ++m_textEvents;
    m_out.append({RunEvent::Kind::Text, stamp.step, stamp.wallSeconds.value_or(0), bytes::clipped(key) + '\n' + bytes::clipped(text, kMaxTextBytes)});
}

void JsonLinesImporter::noteSkipped(const FlatJson &object)
{
    for (const std::string &key : object.skipped)
        m_out.report(RunEvent::Kind::Notice, m_rows.lastStep(), "skipped " + key,
                     record::message("line %1: \"%2\" is skipped: it is an array, or too deep, or has too long a name", m_line, key));
    if (const std::size_t more = object.skippedCount - object.skipped.size(); more > 0)
        m_out.report(RunEvent::Kind::Notice, m_rows.lastStep(), "skipped more",
                     record::message("line %1: more is skipped: arrays, or what is too deep or has too long a name", m_line), more);
}

void JsonLinesImporter::warn(const std::string &subject, const std::string &text)
{
    m_out.report(RunEvent::Kind::Warning, m_rows.lastStep(), subject, text);
}

void JsonLinesImporter::reportOnce(const char *subject, const std::string &text)
{
    if (m_reported.insert(subject).second)
        m_out.report(RunEvent::Kind::Notice, m_rows.lastStep(), subject, text);
}

} // namespace lensboard::imports
