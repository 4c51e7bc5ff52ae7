#pragma once

#include "tests/support/made_run.h"
#include "tests/support/patience.h"

#include <QDeadlineTimer>
#include <QTest>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <vector>

namespace lensboard::test {

/// Returns the values kept by thinning: the first least and greatest, and the first of each kind of non-finite value.
inline std::map<std::uint32_t, double> extremes(const std::vector<store::PlacedValue> &values)
{
    std::array<std::optional<store::PlacedValue>, 5> kept;
    for (const store::PlacedValue &placed : values) {
        const double value = placed.value;
        if (std::isfinite(value)) {
            if (!kept[0] || value < kept[0]->value)
                kept[0] = placed;
            if (!kept[1] || value > kept[1]->value)
                kept[1] = placed;
        } else if (auto &first = kept[std::isnan(value) ? 2 : value > 0 ? 3 : 4]; !first)
            first = placed;
    }
    std::map<std::uint32_t, double> byFrame;
    for (const auto &placed : kept)
        if (placed)
            byFrame.emplace(placed->frame, placed->value);
    return byFrame;
}

inline bool sameValues(const std::map<std::uint32_t, double> &a, const std::map<std::uint32_t, double> &b)
{
    return std::ranges::equal(a, b, [](const auto &x, const auto &y) { return x.first == y.first && same(x.second, y.second); });
}

/// Checks that a made run of \p frames ticks has all of the last \p keep ticks, and the extremes of every older window of 16, 128 … ticks, depending
/// on its age.
inline void checkThinned(const store::Run &run, std::size_t frames, std::size_t keep, std::size_t seriesCount)
{
    QCOMPARE(run.frameCount(), frames);
    for (std::uint32_t series = 0; series < seriesCount; ++series) {
        std::vector<store::PlacedValue> made, found;
        const QDeadlineTimer deadline(kPatience);
        while ((found = run.values(series, 0, frames)).size() != run.tally(series).count) // thinned between the two calls
            QVERIFY(!deadline.hasExpired());
        for (std::size_t frame = 0; frame < frames; ++frame)
            for (const record::SeriesValue &value : madeFrame(frame, seriesCount).values)
                if (value.series == series)
                    made.push_back({static_cast<std::uint32_t>(frame), value.value});
        QVERIFY(std::ranges::is_sorted(found, std::ranges::less(), &store::PlacedValue::frame));
        const auto inside = [](const std::vector<store::PlacedValue> &values, std::size_t begin, std::size_t end) {
            const auto first = std::ranges::lower_bound(values, begin, {}, &store::PlacedValue::frame);
            return std::vector<store::PlacedValue>(first, std::ranges::lower_bound(first, values.end(), end, {}, &store::PlacedValue::frame));
        };
        const auto all = [](const std::vector<store::PlacedValue> &values) {
            std::map<std::uint32_t, double> byFrame;
            for (const auto &placed : values)
                byFrame.emplace(placed.frame, placed.value);
            return byFrame;
        };
        QVERIFY(sameValues(all(inside(found, frames - keep, frames)), all(inside(made, frames - keep, frames))));
        for (std::size_t window = 16, age = keep; age < frames; window *= 8, age *= 8) { // windows between here and the next age are at most this wide
            const std::size_t oldest = frames > 8 * age ? frames - 8 * age : 0;
            for (std::size_t begin = (oldest + window - 1) / window * window; begin + window <= frames - age; begin += window)
                QVERIFY2(sameValues(extremes(inside(found, begin, begin + window)), extremes(inside(made, begin, begin + window))),
                         qPrintable(QString("series %1, ticks from %2, %3").arg(series).arg(begin).arg(window)));
        }
        for (const store::PlacedValue &placed : found)
            QVERIFY(same(placed.value, madeValue(placed.frame, series)));
    }
}

} // namespace lensboard::test
