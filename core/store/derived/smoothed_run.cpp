#include "core/store/derived/smoothed_run.h"

#include "core/store/columns/column_range.h"
#include "core/visualizer/visualizer.h"

#include <algorithm>
#include <numeric>

namespace lensboard::store {

using stats::ExponentialAverage;

namespace {

bool isAveraged(const record::SeriesSpec &series)
{
    return hasValues(series.role) && !series.label.ends_with(visualizer::kNonFiniteLabel);
}

/// Returns true if the positions of \p chunk are the first positions in chunk \p number of \p source.
bool isBeginning(const Chunk &chunk, const ColumnView &source, std::size_t number)
{
    const Chunk &whole = source.column.chunks()[number];
    if (chunk.size() > whole.size() || chunk.firstFrame() != whole.firstFrame())
        return false;
    if (chunk.isConsecutive() && whole.isConsecutive())
        return true;
    if (chunk.size() == whole.size() && (chunk.isConsecutive() || whole.isConsecutive()))
        return false;
    with(ChunkPart::Places, source, source.column.chunk(number));
    for (std::size_t i = 0; i < chunk.size(); ++i)
        if (chunk.frame(i) != whole.frame(i))
            return false;
    return true;
}

/// Returns for each value the average up to it. With \p after, returns the mean of this average and the average from the value to the end.
/// Advances \p before past the last value, and \p after back past the first.
std::vector<double> averaged(std::span<const double> values, ExponentialAverage &before, ExponentialAverage *after)
{
    std::vector<double> averages(values.size());
    std::ranges::transform(values, averages.begin(), [&](double value) { return before.add(value); });
    if (after)
        for (std::size_t i = values.size(); i-- > 0;)
            averages[i] = std::midpoint(averages[i], after->add(values[i]));
    return averages;
}

bool hasEnded(const record::RunInfo &info)
{
    return !record::mayGrow(info.status);
}

} // namespace

SmoothedRun::SmoothedRun(std::shared_ptr<const Run> run, double weight)
    : m_run(std::move(run)), m_weight(weight), m_isCentred(hasEnded(m_run->info()))
{
    ExponentialAverage{weight}; // throws if the weight is out of range
}

double SmoothedRun::weight() const
{
    const std::lock_guard lock(m_mutex);
    return m_weight;
}

void SmoothedRun::setWeight(double weight)
{
    ExponentialAverage{weight}; // throws if the weight is out of range
    const std::lock_guard lock(m_mutex);
    if (weight == m_weight)
        return;
    m_weight = weight;
    ++m_changes;
    beginAnew();
}

record::RunInfo SmoothedRun::info() const
{
    return m_run->info();
}

RunChanges SmoothedRun::since(RunCursor &cursor) const
{
    const std::lock_guard lock(m_mutex);
    follow();
    cursor.edits -= m_changes; // readers have a single count for edits of the run and changes here; it only increases
    RunChanges changes = m_run->since(cursor);
    cursor.edits += m_changes;
    if (m_isCentred && changes.firstFrame > 0 && changes.firstFrame < changes.lastFrame)
        changes.edited = true; // with averages in both directions, new values change earlier ones
    return changes;
}

std::vector<StampedHistogram> SmoothedRun::histogramsAfter(std::uint32_t series, std::optional<std::uint32_t> frame, std::size_t most) const
{
    return m_run->histogramsAfter(series, frame, most);
}

std::uint64_t SmoothedRun::histogramEdits() const
{
    return m_run->histogramEdits();
}

std::vector<TensorPlace> SmoothedRun::tensorPlaces(std::uint32_t series) const
{
    return m_run->tensorPlaces(series);
}

std::shared_ptr<const record::TensorValue> SmoothedRun::tensor(std::uint32_t series, std::uint32_t frame) const
{
    return m_run->tensor(series, frame);
}

SeriesTally SmoothedRun::tally(std::uint32_t series) const
{
    return m_run->tally(series);
}

AveragedRuns SmoothedRun::averagedRuns(std::uint32_t series, std::int64_t step) const
{
    return m_run->averagedRuns(series, step);
}

std::size_t SmoothedRun::seriesCount() const
{
    return m_run->seriesCount();
}

std::size_t SmoothedRun::keptChunks() const
{
    const std::lock_guard lock(m_mutex);
    std::size_t count = 0;
    for (const SeriesState &state : m_series)
        count += static_cast<std::size_t>(std::ranges::count_if(state.column.chunks(), &Chunk::hasValues));
    return count;
}

void SmoothedRun::visit(std::span<const std::uint32_t> series, const Visitor &visitor) const
{
    const std::lock_guard lock(m_mutex);
    follow();
    m_run->visit(series, [&](std::span<const ColumnView> sources, const TickTable &ticks) {
        std::vector<ColumnView> views;
        for (std::size_t i = 0; i < series.size(); ++i) {
            const std::uint32_t index = series[i];
            const ColumnView &source = sources[i];
            if (index >= m_series.size() || !m_series[index].isSmoothed) {
                views.push_back(source);
                continue;
            }
            m_isCentred ? centre(index, source) : catchUp(index, source);
            views.push_back({m_series[index].column, ticks, [this, index, &source](Chunk &chunk, ChunkPart) { load(index, chunk, source); },
                             source.resumed});
        }
        visitor(views, ticks);
    });
}

/// Registers new series, and discards the averages if a change invalidates them.
void SmoothedRun::follow() const
{
    const RunChanges changes = m_run->since(m_cursor);
    if (changes.restarted)
        m_series.clear();
    const bool isCentred = changes.info ? hasEnded(*changes.info) : m_isCentred;
    const bool isOther = std::exchange(m_isCentred, isCentred) != isCentred;
    if (isOther)
        ++m_changes;
    if (changes.restarted || changes.edited || isOther)
        beginAnew();
    for (const record::SeriesSpec &series : changes.series)
        m_series.emplace_back(m_weight).isSmoothed = isAveraged(series);
}

void SmoothedRun::beginAnew() const
{
    m_kept.clear();
    for (SeriesState &state : m_series) {
        state.column = {};
        state.atChunk.clear();
        state.afterChunk.clear();
        state.average = ExponentialAverage(m_weight);
    }
}

/// Averages the new values of \p source. Its chunks may have changed, because a file builds them from its journal.
void SmoothedRun::catchUp(std::uint32_t series, const ColumnView &source) const
{
    SeriesState &state = m_series[series];
    const auto &chunks = source.column.chunks();
    if (state.column.chunks().size() > chunks.size())
        cutFrom(state, chunks.size());
    for (std::size_t i = 0; i < chunks.size(); ++i) {
        if (i < state.column.chunks().size()) {
            const Chunk &known = state.column.chunks()[i];
            const bool isLast = i + 1 == state.column.chunks().size();
            if (!isBeginning(known, source, i) || (known.size() < chunks[i].size() && !(isLast && known.hasValues())))
                cutFrom(state, i);
            else if (known.size() == chunks[i].size())
                continue;
        }
        const auto values = loaded(source, source.column.chunk(i)).values();
        if (i == state.column.chunks().size()) {
            state.atChunk.push_back(state.average);
            state.column.addChunk(Chunk(chunks[i].firstFrame()));
            if (i > 0)
                keep(series, i - 1);
        }
        for (std::size_t at = state.column.chunks()[i].size(); at < values.size(); ++at)
            state.column.append({chunks[i].frame(at), state.average.add(values[at]), chunks[i].wallSeconds(at)});
    }
}

/// Averages all of \p source in both directions, if it changed: each value affects all others.
void SmoothedRun::centre(std::uint32_t series, const ColumnView &source) const
{
    SeriesState &state = m_series[series];
    const auto &chunks = source.column.chunks();
    const auto isAsBefore = [&](const Chunk &chunk) {
        const auto i = static_cast<std::size_t>(&chunk - chunks.data());
        const Chunk &known = state.column.chunks()[i];
        return known.size() == chunk.size() && isBeginning(known, source, i);
    };
    if (state.column.chunks().size() == chunks.size() && std::ranges::all_of(chunks, isAsBefore))
        return;
    cutFrom(state, 0);
    ExponentialAverage after(m_weight);
    state.afterChunk.assign(chunks.size(), after);
    for (std::size_t i = chunks.size(); i-- > 0;) {
        state.afterChunk[i] = after;
        const auto values = loaded(source, source.column.chunk(i)).values();
        std::for_each(values.rbegin(), values.rend(), [&](double value) { after.add(value); });
    }
    for (std::size_t i = 0; i < chunks.size(); ++i) {
        const auto values = loaded(source, source.column.chunk(i)).values();
        state.atChunk.push_back(state.average);
        state.column.addChunk(Chunk(chunks[i].firstFrame()));
        ExponentialAverage afterIt = state.afterChunk[i];
        const std::vector<double> averages = averaged(values, state.average, &afterIt);
        for (std::size_t at = 0; at < averages.size(); ++at)
            state.column.append({chunks[i].frame(at), averages[at], chunks[i].wallSeconds(at)});
        if (i > 0)
            keep(series, i - 1);
    }
}

/// Removes the chunks from number \p chunk on.
void SmoothedRun::cutFrom(SeriesState &state, std::size_t chunk) const
{
    if (chunk >= state.atChunk.size())
        return;
    state.column.cutChunks(chunk);
    state.average = state.atChunk[chunk];
    state.atChunk.resize(chunk, state.average);
}

void SmoothedRun::load(std::uint32_t series, Chunk &chunk, const ColumnView &source) const
{
    SeriesState &state = m_series[series];
    const auto number = static_cast<std::size_t>(&chunk - state.column.chunks().data());
    ExponentialAverage before = state.atChunk[number], after = m_isCentred ? state.afterChunk[number] : ExponentialAverage(m_weight);
    chunk.setValues(averaged(loaded(source, source.column.chunk(number)).values(), before, m_isCentred ? &after : nullptr));
    keep(series, number);
}

/// Keeps the values of the chunk. Drops the values of the oldest chunks above kMaxKept, except the last chunk of each series, because it
/// may grow.
void SmoothedRun::keep(std::uint32_t series, std::size_t chunk) const
{
    m_kept.emplace_back(series, chunk);
    while (m_kept.size() > kMaxKept) {
        const auto [oldSeries, number] = m_kept.front();
        m_kept.pop_front();
        Column &column = m_series[oldSeries].column;
        if (number + 1 < column.chunks().size())
            column.chunk(number).dropValues();
    }
}

} // namespace lensboard::store
