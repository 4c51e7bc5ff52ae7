#include "core/import/logs/log_evidence.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <iterator>

namespace lensboard::imports {

namespace {

constexpr std::size_t kMaxCounters = 1000, kMaxShapes = 20'000;
constexpr std::uint64_t kEnoughRows = 3, kEnoughUnnamed = 10;

bool isEpoch(const LoggedNumber &number)
{
    return number.key == LogLine::kEpoch;
}

bool isNamedStep(const LoggedNumber &number)
{
    return number.isWhole && !isEpoch(number) && namesCounter(number.key);
}

bool hasEpoch(const LogLine &line)
{
    return std::ranges::any_of(line.numbers, isEpoch);
}

bool isValue(const LogLine &line, std::size_t index, std::optional<std::size_t> step)
{
    return index != step && !isEpoch(line.numbers[index]);
}

std::size_t hashOf(const LoggedNumber &number)
{
    return std::hash<std::string>()(number.key);
}

/// Returns the sum of a line's numbers without its step and epoch.
double sumOf(const LogLine &line, std::optional<std::size_t> step)
{
    double sum = 0;
    for (std::size_t i = 0; i < line.numbers.size(); ++i)
        if (isValue(line, i, step) && std::isfinite(line.numbers[i].value))
            sum += line.numbers[i].value;
    return sum;
}

bool hasValues(const LogLine &line, std::optional<std::size_t> step)
{
    const auto places = static_cast<std::size_t>(std::ranges::count_if(line.numbers, isEpoch)) + (step ? 1 : 0);
    return line.numbers.size() > places;
}

} // namespace

bool LogEvidence::Counter::rises() const
{
    return lines >= kEnoughUnnamed && wholes == lines && 20 * falls <= changes && 2 * changes + 1 >= lines;
}

void LogEvidence::Counter::add(const LoggedNumber &number)
{
    wholes += number.isWhole;
    changes += lines > 0 && number.value != last;
    falls += lines > 0 && number.value < last;
    last = number.value;
    ++lines;
}

std::optional<std::size_t> stepOf(const LogLine &line, const LogEvidence::Steps &steps)
{
    if (!line.numbers.empty() && line.numbers[0].isWhole && steps.names.contains(line.numbers[0].key))
        return 0;
    const auto named = std::ranges::find_if(line.numbers, isNamedStep);
    return named == line.numbers.end() ? std::nullopt : std::optional(static_cast<std::size_t>(named - line.numbers.begin()));
}

bool isHeading(const LogLine &line, const LogEvidence::Steps &steps)
{
    return !line.numbers.empty() && !hasValues(line, stepOf(line, steps));
}

void LogEvidence::learn(const LogLine &line, std::uint64_t number)
{
    if (number <= m_learnt || line.numbers.empty())
        return;
    m_learnt = number;
    const LoggedNumber &first = line.numbers.front();
    const auto named = stepOf(line, {});
    if (named) {
        m_named.add(line.numbers[*named]);
        if (m_names.size() < kMaxCounters)
            m_names.insert(line.numbers[*named].key);
    } else if (!isEpoch(first) && (m_counters.size() < kMaxCounters || m_counters.contains(first.key))) {
        m_counters[first.key].add(first);
    }
    const auto counter = m_counters.find(first.key);
    const bool isUnnamed = !named && counter != m_counters.end() && counter->second.rises();
    learnRow(line, isUnnamed ? std::optional<std::size_t>(0) : named, isUnnamed ? kEnoughUnnamed : kEnoughRows);
    if (m_shapes.size() == kMaxShapes && !m_shapes.contains(line.shape))
        return;
    Shape &shape = m_shapes[line.shape];
    const double sum = sumOf(line, std::nullopt);
    shape.varies = shape.varies || (shape.lines > 0 && sum != shape.sum);
    shape.sum = sum;
    ++shape.lines;
    shape.isAmongRows = shape.isAmongRows || !m_rows.empty();
}

/// Learns from lines with values beside a step or an epoch.
void LogEvidence::learnRow(const LogLine &line, std::optional<std::size_t> step, std::uint64_t enough)
{
    for (const LoggedNumber &number : line.numbers)
        if (isEpoch(number))
            m_epoch = number.value;
    if ((!step && !hasEpoch(line)) || !hasValues(line, step))
        return;
    std::size_t keys = 1;
    bool hasFraction = false;
    for (std::size_t i = 0; i < line.numbers.size(); ++i) {
        const std::size_t key = hashOf(line.numbers[i]);
        keys = keys * 31 + key;
        if (!isValue(line, i, step))
            continue;
        hasFraction = hasFraction || !line.numbers[i].isWhole;
        if (m_values.size() < kMaxShapes || m_values.contains(key))
            ++m_values[key];
    }
    if (m_rows.size() == kMaxShapes && !m_rows.contains(keys))
        return;
    Rows &rows = m_rows[keys];
    const std::pair place(m_epoch, step ? line.numbers[*step].value : 0);
    const double sum = sumOf(line, step);
    rows.rises += rows.lines > 0 && place > rows.last;
    rows.falls += rows.lines > 0 && place < rows.last;
    rows.varies = rows.varies || (rows.lines > 0 && sum != rows.sum);
    rows.hasFraction = rows.hasFraction || hasFraction;
    rows.last = place;
    rows.sum = sum;
    ++rows.lines;
    m_isRun = m_isRun || (rows.lines >= enough && rows.rises + 1 >= enough && 10 * rows.falls <= rows.rises && rows.varies && rows.hasFraction);
}

LogEvidence::Steps LogEvidence::steps() const
{
    Steps steps;
    for (const auto &[key, counter] : m_counters)
        if (counter.rises())
            steps.names.insert(key);
    steps.areOne = m_names.size() > 1 && 20 * m_named.falls <= m_named.changes;
    return steps;
}

/// Returns true if a value repeats, or all values are written as "key: value". Words alone may be prose: "step 3 of 4 took 5 tries".
bool LogEvidence::hasKnownValue(const LogLine &line, std::optional<std::size_t> step) const
{
    bool areBound = true;
    for (std::size_t i = 0; i < line.numbers.size(); ++i) {
        if (!isValue(line, i, step))
            continue;
        const auto known = m_values.find(hashOf(line.numbers[i]));
        if (known != m_values.end() && known->second > 1)
            return true;
        areBound = areBound && line.numbers[i].isBound;
    }
    return areBound;
}

bool LogEvidence::isMeasurement(const LogLine &line, const Steps &steps) const
{
    const auto step = stepOf(line, steps);
    if (!hasValues(line, step))
        return false;
    if (step || hasEpoch(line))
        return hasKnownValue(line, step);
    const auto shape = m_shapes.find(line.shape);
    return shape != m_shapes.end() && shape->second.varies && shape->second.isAmongRows;
}

} // namespace lensboard::imports
