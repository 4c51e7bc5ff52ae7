#include "core/store/columns/run_store.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace lensboard;
using namespace lensboard::store;
using stats::Point;

namespace {

record::TickStamp stampAt(std::int64_t step)
{
    return {step, 1, step, 10 * step, 0.5 * static_cast<double>(step)};
}

/// A run of one series with these values at steps 0, 1, 2 ...
struct Series
{
    RunStore run;

    explicit Series(const std::vector<double> &values, std::int64_t stride = 1)
    {
        run.registerTag({"Loss", "L"});
        run.registerSeries({0, "Loss", "loss", record::SeriesRole::Line});
        for (std::size_t i = 0; i < values.size(); ++i)
            run.commit({stampAt(static_cast<std::int64_t>(i) * stride), {{0, values[i]}}});
    }
    Trace trace(double low, double high, std::size_t columns) const
    {
        return run.trace(0, {record::Axis::Step, low, high, columns});
    }
    std::vector<double> values() const
    {
        std::vector<double> values;
        for (const PlacedValue &placed : run.values(0, 0, 1'000'000))
            values.push_back(placed.value);
        return values;
    }
};

std::vector<double> noise(std::size_t count)
{
    std::mt19937_64 random(11);
    std::vector<double> values;
    for (std::size_t i = 0; i < count; ++i)
        values.push_back(static_cast<double>(random() % 1000));
    return values;
}

} // namespace

class TraceTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    /// At any zoom: at most two points per column, and the drawn range equals the range of the values, to within a pyramid node.
    void everyColumnSpansItsValues_data()
    {
        QTest::addColumn<int>("count");
        QTest::addColumn<int>("columns");
        QTest::addColumn<double>("from");
        QTest::addColumn<double>("to");
        QTest::newRow("values") << 5000 << 700 << 0.0 << 1.0;
        QTest::newRow("nodes of 16") << 60'000 << 700 << 0.0 << 1.0;
        QTest::newRow("nodes of 64") << 300'000 << 700 << 0.0 << 1.0;
        QTest::newRow("nodes of 1024") << 1'000'000 << 200 << 0.0 << 1.0;
        QTest::newRow("a part") << 300'000 << 300 << 0.31 << 0.77;
        QTest::newRow("a small part") << 300'000 << 300 << 0.5 << 0.503;
    }

    void everyColumnSpansItsValues()
    {
        QFETCH(int, count);
        QFETCH(int, columns);
        QFETCH(double, from);
        QFETCH(double, to);
        std::vector<double> values = noise(static_cast<std::size_t>(count));
        const double low = std::floor(from * count), high = std::floor(to * count);
        const auto spike = static_cast<std::size_t>(low + 0.6 * (high - low));
        values[spike] = 1e9; // a single value
        const Series series(values);
        const Trace seen = series.trace(low, high, static_cast<std::size_t>(columns));
        QVERIFY2(seen.points.size() <= static_cast<std::size_t>(2 * columns + 4), qPrintable(QString::number(seen.points.size())));
        const double perColumn = (high - low) / columns;
        QVERIFY(std::any_of(seen.points.begin(), seen.points.end(), [&](const Point &point) {
            return point.y == 1e9 && std::abs(point.x - static_cast<double>(spike)) <= perColumn;
        }));
        QVERIFY(std::is_sorted(seen.points.begin(), seen.points.end(), [](const Point &a, const Point &b) { return a.x < b.x; }));
        // Each column, together with its neighbours, covers the range of its values.
        for (int column = 1; column + 1 < columns; ++column) {
            const double begin = low + column * perColumn, end = begin + perColumn;
            double least = 1e300, greatest = -1e300;
            for (auto i = static_cast<std::size_t>(std::ceil(begin)); i < static_cast<std::size_t>(std::ceil(end)); ++i) {
                least = std::min(least, values[i]);
                greatest = std::max(greatest, values[i]);
            }
            double drawnLeast = 1e300, drawnGreatest = -1e300;
            for (const Point &point : seen.points)
                if (point.x >= begin - perColumn && point.x < end + perColumn) {
                    drawnLeast = std::min(drawnLeast, point.y);
                    drawnGreatest = std::max(drawnGreatest, point.y);
                }
            QVERIFY(drawnLeast <= least && drawnGreatest >= greatest);
        }
    }

    void zoomedInGivesTheValuesAndOneBeyondEachEnd()
    {
        std::vector<double> values(100'000);
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = static_cast<double>(i);
        const Series series(values);
        const Trace seen = series.trace(54'320.5, 54'323.5, 100);
        QCOMPARE(seen.points, (std::vector<Point>{{54320, 54320}, {54321, 54321}, {54322, 54322}, {54323, 54323}, {54324, 54324}}));
        QCOMPARE(series.trace(-10, 0.5, 100).points, (std::vector<Point>{{0, 0}, {1, 1}}));
        QVERIFY(Series({}).trace(0, 1, 10).points.empty());
    }

    void nonFiniteValuesAreGapsAndMarks()
    {
        std::vector<double> values(50'000);
        for (std::size_t i = 0; i < values.size(); ++i)
            values[i] = i >= 20'000 && i < 30'000 ? NAN : static_cast<double>(i % 3);
        values[40'000] = INFINITY; // among finite ones
        const Series series(values);
        const Trace seen = series.trace(0, 50'000, 100);
        const auto gap = std::find_if(seen.points.begin(), seen.points.end(), [](const Point &p) { return std::isnan(p.y); });
        QVERIFY(gap != seen.points.end() && gap->x >= 20'000 && gap->x < 30'500);
        QVERIFY(std::any_of(seen.nonFinite.begin(), seen.nonFinite.end(), [](const Point &p) {
            return std::isinf(p.y) && std::abs(p.x - 40'000) <= 500;
        }));
        QCOMPARE(series.run.tally(0), (SeriesTally{50'000, 10'001}));
        for (const Point &point : seen.points)
            QVERIFY(!std::isinf(point.y));
    }

    void theLastValueAtOrBeforeAPlace()
    {
        const Series series({10, 11, 12}, 5);
        QVERIFY(!series.run.valueAt(0, record::Axis::Step, -1));
        QCOMPARE(series.run.valueAt(0, record::Axis::Step, 0)->value, 10.0);
        QCOMPARE(series.run.valueAt(0, record::Axis::Step, 9.9)->value, 11.0);
        QCOMPARE(series.run.valueAt(0, record::Axis::WallTime, 5)->stamp.step, 10);
        QCOMPARE(series.run.valueAt(0, record::Axis::Step, INFINITY)->value, 12.0);
    }

    void theFirstValueThatIsNotFinite()
    {
        std::vector<double> values = noise(5000);
        QVERIFY(!Series(values).run.firstNonFinite(0));
        values[4000] = NAN;
        values[3333] = -INFINITY;
        const auto first = Series(values, 2).run.firstNonFinite(0);
        QCOMPARE(first->stamp.step, 6666);
        QCOMPARE(first->value, -INFINITY);
    }

    void theLastValuesOfManySeries()
    {
        Series series({10, 11, 12}, 5);
        series.run.registerSeries({0, "Loss", "other", record::SeriesRole::Line});
        series.run.commit({stampAt(20), {{1, 7.0}}});
        const auto values = series.run.valuesAt(std::vector<std::uint32_t>{1, 0}, record::Axis::Step, 12);
        QVERIFY(!values[0]);
        QCOMPARE(values[1]->value, 12.0);
        QCOMPARE(series.run.valuesAt(std::vector<std::uint32_t>{1}, record::Axis::Step, 20)[0]->value, 7.0);
    }

    void sampledValuesAreValues()
    {
        const Series series(noise(10'000));
        QCOMPARE(series.run.sampled(0, {record::Axis::Step, 100, 200, 10}, 1000).size(), std::size_t{103});
        const auto some = series.run.sampled(0, {record::Axis::Step, 0, 10'000, 10}, 500);
        QCOMPARE(some.size(), std::size_t{500});
        for (const auto &[stamp, value] : some)
            QCOMPARE(value, series.values()[static_cast<std::size_t>(stamp.step)]);
    }

    /// Imported runs repeat steps, add late ones, and restart.
    void repeatedAndLateStepsTakeTheirPlace()
    {
        std::vector<double> expected = noise(5000);
        Series series(expected, 10);
        series.run.commit({stampAt(41'230), {{0, -1.0}}});
        series.run.commit({stampAt(41'230), {{0, -2.0}}});
        expected.insert(expected.begin() + 4124, {-1, -2});
        QCOMPARE(series.values(), expected);
        QCOMPARE(series.run.valueAt(0, record::Axis::Step, 41'230)->value, -2.0);
        std::mt19937 random(5);
        for (int i = 0; i < 2000; ++i) { // enough to split chunks
            const auto step = static_cast<std::int64_t>(random() % 50'000);
            series.run.commit({stampAt(step), {{0, 0.5}}});
        }
        const auto ticks = series.run.ticks(0, series.run.frameCount());
        const auto placed = series.run.values(0, 0, 1'000'000);
        for (std::size_t i = 1; i < placed.size(); ++i)
            QVERIFY(std::pair(ticks[placed[i - 1].frame].step, placed[i - 1].frame) < std::pair(ticks[placed[i].frame].step, placed[i].frame));
        QCOMPARE(series.run.tally(0).count, placed.size());
        const auto late = series.run.valueAt(0, record::Axis::Step, 49'990);
        series.run.cut({{0, 30'000}});
        QCOMPARE(late->stamp.step, 49'990);
        QVERIFY(series.run.valueAt(0, record::Axis::Step, INFINITY)->stamp.step < 30'000);
        QCOMPARE(series.run.tally(0).count, series.values().size());
        RunCursor cursor;
        series.run.since(cursor);
        series.run.cut({{0, 100}});
        QVERIFY(series.run.since(cursor).restarted);
        series.run.cut({{0, -1}});
        QVERIFY(series.values().empty());
        series.run.commit({stampAt(3), {{0, 3.0}}});
        QCOMPARE(series.values(), std::vector<double>{3});
    }

    /// A run that returns to its first steps has them twice. A trace over time shows one pass after the other.
    void alongTimeValuesStandInTheOrderOfTheirTimes_data()
    {
        QTest::addColumn<int>("count");
        QTest::newRow("few") << 50;
        QTest::newRow("many") << 4'000;
    }

    void alongTimeValuesStandInTheOrderOfTheirTimes()
    {
        QFETCH(int, count);
        Series series({});
        const auto commit = [&](int step, double seconds, double value) {
            record::TickStamp stamp = stampAt(step);
            stamp.wallSeconds = 1000; // the ticks' only time
            series.run.commit({stamp, {{0, value}}, {}, {}, {seconds}});
        };
        for (int i = 0; i < count; ++i)
            commit(i, 2000 + i, 1);
        for (int i = 0; i < count; ++i)
            commit(i, 2000 + count + i, 2);
        const double middle = 2000 + count, end = middle + count;
        const Trace seen = series.run.trace(0, {record::Axis::WallTime, 2000, end, 20});
        QVERIFY(std::is_sorted(seen.points.begin(), seen.points.end(), [](const Point &a, const Point &b) { return a.x < b.x; }));
        for (const Point &point : seen.points)
            if (std::abs(point.x - middle) > count / 10.0)
                QCOMPARE(point.y, point.x < middle ? 1.0 : 2.0);
        const auto last = series.run.valueAt(0, record::Axis::WallTime, middle - 0.5);
        QCOMPARE(last->stamp.step, count - 1);
        QCOMPARE(last->stamp.wallSeconds, middle - 1);
        const auto span = series.run.span(0, record::Axis::WallTime);
        QCOMPARE(span->first.wallSeconds, 2000.0);
        QCOMPARE(span->second.wallSeconds, end - 1);
        commit(5, end + 7, 3); // continues
        QCOMPARE(series.run.valueAt(0, record::Axis::WallTime, INFINITY)->value, 3.0);
        QCOMPARE(series.run.sampled(0, {record::Axis::WallTime, end, end + 100, 10}, 10).back().stamp.wallSeconds, end + 7);
    }

    /// If times rise with the steps, the known order is kept as the run grows and is cut.
    void timesThatRiseAreFollowedAsTheyGrow()
    {
        Series series(noise(3000));
        const auto last = [&] { return series.run.valueAt(0, record::Axis::WallTime, INFINITY)->stamp.step; };
        QCOMPARE(last(), 2999);
        for (int step = 3000; step < 5000; step += 10) {
            series.run.commit({stampAt(step), {{0, 1.0}}});
            QCOMPARE(last(), step);
        }
        series.run.cut({{0, 2500}});
        QCOMPARE(last(), 2499);
        record::TickStamp late = stampAt(2600);
        late.wallSeconds = 7; // earlier than others
        series.run.commit({late, {{0, 5.0}}});
        QCOMPARE(last(), 2499);
        QCOMPARE(series.run.valueAt(0, record::Axis::WallTime, 7.2)->stamp.step, 2600);
    }
};

LENSBOARD_TEST(TraceTest)
#include "tst_trace.moc"
