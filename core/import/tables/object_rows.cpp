#include "core/import/tables/object_rows.h"

#include "core/bytes/valid_utf8.h"
#include "core/import/importer.h"
#include "core/import/tables/date_time.h"
#include "core/import/tables/revised_importer.h"
#include "core/import/tensorboard/hyperparameters.h"
#include "core/record/error.h"
#include "core/record/message.h"
#include "core/record/text_number.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <stdexcept>
#include <unordered_map>

namespace lensboard::imports {

using record::RunEvent;

namespace {

constexpr std::size_t kMaxTextEvents = 1000;
constexpr std::size_t kMaxTextBytes = 10'000;

constexpr std::size_t kMaxWaitingCells = 200'000;

/// Returns the object's size, where long texts count as several values.
std::size_t cellsOf(const FlatJson &object)
{
    std::size_t cells = 1 + object.numbers.size();
    for (const auto &[key, text] : object.texts)
        cells += 1 + text.size() / 16;
    return cells;
}

/// Splits keys and texts like "global_step/max_steps": "10/100" and keeps the first half.
void takeFractions(FlatJson &object)
{
    std::erase_if(object.texts, [&object](const auto &value) {
        const auto &[key, text] = value;
        const std::size_t slash = key.find('/'), mark = text.find('/');
        if (slash == key.npos || mark == text.npos || !isPlace(stampField(key.substr(0, slash))))
            return false;
        const auto count = exactNumber(std::string_view(text).substr(0, mark)), total = exactNumber(std::string_view(text).substr(mark + 1));
        if (count && total)
            object.numbers.emplace_back(key.substr(0, slash), static_cast<double>(*count));
        return count && total;
    });
}

} // namespace

void ObjectRows::take(FlatJson &object, std::uint64_t line)
{
    if (!object.texts.empty())
        takeFractions(object);
    if (m_roles) {
        sample(object);
        return readObject(object, line);
    }
    m_waitingCells += cellsOf(object);
    m_waiting.emplace_back(line, object);
    if (m_waiting.size() >= RowSample<FlatJson>::kHead || m_waitingCells > kMaxWaitingCells)
        settle();
}

void ObjectRows::finish(const std::string &format)
{
    if (!m_waiting.empty())
        settle();
    else if (m_roles)
        requireRoles();
    if (m_roles && !m_hasContent)
        reportOnce("no values", record::message("no key has values to plot: all keys only place the objects"));
    if (m_roles)
        m_rows.describe(format, m_roles->description, m_roles->runs);
}

std::optional<RowReading> ObjectRows::reading(const std::string &format) const
{
    if (!m_roles)
        return std::nullopt;
    RowReading reading{format};
    std::unordered_map<std::string_view, std::size_t> columns;
    for (const auto &[name, use] : m_roles->uses) {
        columns.emplace(name, reading.columns.size());
        reading.columns.push_back({name, use, m_roles->chosen.contains(name)});
    }
    for (const std::size_t i : shownRows(m_sample.indices())) {
        auto &cells = reading.rows.emplace_back(m_sample.indices()[i] + 1, std::vector<std::string>(reading.columns.size())).second;
        const auto set = [&](const std::string &key, const std::string &text) {
            if (const auto column = columns.find(key); column != columns.end())
                cells[column->second] = text;
        };
        for (const auto &[key, number] : m_sample.rows()[i].numbers)
            set(key, record::numberText(number));
        for (const auto &[key, text] : m_sample.rows()[i].texts)
            set(key, text);
    }
    reading.runs = m_rows.runs();
    reading.read = m_rows.read();
    reading.skipped = m_rows.skipped();
    return reading;
}

void ObjectRows::sample(const FlatJson &object)
{
    if (m_sample.wants(m_objects))
        m_sample.add(m_objects, object, cellsOf(object));
    ++m_objects;
}

JsonRoles ObjectRows::decided() const
{
    try {
        return jsonRoles(m_sample.rows(), m_choice);
    } catch (const std::invalid_argument &error) {
        throw ImportError(m_path, record::messageOf(error));
    }
}

/// Decides the roles and reads the objects that waited for them.
void ObjectRows::settle()
{
    for (const auto &[line, object] : m_waiting)
        sample(object);
    m_sample.takeNews();
    m_roles = decided();
    m_settingsLeft = m_roles->settings;
    for (const auto &[key, role] : m_roles->chosen)
        if (role.field == StampField::WallTime)
            m_dateKey = key;
    for (const auto &[line, object] : std::exchange(m_waiting, {}))
        readObject(object, line);
}

/// Errors: RolesRevised.
void ObjectRows::requireRoles()
{
    if (m_sample.takeNews() && !decided().isLike(*m_roles))
        throw RolesRevised();
}

void ObjectRows::readObject(const FlatJson &object, std::uint64_t line)
{
    m_rowLine = line;
    if (m_settingsLeft > 0)
        return readSettings(object);
    MeasuredRow &row = m_row;
    row.restart(line);
    if (!place(object, row) || !readPart(object, row))
        return;
    if (m_roles->isLong())
        readSeries(object, row);
    for (std::size_t i = 0; i < object.numbers.size(); ++i)
        readNumber(row, keyAt(m_numberKeys, i, object.numbers[i].first), object.numbers[i].second);
    if (!object.texts.empty())
        readTexts(object, row);
    m_rows.append(row);
    m_hasContent = m_hasContent || !row.values.empty();
    if (!object.texts.empty())
        noteTexts(object, row);
    noteSkipped(object);
    if (!object.infinite.empty())
        m_out.report(RunEvent::Kind::Notice, m_rows.lastStep(), "range " + object.infinite,
                     record::message("line %1: \"%2\" is beyond the range of numbers: it is read as infinite", m_rowLine, bytes::clipped(object.infinite)));
}

void ObjectRows::readSettings(const FlatJson &object)
{
    --m_settingsLeft;
    m_hasContent = true;
    for (const auto &[key, value] : object.numbers)
        m_settings[bytes::clipped(key, RunAppender::kMaxNameBytes)] = record::numberText(value);
    for (const auto &[key, text] : object.texts)
        m_settings[bytes::clipped(key, RunAppender::kMaxNameBytes)] = bytes::clipped(text, RunAppender::kMaxNameBytes);
    m_out.report(RunEvent::Kind::Notice, 0, "settings", record::message("line %1 holds settings, not measurements: it is read as the run's hyperparameters", m_rowLine));
    m_out.update([this](record::RunInfo &info) { info.experiment = hyperparameterText(m_settings); });
}

/// Returns the key at \p index of the current object. Objects mostly have the same keys at the same positions.
ObjectRows::Key &ObjectRows::keyAt(std::vector<Key> &keys, std::size_t index, const std::string &name)
{
    if (index >= keys.size())
        keys.resize(index + 1);
    Key &key = keys[index];
    if (key.name != name || name.empty())
        key = {name, m_roles->roleOf(name), m_roles->numberTexts.contains(name)};
    return key;
}

/// Sets the row's place. An object without a step has the step of the object before. If no object has a step, objects are counted.
bool ObjectRows::place(const FlatJson &object, MeasuredRow &row)
{
    if (m_roles->place.empty())
        return true;
    row.place = m_roles->placeField;
    row.placeName = m_roles->place;
    row.goesOn = true;
    const auto takeNumber = [&](const Key &key, double value) {
        const auto whole = placeNumber(value, key.role.field);
        if (key.role.role == Role::Stamp && key.role.field == StampField::Epoch && whole)
            row.epoch = value;
        if (key.name != m_roles->place)
            return true;
        const auto exact = std::ranges::find(object.exact, key.name, &std::pair<std::string, std::int64_t>::first);
        row.goesOn = false;
        if (row.place != StampField::Epoch)
            row.counter = exact != object.exact.end() && std::abs(value) <= static_cast<double>(kLargestStep) ? std::optional(exact->second) : whole;
        const bool isPlaced = row.place == StampField::Epoch ? whole.has_value() : row.counter.has_value();
        if (!isPlaced)
            skip("place", record::message("line %1 \"%2\" is no whole number to place the object by: it is left out", m_rowLine, bytes::clipped(key.name)));
        return isPlaced;
    };
    for (std::size_t i = 0; i < object.numbers.size(); ++i)
        if (!takeNumber(keyAt(m_numberKeys, i, object.numbers[i].first), object.numbers[i].second))
            return false;
    for (std::size_t i = 0; i < object.texts.size(); ++i)
        if (const Key &key = keyAt(m_textKeys, i, object.texts[i].first); key.isNumberText && key.role.role == Role::Stamp)
            if (const auto number = numberInText(object.texts[i].second); number && !takeNumber(key, *number))
                return false;
    return true;
}

/// Returns false if the run has too many parts.
bool ObjectRows::readPart(const FlatJson &object, MeasuredRow &row)
{
    std::string part, run;
    const auto add = [](std::string &name, const std::string &more) { name += (name.empty() ? "" : "/") + more; };
    const auto addOf = [&](std::string &name, const std::vector<std::string> &keys) {
        for (const std::string &key : keys) {
            for (const auto &[known, text] : object.texts)
                if (known == key)
                    add(name, text);
            for (const auto &[known, number] : object.numbers)
                if (known == key)
                    add(name, record::numberText(number));
        }
    };
    if (!m_roles->runs.empty())
        addOf(run, m_roles->runs);
    part = run;
    if (!m_roles->phases.empty())
        addOf(part, m_roles->phases);
    const auto index = m_rows.part(part);
    row.part = index.value_or(0);
    if (!m_roles->runs.empty() && index)
        row.run = m_rows.run(run);
    return index.has_value();
}

/// Reads an object that is one value of a series.
void ObjectRows::readSeries(const FlatJson &object, MeasuredRow &row)
{
    const auto textOf = [&object](const std::string &key) {
        const auto found = std::ranges::find(object.texts, key, &std::pair<std::string, std::string>::first);
        return found == object.texts.end() ? nullptr : &found->second;
    };
    const auto numberOf = [&object](const std::string &key) { return std::ranges::find(object.numbers, key, &std::pair<std::string, double>::first); };
    const auto number = numberOf(m_roles->seriesValue), numberAsName = numberOf(m_roles->seriesName);
    const std::string *const text = textOf(m_roles->seriesName), *const written = textOf(m_roles->seriesValue);
    const auto value = number != object.numbers.end() ? std::optional(number->second) : written ? numberInText(*written) : std::nullopt;
    const auto name = text ? *text : numberAsName != object.numbers.end() ? record::numberText(numberAsName->second) : std::string();
    if (!value || name.empty())
        return skip("no value", record::message("line %1 has no name or no number: it is left out", m_rowLine));
    Key key{name, {}, false, row.part, {}};
    addValue(row, key, value.value_or(0));
}

/// Adds a number: as part of the stamp if its role says so, otherwise as a value.
void ObjectRows::readNumber(MeasuredRow &row, Key &key, double value)
{
    const auto [role, field] = key.role;
    const bool isOnlyPlace = key.name == m_roles->place && !m_roles->place.empty() && field != StampField::Epoch;
    if (isOnlyPlace || role == Role::Part || role == Role::SeriesName || role == Role::SeriesValue)
        return;
    if (role == Role::Skipped && m_roles->chosen.contains(key.name))
        return;
    if (role == Role::Skipped)
        return m_out.report(RunEvent::Kind::Notice, m_rows.lastStep(), "key " + key.name,
                            record::message("key \"%1\" is skipped: each object is one value of a series", bytes::clipped(key.name)));
    const auto told = field == StampField::WallTime ? wallSeconds(value) : value;
    if (role != Role::Stamp || !told || !setStamp(row.stamp, field, *told))
        addValue(row, key, value);
    else if (field == StampField::Epoch && value != std::floor(value))
        reportOnce("fraction", record::message("line %1: \"%2\" is a fraction: epochs are kept as whole numbers", m_rowLine, bytes::clipped(key.name)));
}

void ObjectRows::readTexts(const FlatJson &object, MeasuredRow &row)
{
    for (std::size_t i = 0; i < object.texts.size(); ++i)
        if (Key &key = keyAt(m_textKeys, i, object.texts[i].first); key.isNumberText)
            if (const auto number = numberInText(object.texts[i].second))
                readNumber(row, key, *number);
    if (!row.stamp.wallSeconds)
        readDate(object, row.stamp);
}

void ObjectRows::noteTexts(const FlatJson &object, const MeasuredRow &row)
{
    for (std::size_t i = 0; i < object.texts.size(); ++i) {
        const auto &[name, text] = object.texts[i];
        const Key &key = keyAt(m_textKeys, i, name);
        const bool isSkipped = key.role.role == Role::Skipped && m_roles->chosen.contains(name);
        const bool isRead = isSkipped || key.role.role == Role::Part || key.role.role == Role::SeriesName || (key.isNumberText && numberInText(text));
        if (!isRead && !(name == m_dateKey && row.stamp.wallSeconds))
            noteText(name, text, row.stamp);
    }
}

/// Uses the first text that is a date as write time if no other key gives it.
void ObjectRows::readDate(const FlatJson &object, RowStamp &stamp)
{
    for (const auto &[key, text] : object.texts) {
        const bool mayBeTime = m_dateKey == key || (m_dateKey.empty() && !m_roles->chosen.contains(key));
        const auto date = mayBeTime ? dateTime(text) : std::nullopt;
        if (!date)
            continue;
        m_dateKey = key;
        stamp.wallSeconds = date->wallSeconds;
        if (date->isLocalTime)
            reportOnce("zone", record::message("line %1: \"%2\" names no time zone: times are read as local time", m_rowLine, bytes::clipped(key)));
        return;
    }
}

void ObjectRows::addValue(MeasuredRow &row, Key &key, double value)
{
    if (!key.series || key.part != row.part) {
        const auto unit = m_roles->numberTexts.find(key.name);
        key.part = row.part;
        key.series = m_rows.series(row.part, key.name, unit == m_roles->numberTexts.end() ? "value" : unit->second);
    }
    if (key.series)
        row.values.emplace_back(*key.series, value);
    else
        warn("left out", record::message("line %1: a value is left out, since its series is", m_rowLine));
}

void ObjectRows::noteText(const std::string &key, const std::string &text, const RowStamp &stamp)
{
    const std::size_t hash = std::hash<std::string>()(text);
    if (const auto known = m_texts.find(key); known != m_texts.end() && known->second == hash)
        return;
    if (m_textEvents == kMaxTextEvents)
        return warn("texts", record::message("line %1: there are more than %2 texts: the rest is left out", m_rowLine, kMaxTextEvents));
    if (text.size() > kMaxTextBytes)
        warn("long text", record::message("line %1: a text of %2 bytes is cut", m_rowLine, text.size()));
    m_texts[key] = hash;
    m_hasContent = true;
    ++m_textEvents;
    m_out.append({RunEvent::Kind::Text, stamp.step, stamp.wallSeconds.value_or(0), bytes::clipped(key) + '\n' + bytes::clipped(text, kMaxTextBytes)});
}

void ObjectRows::noteSkipped(const FlatJson &object)
{
    for (const std::string &key : object.skipped)
        m_out.report(RunEvent::Kind::Notice, m_rows.lastStep(), "skipped " + key,
                     record::message("line %1: \"%2\" is skipped: it is an array, or too deep, or has too long a name", m_rowLine, key));
    if (const std::size_t more = object.skippedCount - object.skipped.size(); more > 0)
        m_out.report(RunEvent::Kind::Notice, m_rows.lastStep(), "skipped more",
                     record::message("line %1: more values are skipped: arrays, too deeply nested values, or values with too long names", m_rowLine), more);
}

void ObjectRows::warn(const std::string &subject, const record::Message &text)
{
    m_out.report(RunEvent::Kind::Warning, m_rows.lastStep(), subject, text);
}

void ObjectRows::skip(const std::string &subject, const record::Message &why)
{
    warn(subject, why);
    m_rows.skip(why);
}

void ObjectRows::leaveOut(std::uint64_t line, const std::string &text)
{
    m_rows.skip(m_rows.skipped() > 0 ? record::Message() : record::message("line %1 is no measurement: \"%2\"", line, bytes::clipped(text)));
}

void ObjectRows::reportOnce(const char *subject, const record::Message &text)
{
    if (m_reported.insert(subject).second)
        m_out.report(RunEvent::Kind::Notice, m_rows.lastStep(), subject, text);
}

} // namespace lensboard::imports
