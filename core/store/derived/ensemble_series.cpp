#include "core/store/derived/ensemble_series.h"

#include "core/stats/running_stats.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <optional>

namespace lensboard::store {

using record::TickStamp;

namespace {

constexpr double kNaN = std::numeric_limits<double>::quiet_NaN();

struct SteppedValue
{
    std::int64_t step = 0;
    std::uint32_t frame = 0; ///< index in the ensemble
    double value = 0;
};

/// Reads the values of a run's series step by step. If several values are at one step, uses the last one.
class SourceReader
{
public:
    SourceReader(const EnsembleMember &member, std::uint32_t series, std::span<const std::int64_t> switchedOn, std::int64_t from,
                 const TickTable &ticks)
        : m_member(member), m_series(series), m_ticks(ticks)
    {
        member.run->visit({&series, 1}, [&](auto columns, auto &) {
            m_switchedOn = withOwnGaps(columns.front(), switchedOn);
            m_read = countBefore(columns.front(), record::Axis::Step, static_cast<double>(from));
        });
        m_read -= m_read > 0 ? 1 : 0; // also read the value before it, for interpolation
        next();
    }

    const std::optional<SteppedValue> &here() const { return m_here; }
    void next()
    {
        m_before = m_here;
        m_here = peek();
        if (m_here)
            ++m_read;
        for (auto later = peek(); m_here && later && later->step == m_here->step; later = peek()) {
            m_here = later;
            ++m_read;
        }
        m_goesOn = m_before && m_here && !isGapBetween(m_before->step, m_here->step, m_switchedOn);
    }

    bool hasBegun() const { return m_before.has_value(); }
    /// Returns true if the run counts between the previous value and here().
    bool goesOn() const { return m_goesOn; }
    /// Returns true if the run counts at \p step. \p step must not be after here().
    bool counts(std::int64_t step) const { return m_goesOn || (m_here && m_here->step == step); }
    /// Returns the value at \p step. The run must count there. Interpolates linearly between measurements; returns nullopt if one of these
    /// two is not finite.
    std::optional<double> valueAt(std::int64_t step) const
    {
        if (m_here->step == step)
            return m_here->value;
        if (!std::isfinite(m_here->value) || !std::isfinite(m_before->value))
            return std::nullopt;
        const double part = static_cast<double>(step - m_before->step) / static_cast<double>(m_here->step - m_before->step);
        return std::lerp(m_before->value, m_here->value, part);
    }

    std::size_t read() const { return m_read; }
    std::int64_t lastStep() const { return m_before ? m_before->step : std::numeric_limits<std::int64_t>::min(); }

private:
    std::optional<SteppedValue> peek()
    {
        if (m_read < m_blockBegin || m_read >= m_blockBegin + m_block.size()) {
            m_block = m_member.run->values(m_series, m_read, Chunk::kSize);
            m_blockBegin = m_read;
        }
        if (m_block.empty())
            return std::nullopt;
        const auto &[frame, value, ignored] = m_block[m_read - m_blockBegin];
        if (frame >= m_member.frames.size())
            return std::nullopt; // measured after the ticks were read
        const std::uint32_t own = m_member.frames[frame];
        return SteppedValue{m_ticks[own].step, own, value};
    }

    const EnsembleMember &m_member;
    std::uint32_t m_series;
    SwitchedOn m_switchedOn;
    const TickTable &m_ticks;
    std::vector<PlacedValue> m_block;
    std::size_t m_blockBegin = 0, m_read = 0;
    std::optional<SteppedValue> m_before, m_here;
    bool m_goesOn = false;
};

/// Returns the reader at the lowest step, or null if all are at their end.
const SourceReader *earliest(const std::vector<SourceReader> &readers)
{
    const SourceReader *first = nullptr;
    for (const SourceReader &reader : readers)
        if (reader.here() && (!first || reader.here()->step < first->here()->step))
            first = &reader;
    return first;
}

/// Returns true if at least one run has begun, but no run counts just before the earliest reader.
bool isAfterGap(const std::vector<SourceReader> &readers)
{
    return std::ranges::any_of(readers, &SourceReader::hasBegun) && std::ranges::none_of(readers, &SourceReader::goesOn);
}

/// Collects the values at \p step and the indices of the runs that count there. Returns false if one of the values is unknown.
bool collect(std::int64_t step, const std::vector<SourceReader> &readers, std::vector<double> &values, std::vector<std::size_t> &sources)
{
    values.clear();
    sources.clear();
    for (std::size_t i = 0; i < readers.size(); ++i)
        if (readers[i].counts(step)) {
            const auto value = readers[i].valueAt(step);
            if (!value)
                return false;
            values.push_back(*value);
            sources.push_back(i);
        }
    return true;
}

bool isSame(const PlacedValue &a, const PlacedValue &b)
{
    return a.frame == b.frame && (a.value == b.value || (std::isnan(a.value) && std::isnan(b.value)));
}

} // namespace

bool EnsembleSeries::addSource(std::size_t member, std::uint32_t series, const std::string &lens)
{
    if (std::ranges::find(m_sources, member, &Source::member) != m_sources.end())
        return false; // the run has this series twice
    m_sources.push_back({member, series, lens});
    const bool wasAveraged = m_columns[Mean].size() > 0;
    forget();
    return wasAveraged;
}

void EnsembleSeries::forget()
{
    for (Source &source : m_sources)
        source = {source.member, source.series, source.lens};
    m_columns = {};
    m_resumed.clear();
    m_stretches.clear();
}

std::size_t EnsembleSeries::runCount(std::int64_t step) const
{
    const auto after = std::ranges::upper_bound(m_stretches, step, {}, &Stretch::firstStep);
    return after == m_stretches.begin() ? 0 : std::prev(after)->sources.size();
}

std::vector<AveragedStretch> EnsembleSeries::stretches() const
{
    std::vector<AveragedStretch> stretches;
    for (const Stretch &stretch : m_stretches)
        stretches.push_back({stretch.firstStep, stretch.sources.size()});
    return stretches;
}

/// Returns the first step to average again; nullopt if no source has grown.
std::optional<std::int64_t> EnsembleSeries::grownFrom(std::span<const EnsembleMember> members) const
{
    std::optional<std::int64_t> from;
    for (const Source &source : m_sources)
        if (members[source.member].run->tally(source.series).count > source.read)
            from = std::min(from.value_or(source.lastStep), source.lastStep);
    return from;
}

/// Removes and returns the averages from \p step on.
EnsembleSeries::Tail EnsembleSeries::cut(std::int64_t step, const TickTable &ticks)
{
    Tail tail;
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        const ColumnView view{m_columns[i], ticks};
        tail[i] = valuesFrom(view, countBefore(view, record::Axis::Step, static_cast<double>(step)), m_columns[i].size());
        m_columns[i].cut(step, ticks);
    }
    m_resumed.erase(std::ranges::lower_bound(m_resumed, step), m_resumed.end());
    m_stretches.erase(std::ranges::lower_bound(m_stretches, step, {}, &Stretch::firstStep), m_stretches.end());
    return tail;
}

/// Returns true if the averages from \p step on begin with \p tail.
bool EnsembleSeries::isStill(const Tail &tail, std::int64_t step, const TickTable &ticks)
{
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        const ColumnView view{m_columns[i], ticks};
        const auto now = valuesFrom(view, countBefore(view, record::Axis::Step, static_cast<double>(step)), tail[i].size());
        if (!std::ranges::equal(now, tail[i], isSame))
            return false;
    }
    return true;
}

bool EnsembleSeries::catchUp(std::span<const EnsembleMember> members, const TickTable &ticks,
                             EnsembleRun::Spread spread)
{
    const auto from = grownFrom(members);
    if (!from)
        return false;
    const Tail before = cut(*from, ticks);
    std::vector<SourceReader> readers;
    for (const Source &source : m_sources) {
        const EnsembleMember &member = members[source.member];
        const auto on = member.switchedOn.find(source.lens);
        readers.emplace_back(member, source.series, on == member.switchedOn.end() ? std::span<const std::int64_t>() : on->second, *from, ticks);
    }
    std::vector<double> values;
    std::vector<std::size_t> sources;
    while (const SourceReader *const first = earliest(readers)) {
        const auto [step, frame, ignored] = *first->here();
        if (step >= *from) {
            if (isAfterGap(readers))
                m_resumed.push_back(step);
            if (collect(step, readers, values, sources)) {
                append(frame, values, spread);
                if (m_stretches.empty() || m_stretches.back().sources != sources)
                    m_stretches.push_back({step, sources});
            }
        }
        for (SourceReader &reader : readers)
            if (reader.here() && reader.here()->step == step)
                reader.next();
    }
    for (std::size_t i = 0; i < readers.size(); ++i) {
        m_sources[i].read = readers[i].read();
        m_sources[i].lastStep = readers[i].lastStep();
    }
    return !isStill(before, *from, ticks);
}

void EnsembleSeries::append(std::uint32_t frame, std::span<const double> values, EnsembleRun::Spread spread)
{
    stats::RunningStats stats;
    for (const double value : values)
        stats.add(value);
    double mean = kNaN, low = kNaN, high = kNaN;
    if (stats.nonFiniteCount() == 0) {
        const auto count = static_cast<double>(values.size());
        const double deviation = count > 1 ? std::sqrt(stats.variance() * count / (count - 1)) : 0;
        const bool isRange = spread == EnsembleRun::Spread::Range;
        mean = stats.mean();
        low = isRange ? stats.min() : mean - deviation;
        high = isRange ? stats.max() : mean + deviation;
    }
    m_columns[Mean].append({frame, mean});
    m_columns[Low].append({frame, low});
    m_columns[High].append({frame, high});
}

} // namespace lensboard::store
