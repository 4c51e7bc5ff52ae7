#include "core/stats/decimate.h"

#include <QTest>

#include <cmath>
#include <random>

using lensboard::stats::decimate;
using lensboard::stats::Point;

class DecimateTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void everyColumnKeepsItsExtremes()
    {
        std::mt19937_64 random(11);
        std::vector<Point> points;
        for (int i = 0; i < 100000; ++i)
            points.push_back({static_cast<double>(i), static_cast<double>(random() % 1000)});
        points[54321].y = 1e9; // a spike one point wide
        constexpr std::size_t kColumns = 300;
        const auto seen = decimate(points, 0, 100000, kColumns);
        QVERIFY(seen.size() <= 2 * kColumns);
        QVERIFY(std::find(seen.begin(), seen.end(), points[54321]) != seen.end());
        for (std::size_t column = 0; column < kColumns; ++column) {
            const auto within = [&](const Point &p) {
                return static_cast<std::size_t>(p.x * kColumns / 100000) == column;
            };
            double wantLow = 1e300, wantHigh = -1e300, low = 1e300, high = -1e300;
            for (const Point &p : points)
                if (within(p)) {
                    wantLow = std::min(wantLow, p.y);
                    wantHigh = std::max(wantHigh, p.y);
                }
            for (const Point &p : seen)
                if (within(p)) {
                    low = std::min(low, p.y);
                    high = std::max(high, p.y);
                }
            QCOMPARE(low, wantLow);
            QCOMPARE(high, wantHigh);
        }
        QVERIFY(std::is_sorted(seen.begin(), seen.end(), [](const Point &a, const Point &b) { return a.x < b.x; }));
    }

    void gapsStayGaps()
    {
        std::vector<Point> points;
        for (int i = 0; i < 10000; ++i)
            points.push_back({static_cast<double>(i), i >= 4000 && i < 6000 ? NAN : 1.0 + i % 3});
        const auto seen = decimate(points, 0, 10000, 100);
        const auto gap = std::find_if(seen.begin(), seen.end(), [](const Point &p) { return std::isnan(p.y); });
        QVERIFY(gap != seen.end());
        QVERIFY(gap != seen.begin() && (gap - 1)->x < 4000 && (gap + 1)->x >= 6000);
    }

    void zoomedInGivesThePointsAndOneBeyondEachEnd()
    {
        std::vector<Point> points;
        for (int i = 0; i < 1000; ++i)
            points.push_back({static_cast<double>(i), static_cast<double>(i)});
        const auto seen = decimate(points, 100.5, 103.5, 100);
        QCOMPARE(seen.front().x, 100.0);
        QCOMPARE(seen.back().x, 104.0);
        QCOMPARE(seen.size(), std::size_t{5});
        QVERIFY(decimate({}, 0, 1, 10).empty());
    }
};

QTEST_GUILESS_MAIN(DecimateTest)
#include "tst_decimate.moc"
