#include "core/store/file/run_thinner.h"

#include "core/record/message.h"
#include "core/store/file/chunk_rows.h"

#include <algorithm>
#include <limits>
#include <utility>

namespace lensboard::store {

namespace {

constexpr std::uint32_t kFirstWindow = 16; ///< ticks
constexpr std::size_t kFactor = 8; ///< between levels; thinning 16 values to 2 saves this factor
constexpr std::size_t kChunks = kFactor; ///< thinned together into about one chunk
constexpr int kGroupsAtOnce = 64;

std::size_t power(std::size_t level)
{
    return level == 0 ? 1 : kFactor * power(level - 1);
}

std::uint32_t windowOf(std::size_t level)
{
    return kFirstWindow * static_cast<std::uint32_t>(power(level));
}

/// Returns the next chunks of \p series from number \p first on, with numbers below \p end and ticks before \p limit.
std::vector<Chunk> oldChunks(sqlite::Database &database, std::uint32_t series, std::uint32_t first, std::uint32_t end, std::size_t limit)
{
    std::vector<Chunk> chunks;
    if (end < first + kChunks)
        return chunks;
    run_file::eachChunk(database, run_file::kFirstThinned, series, first, [&](const run_file::ChunkRow &row) {
        if (row.outline.number >= end || row.outline.lastFrame >= limit)
            return false;
        chunks.emplace_back(row.outline);
        return chunks.size() < kChunks;
    });
    return chunks;
}

std::vector<PlacedValue> valuesOf(const std::vector<Chunk> &chunks)
{
    std::vector<PlacedValue> values;
    for (const Chunk &chunk : chunks)
        for (std::size_t i = 0; i < chunk.size(); ++i)
            values.push_back(chunk.placed(i));
    return values;
}

bool haveSameTicks(const std::vector<PlacedValue> &a, const std::vector<PlacedValue> &b)
{
    return std::ranges::equal(a, b, {}, &PlacedValue::frame, &PlacedValue::frame);
}

/// Returns the values with the indices \p numbers, in new chunks that replace \p chunks.
ThinnedChunks thinnedTo(const std::vector<std::size_t> &numbers, std::uint32_t series, const std::vector<Chunk> &chunks,
                        const std::vector<PlacedValue> &values)
{
    ThinnedChunks thinned{series, chunks.front().number(), chunks.back().number(), {}, {}};
    thinned.chunks.emplace_back(values[numbers.front()].frame, thinned.first);
    for (const std::size_t number : numbers)
        append(thinned.chunks, values[number]);
    const SeriesTally before = run_file::tallyOf(chunks), now = run_file::tallyOf(thinned.chunks);
    thinned.removed = {before.count - now.count, before.nonFinite - now.nonFinite};
    return thinned;
}

} // namespace

/// Returns the minimum age of ticks for a level, in ticks.
std::size_t RunThinner::age(std::size_t level) const
{
    return m_kept > std::numeric_limits<std::size_t>::max() / power(level) ? std::numeric_limits<std::size_t>::max() : m_kept * power(level);
}

std::vector<ThinnedChunks> RunThinner::next(sqlite::Database &database, std::size_t frames, std::span<const SeriesGroup> groups,
                                            const std::function<std::uint32_t(std::uint32_t)> &endOf)
{
    if (m_kept == 0 || frames <= m_kept || groups.empty())
        return {};
    for (int looks = 0; looks < kGroupsAtOnce; ++looks, ++m_group) {
        if (m_group >= groups.size() && m_looked == frames)
            return {};
        if (m_group >= groups.size() || m_looked == 0) {
            m_group = 0;
            m_looked = frames;
        }
        const SeriesGroup &group = groups[m_group];
        std::uint32_t end = endOf(*std::ranges::min_element(group, {}, endOf));
        for (std::size_t level = 0; level < kLevels && age(level) < frames; ++level) {
            if (auto thinned = due(database, group, level, frames, end); !thinned.empty())
                return thinned;
            end = m_progress[group.front()][level];
        }
    }
    return {};
}

std::vector<ThinnedChunks> RunThinner::due(sqlite::Database &database, const SeriesGroup &group, std::size_t level, std::size_t frames,
                                           std::uint32_t end)
{
    std::uint32_t &progress = m_progress[group.front()][level];
    if (2 * group.size() >= windowOf(level)) // nearly all ticks would be extremes
        return {};
    for (;;) {
        std::vector<std::vector<Chunk>> chunks;
        for (const std::uint32_t series : group)
            chunks.push_back(oldChunks(database, series, progress, end, frames - age(level)));
        if (chunks.front().size() < kChunks)
            return {};
        std::vector<std::vector<PlacedValue>> values;
        for (std::size_t i = 0; i < chunks.size(); ++i) {
            if (!chunks[i].empty())
                run_file::loadChunks(database, run_file::kFirstThinned, group[i], chunks[i], ChunkPart::Values);
            values.push_back(valuesOf(chunks[i]));
        }
        const bool belongTogether = std::ranges::all_of(values, [&](const auto &each) { return haveSameTicks(each, values.front()); });
        const std::vector<std::size_t> kept = belongTogether ? extremes(values, windowOf(level)) : std::vector<std::size_t>();
        if (!belongTogether || kept.size() == values.front().size()) { // nothing to remove: measured too rarely
            progress = chunks.front().back().number() + 1;
            continue;
        }
        std::vector<ThinnedChunks> thinned;
        for (std::size_t i = 0; i < group.size(); ++i)
            thinned.push_back(thinnedTo(kept, group[i], chunks[i], values[i]));
        const Chunk &last = thinned.front().chunks.back(); // if not full, it is thinned again with the next chunks
        m_step = {group.front(), level, last.number() + (last.size() == Chunk::kSize ? 1 : 0)};
        return thinned;
    }
}

std::optional<record::Message> RunThinner::done()
{
    m_progress[m_step.series][m_step.level] = m_step.progress;
    if (m_step.level < m_levels)
        return std::nullopt;
    m_levels = m_step.level + 1;
    return record::message("From here on, ticks before the last %1 are thinned to save space: each line keeps the least and the greatest "
                           "value of every %2 ticks (tick.keep)",
                           age(m_step.level), windowOf(m_step.level));
}

} // namespace lensboard::store
