#include "core/store/columns/run_store.h"
#include "core/store/derived/heat_map.h"
#include "core/store/file/run_file.h"
#include "core/store/file/run_file_writer.h"
#include "tests/support/scratch_file.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <random>

using namespace lensboard;
using namespace lensboard::store;
using stats::Extent;

namespace {

constexpr std::size_t kNoValue = static_cast<std::size_t>(-1);

/// Fills \p run with series of these values at steps 0, 1, 2 ...; the last series has every third.
void fill(RunStore &run, const std::vector<std::vector<double>> &values)
{
    run.registerTag({"Norm", "L"});
    for (std::size_t series = 0; series < values.size(); ++series)
        run.registerSeries({0, "layer" + std::to_string(series), "mean", record::SeriesRole::Line});
    for (std::size_t i = 0; i < values.front().size(); ++i) {
        const auto step = static_cast<std::int64_t>(i);
        record::Frame frame{{step + 1, 1 + step / 1000, step, step, 1e9 + static_cast<double>(i)}, {}};
        for (std::size_t series = 0; series < values.size(); ++series)
            if (series + 1 < values.size() || i % 3 == 0)
                frame.values.push_back({static_cast<std::uint32_t>(series), values[series][i]});
        run.commit(frame);
    }
}

std::vector<double> noise(std::size_t count, std::uint64_t seed)
{
    std::mt19937_64 random(seed);
    std::vector<double> values;
    for (std::size_t i = 0; i < count; ++i)
        values.push_back(static_cast<double>(random() % 100'000));
    return values;
}

/// Computed value by value from the definition.
struct PlainRow
{
    std::vector<double> greatest;
    std::vector<int> nonFinite;

    PlainRow(const Run &run, std::uint32_t series, const Window &window)
        : greatest(window.columns, NAN), nonFinite(window.columns, 0)
    {
        const auto all = run.sampled(series, {window.axis, -INFINITY, INFINITY, 1}, 100'000'000);
        std::size_t last = kNoValue;
        for (std::size_t column = 0; column < window.columns; ++column) {
            const double width = (window.high - window.low) / static_cast<double>(window.columns);
            const double begin = window.low + static_cast<double>(column) * width;
            const bool isLast = column + 1 == window.columns;
            std::vector<double> here;
            for (std::size_t i = last == kNoValue ? 0 : last + 1; i < all.size(); ++i) {
                const double x = coordinate(all[i].stamp, window.axis);
                if (isLast ? x > window.high : x >= begin + width)
                    break;
                if (x >= begin)
                    here.push_back(all[i].value);
                last = i;
            }
            if (here.empty() && last != kNoValue && last + 1 < all.size())
                here.push_back(all[last].value);
            for (const double value : here)
                if (std::isfinite(value))
                    greatest[column] = std::isnan(greatest[column]) ? value : std::max(greatest[column], value);
                else
                    nonFinite[column] |= std::isnan(value) ? Extent::NaN : value > 0 ? Extent::PositiveInfinity : Extent::NegativeInfinity;
        }
    }
};

bool same(double a, double b)
{
    return a == b || (std::isnan(a) && std::isnan(b));
}

} // namespace

class HeatMapTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        auto middle = noise(40'000, 2);
        for (std::size_t i = 7000; i < 15'000; ++i)
            middle[i] = i % 5 == 0 ? INFINITY : NAN;
        middle[20'000] = -INFINITY;
        fill(m_run, {noise(40'000, 1), middle, noise(40'000, 3)});
        saveRunCopy(m_run, m_file.path());
    }

    /// Few values per column are read individually, so the cells are exact.
    void cellsAreThoseOfTheDefinition_data()
    {
        QTest::addColumn<int>("columns");
        QTest::addColumn<double>("low");
        QTest::addColumn<double>("high");
        QTest::newRow("a value in several columns") << 640 << 1000.0 << 1040.0;
        QTest::newRow("about a value a column") << 512 << 6900.0 << 7412.0;
        QTest::newRow("eight a column") << 1000 << 12'000.0 << 20'000.0;
        QTest::newRow("beyond both ends") << 4000 << -2000.0 << 46'000.0;
        QTest::newRow("before all") << 10 << -20.0 << -10.0;
        QTest::newRow("after all") << 10 << 50'000.0 << 50'010.0;
        QTest::newRow("between two") << 16 << 100.25 << 100.75;
    }

    void cellsAreThoseOfTheDefinition()
    {
        QFETCH(int, columns);
        QFETCH(double, low);
        QFETCH(double, high);
        const RunFile file(m_file.path());
        const Window window{record::Axis::Step, low, high, static_cast<std::size_t>(columns)};
        for (const Run *run : {static_cast<const Run *>(&m_run), static_cast<const Run *>(&file)}) {
            const HeatMap map = heatMap(*run, kAll, window);
            QCOMPARE(map.cells.size(), kAll.size() * map.columns);
            for (std::size_t row = 0; row < kAll.size(); ++row) {
                const PlainRow plain(m_run, kAll[row], window);
                for (std::size_t column = 0; column < map.columns; ++column) {
                    const std::size_t cell = row * map.columns + column;
                    QVERIFY2(same(map.cells[cell], plain.greatest[column]) && map.nonFinite[cell] == plain.nonFinite[column],
                             qPrintable(QString("row %1, column %2: %3, not %4").arg(row).arg(column)
                                            .arg(double{map.cells[cell]}).arg(plain.greatest[column])));
                }
            }
        }
    }

    /// Many values per column: each cell lies within the range of its column, and no spike is lost.
    void noSpikeIsLostAtAnyZoom()
    {
        std::mt19937_64 random(9);
        for (int round = 0; round < 60; ++round) {
            const double low = static_cast<double>(random() % 20'000) - 500, high = low + 5000 + static_cast<double>(random() % 30'000);
            const Window window{record::Axis::Step, low, high, 20 + random() % 300};
            const HeatMap map = heatMap(m_run, kAll, window);
            for (std::size_t row = 0; row < kAll.size(); ++row) {
                const PlainRow plain(m_run, kAll[row], window);
                const auto greatestNear = [&](const auto &cells, std::size_t column) {
                    double greatest = -INFINITY;
                    for (std::size_t i = column > 0 ? column - 1 : 0; i < std::min(column + 2, map.columns); ++i)
                        greatest = std::fmax(greatest, double{cells[i]});
                    return greatest;
                };
                const std::span<const float> cells(map.cells.data() + row * map.columns, map.columns);
                for (std::size_t column = 0; column < map.columns; ++column) {
                    QVERIFY(!(plain.greatest[column] > greatestNear(cells, column)));
                    QVERIFY(!(cells[column] > greatestNear(plain.greatest, column)));
                }
            }
        }
    }

    void aSpikeStandsInAPictureOfAll()
    {
        RunStore run;
        auto values = noise(300'000, 4);
        values[123'456] = 1e9;
        fill(run, {values, values});
        for (const std::size_t columns : {50, 333, 1000, 4000}) {
            const HeatMap map = heatMap(run, std::vector<std::uint32_t>{0}, {record::Axis::Step, 0, 299'999, columns});
            const auto spike = std::ranges::find(map.cells, 1e9f);
            QVERIFY(spike != map.cells.end());
            QVERIFY(std::abs(static_cast<double>(spike - map.cells.begin()) - 123'456.0 / 300'000 * static_cast<double>(columns)) < 2);
            QVERIFY(std::ranges::none_of(map.cells, [](float cell) { return std::isnan(cell); }));
        }
    }

    /// Many values at few places: interpolation of nodes would smear them over the columns between.
    void anAxisWithJumpsHoldsTheLastValue()
    {
        const Window window{record::Axis::Epoch, 1, 41, 320};
        const HeatMap map = heatMap(m_run, std::vector<std::uint32_t>{0}, window);
        const PlainRow plain(m_run, 0, window);
        for (std::size_t column = 0; column < map.columns; ++column)
            QCOMPARE(double{map.cells[column]}, plain.greatest[column]);
    }

    void nothingIsNothing()
    {
        QVERIFY(heatMap(m_run, {}, {record::Axis::Step, 0, 10, 5}).cells.empty());
        const HeatMap map = heatMap(m_run, kAll, {record::Axis::Step, 10, 10, 5});
        QCOMPARE(map.cells.size(), std::size_t{15});
        QVERIFY(std::isnan(map.cells.front()));
        QVERIFY(std::isnan(robustRange(map, 0.01).first));
        QVERIFY(std::isnan(heatMap(m_run, std::vector<std::uint32_t>{7}, {record::Axis::Step, 0, 10, 5}).cells.front())); // no such series
    }

    void theRangeLeavesOutliersOut()
    {
        HeatMap map{1, 202, {}, {}};
        for (int i = 0; i <= 200; ++i)
            map.cells.push_back(static_cast<float>(i));
        map.cells.push_back(NAN);
        QCOMPARE(robustRange(map, 0.01), std::pair(2.0, 198.0));
        QCOMPARE(robustRange(map, 0), std::pair(0.0, 200.0));
    }

private:
    const std::vector<std::uint32_t> kAll = {0, 1, 2};
    RunStore m_run;
    test::ScratchFile m_file{"run.lbrun"};
};

LENSBOARD_TEST(HeatMapTest)
#include "tst_heat_map.moc"
