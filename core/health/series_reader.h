#pragma once

#include "core/health/signals.h"
#include "core/store/run.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace lensboard::health {

/// Reads the values of some series of a run tick by tick, each once, in stretches that bound the memory for it. A value that
/// stands at an earlier tick than its neighbours before it comes with theirs. Values that were read may be thinned afterwards.
class SeriesReader
{
public:
    struct Value
    {
        std::size_t line = 0;
        double value = 0;
        bool isThinned = false; ///< only extremes are left of its neighbours
    };

    /// Values of some ticks, those of a tick side by side.
    struct Stretch
    {
        std::vector<Value> values;
        std::vector<std::size_t> ends;   ///< of each tick, in \c values
        std::vector<std::int64_t> steps; ///< of each tick
        std::size_t wholeFrom = 0;       ///< the first tick from which on no series is thinned
    };

    void add(std::uint32_t series) { m_series.push_back({series}), m_numbers.push_back(series); }
    void clear() { *this = {}; }
    bool hasBeyond(std::size_t frames) const { return m_frame < frames; }
    /// The next ticks up to, without, \p last, or as many as fit.
    /// Errors: RunFileError.
    const Stretch &next(const store::Run &run, std::size_t last);
    /// Chunks that thinning has removed from \p run, as the numbers of the others tell; rises with each thinning.
    /// Errors: RunFileError.
    std::size_t removedChunks(const store::Run &run) const;
    /// The last step that was found to be thinned.
    std::optional<std::int64_t> thinnedUpTo() const { return m_thinnedUpTo; }

private:
    struct Series
    {
        std::uint32_t number = 0;
        std::size_t read = 0; ///< values
        std::size_t removed = 0;   ///< chunks, when it was looked at last
        std::size_t wholeFrom = 0; ///< the tick from which on it is not thinned
    };

    struct Placed
    {
        std::uint32_t tick; ///< in the stretch
        std::uint32_t line;
        double value;
        bool isThinned;
    };

    void followThinning(const store::ColumnView &column, Series &series, const store::TickTable &ticks);
    void read(const store::ColumnView &column, std::size_t line, std::size_t last);
    void sort(std::size_t ticks);

    static constexpr std::size_t kMostValues = 1 << 18, kLeastTicks = 16;

    std::vector<Series> m_series;
    std::vector<std::uint32_t> m_numbers;
    std::size_t m_frame = 0; ///< the next
    std::optional<std::int64_t> m_thinnedUpTo;
    std::vector<Placed> m_placed;
    Stretch m_stretch;
};

} // namespace lensboard::health
