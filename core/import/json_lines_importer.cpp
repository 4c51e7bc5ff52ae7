#include "core/import/json_lines_importer.h"

#include "core/record/valid_utf8.h"

#include <algorithm>

namespace lensboard::imports {

using record::RunEvent;

namespace {

constexpr std::size_t kMaxLineBytes = std::size_t{16} << 20;
constexpr std::size_t kMaxTextEvents = 1000;
constexpr std::size_t kMaxTextBytes = 10'000;
constexpr std::size_t kShownBytes = 60;
constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
constexpr const char *kBlanks = " \t\r\n";

} // namespace

bool JsonLinesImporter::recognises(std::string_view firstBytes)
{
    const std::size_t first = firstBytes.find_first_not_of(kBlanks);
    const std::size_t second = firstBytes.find_first_not_of(kBlanks, first == firstBytes.npos ? first : first + 1);
    if (second == firstBytes.npos || firstBytes[first] != '{' || (firstBytes[second] != '"' && firstBytes[second] != '}'))
        return false;
    const std::string_view line = firstBytes.substr(first, firstBytes.find('\n', first) - first);
    const bool isWhole = line.size() < firstBytes.size() - first; // a JSON document of several lines is another thing
    return !isWhole || line[line.find_last_not_of(kBlanks)] == '}';
}

std::string JsonLinesImporter::readEnd()
{
    return readTail() ? std::string() : "ends within line " + std::to_string(m_line);
}

void JsonLinesImporter::readPending(ReadProgress &progress)
{
    if (m_file.position() == 0 && m_file.pending().starts_with(kByteOrderMark)) {
        m_file.take(kByteOrderMark.size());
        m_scanned = 0;
    }
    while (!m_isDamaged && !progress.stop.stop_requested()) {
        const std::string_view pending = m_file.pending();
        const std::size_t end = pending.find('\n', m_scanned);
        m_scanned = end == pending.npos ? pending.size() : 0;
        if (std::min(end, pending.size()) > kMaxLineBytes) {
            warn("damage", "is longer than " + std::to_string(kMaxLineBytes) + " bytes: it and what follows are lost, "
                               + std::to_string(m_file.size() - m_file.position()) + " bytes by now");
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

/// A last object needs no line break to be whole.
bool JsonLinesImporter::readTail()
{
    const std::string_view tail = m_file.pending();
    const std::size_t last = tail.find_last_not_of(kBlanks);
    if (last == tail.npos)
        return true;
    if (tail[last] != '}')
        return false;
    try {
        const FlatJson object = flatJson(tail);
        readObject(object);
    } catch (const FlatJsonError &) {
        return false; // it may yet be written on
    }
    m_file.take(tail.size());
    m_scanned = 0;
    return true;
}

void JsonLinesImporter::readLine(std::string_view line)
{
    if (line.find_first_not_of(kBlanks) == line.npos)
        return;
    try {
        readObject(flatJson(line));
    } catch (const FlatJsonError &error) {
        warn("line", error.what());
    }
}

void JsonLinesImporter::readObject(const FlatJson &object)
{
    record::TickStamp stamp;
    if (!place(object, stamp))
        return;
    readStamp(object, stamp);
    for (const auto &[key, value] : object.numbers)
        if (!isStampPart(key, value))
            if (const auto id = series(key))
                m_out.add(stamp, *id, value);
    for (const auto &[key, text] : object.texts)
        noteText(key, text, stamp);
    for (const std::string &key : object.passedOver)
        m_out.tell(RunEvent::Kind::Notice, stamp.step, "passed over " + key,
                   "line " + std::to_string(m_line) + ": \"" + key + "\" is passed over: it is an array, or too deep, or has too long a name");
    m_step = stamp.step;
}

/// An object without a step belongs to the step before. As long as none has one, objects are counted.
bool JsonLinesImporter::place(const FlatJson &object, record::TickStamp &stamp)
{
    if (m_placeKey.empty() && !choosePlace(object)) {
        stamp = stampAt(StampField::None, ++m_objects);
        return true;
    }
    stamp = stampAt(m_placeField, m_step);
    for (const auto &[key, value] : object.numbers) {
        if (key != m_placeKey)
            continue;
        const auto step = wholeNumber(value);
        if (!step) {
            warn("place", "\"" + record::clipped(key, kShownBytes) + "\" is no whole number to place the object by: it is left out");
            return false;
        }
        stamp = stampAt(m_placeField, *step);
    }
    return true;
}

bool JsonLinesImporter::choosePlace(const FlatJson &object)
{
    for (const auto &[key, value] : object.numbers)
        if (const StampField field = stampField(key); isPlace(field) && field < m_placeField && wholeNumber(value)) {
            m_placeField = field;
            m_placeKey = key;
        }
    return !m_placeKey.empty();
}

void JsonLinesImporter::readStamp(const FlatJson &object, record::TickStamp &stamp)
{
    for (const auto &[key, value] : object.numbers)
        if (key != m_placeKey && isStampPart(key, value)) {
            const StampField field = stampField(key);
            setStamp(stamp, field, field == StampField::WallTime ? *wallSeconds(value) : value);
        }
}

/// Whether a number says when it was measured: what does not fit a stamp is a series like any other.
bool JsonLinesImporter::isStampPart(const std::string &key, double value) const
{
    record::TickStamp stamp;
    const StampField field = stampField(key);
    if (field == StampField::WallTime)
        return wallSeconds(value).has_value();
    return key == m_placeKey || setStamp(stamp, field, value);
}

void JsonLinesImporter::noteText(const std::string &key, const std::string &text, const record::TickStamp &stamp)
{
    const std::string shown = record::clipped(text, kMaxTextBytes);
    if (m_textEvents == kMaxTextEvents) {
        warn("texts", "there are more than " + std::to_string(kMaxTextEvents) + " texts: the rest is left out");
        return;
    }
    const auto [known, added] = m_texts.try_emplace(key, shown);
    if (!added && known->second == shown)
        return;
    known->second = shown;
    ++m_textEvents;
    m_out.append({RunEvent::Kind::Text, stamp.step, stamp.wallSeconds, record::clipped(key, kShownBytes) + '\n' + shown});
}

std::optional<std::uint32_t> JsonLinesImporter::series(const std::string &key)
{
    if (const auto known = m_series.find(key); known != m_series.end())
        return known->second;
    const ScalarNames::Place place = m_names.place(key);
    const auto tag = m_out.tag(place.tag);
    const auto id = tag ? m_out.line(*tag, place.layer, ScalarNames::kLabel) : std::nullopt;
    if (id)
        m_series.emplace(key, *id);
    return id;
}

void JsonLinesImporter::warn(const std::string &subject, const std::string &text)
{
    m_out.tell(RunEvent::Kind::Warning, m_step, subject, "line " + std::to_string(m_line) + ' ' + text);
}

} // namespace lensboard::imports
