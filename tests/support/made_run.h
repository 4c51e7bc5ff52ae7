#pragma once

#include "core/store/columns/run_store.h"

#include <cmath>
#include <limits>

namespace lensboard::test {

/// Value of \p series at \p frame in a made run, including non-finite values.
inline double madeValue(std::size_t frame, std::size_t series)
{
    if ((frame + series) % 17 == 3)
        return std::numeric_limits<double>::quiet_NaN();
    if ((frame + series) % 23 == 5)
        return frame % 2 ? std::numeric_limits<double>::infinity() : -std::numeric_limits<double>::infinity();
    return std::sin(0.1 * static_cast<double>(frame)) * static_cast<double>(series + 1) / 3.0;
}

/// Returns true if a made run has a value of \p series at \p frame. The second series has gaps.
inline bool isMeasured(std::size_t frame, std::size_t series)
{
    return series != 1 || frame % 7 == 0 || (frame > 1100 && frame < 1300);
}

inline void addMadeSeries(store::RunStore &run, std::size_t count)
{
    record::TagSpec tag{"Weight Norm", "ParameterNorm", record::TagKind::Numerical, "L2 norm"};
    tag.yLimits = std::pair(-2.0, 2.0);
    run.registerTag(tag);
    for (std::size_t series = 0; series < count; ++series)
        run.registerSeries({0, "layer" + std::to_string(series), "mean", record::SeriesRole::Line});
}

inline record::Frame madeFrame(std::size_t frame, std::size_t seriesCount)
{
    const auto number = static_cast<std::int64_t>(frame) + 1;
    record::Frame made{{number, 1 + number / 100, 10 * number, 640 * number, 1.7e9 + static_cast<double>(frame) / 3}, {}};
    if (frame % 31 == 30) // all lenses were off
        return made;
    for (std::size_t series = 0; series < seriesCount; ++series)
        if (isMeasured(frame, series))
            made.values.push_back({static_cast<std::uint32_t>(series), madeValue(frame, series)});
    return made;
}

inline bool same(double a, double b)
{
    return a == b || (std::isnan(a) && std::isnan(b));
}

/// Compares values and their times.
inline bool same(const record::Frame &a, const record::Frame &b)
{
    bool isSame = a.stamp == b.stamp && a.values.size() == b.values.size();
    for (std::size_t i = 0; isSame && i < a.values.size(); ++i)
        isSame = a.values[i].series == b.values[i].series && same(a.values[i].value, b.values[i].value)
              && same(a.ownWallSeconds(i), b.ownWallSeconds(i));
    return isSame;
}

/// Returns a made frame; some of its values have times of their own, except in every fourth frame.
inline record::Frame timedFrame(std::size_t frame, std::size_t seriesCount)
{
    record::Frame made = madeFrame(frame, seriesCount);
    if (frame % 4 != 0)
        for (std::size_t i = 0; i < made.values.size(); ++i)
            made.valueWallSeconds.push_back(made.stamp.wallSeconds + 0.25 * static_cast<double>((frame + i) % 3));
    return made;
}

/// Returns everything in a run except its values.
inline store::RunChanges whole(const store::Run &run)
{
    store::RunCursor cursor;
    return run.since(cursor);
}

inline std::vector<record::Frame> frames(const store::Run &run)
{
    return run.frames(0, run.frameCount());
}

} // namespace lensboard::test
