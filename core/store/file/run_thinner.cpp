#include "core/store/file/run_thinner.h"

#include "core/record/message.h"
#include "core/store/file/chunk_rows.h"

#include <limits>
#include <utility>

namespace lensboard::store {

namespace {

constexpr std::uint32_t kFirstWindow = 16; ///< ticks
constexpr std::size_t kFactor = 8; ///< from level to level: what two of 16 values save
constexpr std::size_t kGroup = kFactor; ///< chunks, which become about one
constexpr int kSeriesAtOnce = 64;

std::size_t power(std::size_t level)
{
    return level == 0 ? 1 : kFactor * power(level - 1);
}

std::uint32_t windowOf(std::size_t level)
{
    return kFirstWindow * static_cast<std::uint32_t>(power(level));
}

/// The next chunks of \p series from number \p first on, whose numbers are below \p end and whose ticks are before \p limit.
std::vector<Chunk> group(sqlite::Database &database, std::uint32_t series, std::uint32_t first, std::uint32_t end, std::size_t limit)
{
    std::vector<Chunk> chunks;
    if (end < first + kGroup)
        return chunks;
    run_file::eachChunk(database, run_file::kFirstThinned, series, first, [&](const run_file::ChunkRow &row) {
        if (row.outline.number >= end || row.outline.lastFrame >= limit)
            return false;
        chunks.emplace_back(row.outline);
        return chunks.size() < kGroup;
    });
    return chunks;
}

} // namespace

/// In ticks, from which on a level applies.
std::size_t RunThinner::age(std::size_t level) const
{
    return m_kept > std::numeric_limits<std::size_t>::max() / power(level) ? std::numeric_limits<std::size_t>::max() : m_kept * power(level);
}

std::optional<ThinnedChunks> RunThinner::next(sqlite::Database &database, std::size_t frames, std::span<const std::uint32_t> ends)
{
    if (m_kept == 0 || frames <= m_kept || ends.empty())
        return std::nullopt;
    m_progress.resize(ends.size());
    for (int looks = 0; looks < kSeriesAtOnce; ++looks, ++m_series) {
        if (m_series >= ends.size() && m_looked == frames)
            return std::nullopt;
        if (m_series >= ends.size() || m_looked == 0) {
            m_series = 0;
            m_looked = frames;
        }
        std::uint32_t end = ends[m_series];
        for (std::size_t level = 0; level < kLevels && age(level) < frames; ++level) {
            if (auto thinned = due(database, m_series, level, frames, end))
                return thinned;
            end = m_progress[m_series][level];
        }
    }
    return std::nullopt;
}

std::optional<ThinnedChunks> RunThinner::due(sqlite::Database &database, std::uint32_t series, std::size_t level, std::size_t frames,
                                             std::uint32_t end)
{
    std::uint32_t &progress = m_progress[series][level];
    for (;;) {
        std::vector<Chunk> chunks = group(database, series, progress, end, frames - age(level));
        if (chunks.size() < kGroup)
            return std::nullopt;
        run_file::loadChunks(database, run_file::kFirstThinned, series, chunks, ChunkPart::Values);
        std::vector<PlacedValue> values;
        for (const Chunk &chunk : chunks)
            for (std::size_t i = 0; i < chunk.size(); ++i)
                values.push_back(chunk.placed(i));
        const std::vector<PlacedValue> kept = thinned(values, windowOf(level));
        if (kept.size() == values.size()) { // it is measured that rarely
            progress = chunks.back().number() + 1;
            continue;
        }
        ThinnedChunks thinned{series, chunks.front().number(), chunks.back().number(), {}, {values.size() - kept.size(), 0}};
        thinned.chunks.emplace_back(kept.front().frame, thinned.first);
        for (const PlacedValue &placed : kept)
            append(thinned.chunks, placed);
        for (const Chunk &chunk : chunks)
            thinned.removed.nonFinite += chunk.nonFinite();
        for (const Chunk &chunk : thinned.chunks)
            thinned.removed.nonFinite -= chunk.nonFinite();
        const Chunk &last = thinned.chunks.back(); // goes on with what is due next, if it is not full
        m_step = {series, level, last.number() + (last.size() == Chunk::kSize ? 1 : 0)};
        return thinned;
    }
}

std::optional<std::string> RunThinner::done()
{
    m_progress[m_step.series][m_step.level] = m_step.progress;
    if (m_step.level < m_levels)
        return std::nullopt;
    m_levels = m_step.level + 1;
    return record::message("Of ticks before the last %1 each line keeps the least and the greatest value of every %2 ticks from here on "
                           "(tick.keep), to save space",
                           age(m_step.level), windowOf(m_step.level));
}

} // namespace lensboard::store
