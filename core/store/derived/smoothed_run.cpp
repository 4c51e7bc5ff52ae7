#include "core/store/derived/smoothed_run.h"

#include "core/store/columns/column_range.h"
#include "core/visualizer/visualizer.h"

#include <algorithm>

namespace lensboard::store {

using stats::ExponentialAverage;

namespace {

bool isAveraged(const record::SeriesSpec &series)
{
    return hasValues(series.role) && !series.label.ends_with(visualizer::kNonFiniteLabel);
}

/// Whether \p chunk stands where \p source does, as far as it goes.
bool isBeginning(const Chunk &chunk, const Chunk &source)
{
    if (chunk.size() == source.size())
        return chunk.firstFrame() == source.firstFrame() && std::ranges::equal(chunk.frames(), source.frames());
    if (chunk.size() > source.size())
        return false;
    for (std::size_t i = 0; i < chunk.size(); ++i)
        if (chunk.frame(i) != source.frame(i))
            return false;
    return true;
}

} // namespace

SmoothedRun::SmoothedRun(std::shared_ptr<const Run> run, double weight)
    : m_run(std::move(run)), m_weight(weight)
{
    ExponentialAverage{weight}; // or it throws
}

double SmoothedRun::weight() const
{
    const std::lock_guard lock(m_mutex);
    return m_weight;
}

void SmoothedRun::setWeight(double weight)
{
    ExponentialAverage{weight}; // or it throws
    const std::lock_guard lock(m_mutex);
    if (weight == m_weight)
        return;
    m_weight = weight;
    ++m_weightChanges;
    beginAnew();
}

record::RunInfo SmoothedRun::info() const
{
    return m_run->info();
}

RunChanges SmoothedRun::since(RunCursor &cursor) const
{
    const std::lock_guard lock(m_mutex);
    cursor.edits -= m_weightChanges; // of both together a reader has one count, which only rises
    RunChanges changes = m_run->since(cursor);
    cursor.edits += m_weightChanges;
    return changes;
}

std::vector<StampedHistogram> SmoothedRun::histograms(std::uint32_t series) const
{
    return m_run->histograms(series);
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

void SmoothedRun::look(std::span<const std::uint32_t> series, const Look &look) const
{
    const std::lock_guard lock(m_mutex);
    follow();
    m_run->look(series, [&](std::span<const ColumnView> sources, std::span<const record::TickStamp> ticks) {
        std::vector<ColumnView> views;
        for (std::size_t i = 0; i < series.size(); ++i) {
            const std::uint32_t index = series[i];
            const ColumnView &source = sources[i];
            if (index >= m_series.size() || !m_series[index].isSmoothed) {
                views.push_back(source);
                continue;
            }
            catchUp(index, source);
            views.push_back({m_series[index].column, ticks, [this, index, &source](Chunk &chunk) { load(index, chunk, source); }});
        }
        look(views, ticks);
    });
}

/// Learns of series, and of what makes the averages void.
void SmoothedRun::follow() const
{
    const RunChanges changes = m_run->since(m_cursor);
    if (changes.restarted)
        m_series.clear();
    if (changes.restarted || changes.edited)
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
        state.average = ExponentialAverage(m_weight);
    }
}

/// Averages what \p source has gained. Its chunks may have come to be others, since a file makes them of its journal.
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
            if (!isBeginning(known, chunks[i]) || (known.size() < chunks[i].size() && !(isLast && known.hasValues())))
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

/// Takes away the chunks from number \p chunk on.
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
    const auto read = loaded(source, source.column.chunk(number)).values();
    std::vector<double> values(read.begin(), read.end());
    ExponentialAverage average = state.atChunk[number];
    for (double &value : values)
        value = average.add(value);
    chunk.setValues(std::move(values));
    keep(series, number);
}

/// Of chunks with values as many are kept as there is room for, and the last of each series, which goes on growing.
void SmoothedRun::keep(std::uint32_t series, std::size_t chunk) const
{
    m_kept.emplace_back(series, chunk);
    while (m_kept.size() > kMostKept) {
        const auto [oldSeries, number] = m_kept.front();
        m_kept.pop_front();
        Column &column = m_series[oldSeries].column;
        if (number + 1 < column.chunks().size())
            column.chunk(number).dropValues();
    }
}

} // namespace lensboard::store
