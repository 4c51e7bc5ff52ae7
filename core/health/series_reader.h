#pragma once

#include "core/health/signals.h"
#include "core/store/run.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace lensboard::health {

/// Reads each value of some series once, tick by tick, in stretches of limited memory. A value at an earlier tick than the values before it is
/// placed beside them. Values may be thinned after they were read.
class SeriesReader
{
public:
    struct Value
    {
        std::size_t line = 0;
        double value = 0;
        bool isThinned = false; ///< true if only extremes are left of its neighbours
    };

    /// Values of consecutive ticks, grouped by tick.
    struct Stretch
    {
        std::vector<Value> values;
        std::vector<std::size_t> ends;   ///< end of each tick, as an index into \c values
        std::vector<std::int64_t> steps, epochs; ///< of each tick
        std::size_t wholeFrom = 0;       ///< index of the first tick after all thinned values
    };

    void add(std::uint32_t series) { m_series.push_back({series}), m_numbers.push_back(series); }
    void clear() { *this = {}; }
    bool hasBeyond(std::size_t frames) const { return m_frame < frames; }
    /// Returns the next ticks before \p last, or as many as fit. The result is valid until the next call.
    /// Errors: RunFileError.
    const Stretch &next(const store::Run &run, std::size_t last);
    /// Returns the number of chunks that thinning has removed from \p run, from gaps in chunk numbers; rises with each thinning.
    /// Errors: RunFileError.
    std::size_t removedChunks(const store::Run &run) const;
    /// Returns the last step found thinned.
    std::optional<std::int64_t> thinnedUpTo() const { return m_thinnedUpTo; }

private:
    struct Series
    {
        std::uint32_t number = 0;
        std::size_t read = 0; ///< number of values read
        std::size_t removed = 0;   ///< number of removed chunks at the last look
        std::size_t wholeFrom = 0; ///< the tick after the last thinned one
    };

    struct Placed
    {
        std::uint32_t tick; ///< index in the stretch
        std::uint32_t line;
        double value;
        bool isThinned;
    };

    void followThinning(const store::ColumnView &column, Series &series, const store::TickTable &ticks);
    void read(const store::ColumnView &column, std::size_t line, std::size_t last);
    void sort(std::size_t ticks);

    static constexpr std::size_t kMaxValues = 1 << 18, kMinTicks = 16;

    std::vector<Series> m_series;
    std::vector<std::uint32_t> m_numbers;
    std::size_t m_frame = 0; ///< the next tick to read
    std::optional<std::int64_t> m_thinnedUpTo;
    std::vector<Placed> m_placed;
    Stretch m_stretch;
};

} // namespace lensboard::health
