#include "core/store/columns/run_store.h"
#include "core/store/derived/heat_map.h"
#include "core/store/derived/smoothed_run.h"
#include "core/store/file/run_file.h"
#include "core/store/file/run_saver.h"
#include "tests/support/made_run.h"
#include "tests/support/patience.h"
#include "tests/support/scratch_file.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>
#include <future>
#include <memory>
#include <numeric>

using namespace lensboard;
using namespace lensboard::store;

namespace {

constexpr std::size_t kReleasedSeries = 5;

/// Two runs with the same values. One is written to a file and keeps at most \p maxKept bytes of the written values in memory.
class Twins
{
public:
    explicit Twins(std::size_t maxKept, bool hasTimes = false)
        : released(std::make_shared<RunStore>(record::RunInfo(), maxKept)), inMemory(std::make_shared<RunStore>()), m_file("run.lbrun"),
          m_hasTimes(hasTimes)
    {
        for (const auto &run : {released, inMemory})
            test::addMadeSeries(*run, kReleasedSeries);
        saver = std::make_unique<RunSaver>(released, m_file.path());
    }

    const std::filesystem::path &path() const { return m_file.path(); }

    void commit(std::size_t count)
    {
        for (; count > 0; --count, ++m_frames)
            for (const auto &run : {released, inMemory})
                run->commit(m_hasTimes ? test::timedFrame(m_frames, kReleasedSeries) : test::madeFrame(m_frames, kReleasedSeries));
        QVERIFY(saver->waitUntilWritten(test::kPatience));
    }

    void end()
    {
        for (const auto &run : {released, inMemory})
            run->update([](record::RunInfo &info) { info.status = record::RunStatus::Finished; });
        QTRY_VERIFY(saver->isClosed());
    }

    std::shared_ptr<RunStore> released, inMemory;
    std::unique_ptr<RunSaver> saver;

private:
    test::ScratchFile m_file;
    bool m_hasTimes;
    std::size_t m_frames = 0;
};

bool same(const Trace &a, const Trace &b)
{
    const auto isSame = [](const stats::Point &p, const stats::Point &q) { return test::same(p.x, q.x) && test::same(p.y, q.y); };
    return std::ranges::equal(a.points, b.points, isSame) && std::ranges::equal(a.nonFinite, b.nonFinite, isSame);
}

bool same(const std::optional<StampedValue> &a, const std::optional<StampedValue> &b)
{
    return a.has_value() == b.has_value() && (!a || (a->stamp == b->stamp && test::same(a->value, b->value)));
}

void compareWindow(const Run &actual, const Run &expected, std::uint32_t series, const Window &window)
{
    QVERIFY(same(actual.trace(series, window), expected.trace(series, window)));
    QVERIFY(same(actual.valueAt(series, window.axis, window.low), expected.valueAt(series, window.axis, window.low)));
    const auto some = actual.sampled(series, window, 50), others = expected.sampled(series, window, 50);
    QVERIFY(std::ranges::equal(some, others, [](const auto &a, const auto &b) { return a.stamp == b.stamp && test::same(a.value, b.value); }));
}

/// Compares all queries, in random order.
void compare(const Run &actual, const Run &expected)
{
    QCOMPARE(actual.frameCount(), expected.frameCount());
    const double last = static_cast<double>(expected.ticks(expected.frameCount() - 1, expected.frameCount()).front().step);
    std::vector<std::uint32_t> all(kReleasedSeries);
    std::iota(all.begin(), all.end(), 0);
    for (const std::size_t columns : {3, 20, 200, 5000}) { // each level of the pyramid, and values
        for (const std::uint32_t series : all)
            for (const record::Axis axis : {record::Axis::Step, record::Axis::WallTime}) {
                const auto at = [&](double share) {
                    const auto stamps = expected.span(series, axis);
                    const double low = coordinate(stamps->first, axis);
                    return low + share * (coordinate(stamps->second, axis) - low);
                };
                compareWindow(actual, expected, series, {axis, at(0), at(1), columns});
                compareWindow(actual, expected, series, {axis, at(0.31), at(0.64), columns});
                QVERIFY(actual.span(series, axis) == expected.span(series, axis));
            }
        const Window window{record::Axis::Step, 0.2 * last, 0.9 * last, columns};
        const HeatMap map = heatMap(actual, all, window), other = heatMap(expected, all, window);
        QVERIFY(std::ranges::equal(map.cells, other.cells, [](float a, float b) { return test::same(a, b); }));
        QVERIFY(map.nonFinite == other.nonFinite);
    }
    const auto frames = test::frames(actual), others = test::frames(expected);
    QVERIFY(std::ranges::equal(frames, others, [](const auto &a, const auto &b) { return test::same(a, b); }));
    for (const std::uint32_t series : all) {
        QVERIFY(actual.tally(series) == expected.tally(series));
        QVERIFY(same(actual.firstNonFinite(series), expected.firstNonFinite(series)));
        QVERIFY(gapsOf(actual, series, std::array{std::int64_t{9000}}, record::Axis::WallTime).size()
                == gapsOf(expected, series, std::array{std::int64_t{9000}}, record::Axis::WallTime).size());
    }
}

std::shared_ptr<record::TensorValue> tensorOf(float value)
{
    return std::make_shared<record::TensorValue>(record::TensorValue{{2}, {value, -value}});
}

} // namespace

class TestReleasedRun : public QObject
{
    Q_OBJECT

private slots:
    void isReadAsOneInMemory_data()
    {
        QTest::addColumn<std::size_t>("maxKept");
        QTest::addColumn<bool>("hasTimes");
        for (const bool hasTimes : {false, true}) {
            QTest::addRow("nothing is kept, times %d", hasTimes) << std::size_t{0} << hasTimes;
            QTest::addRow("some is kept, times %d", hasTimes) << std::size_t{40'000} << hasTimes;
        }
    }

    void isReadAsOneInMemory()
    {
        QFETCH(std::size_t, maxKept);
        QFETCH(bool, hasTimes);
        Twins twins(maxKept, hasTimes);
        const SmoothedRun smoothed(twins.released, 0.9), other(twins.inMemory, 0.9);
        for (const std::size_t count : {1000, 30, 3000, 2100, 5000}) {
            twins.commit(count);
            compare(*twins.released, *twins.inMemory);
            compare(smoothed, other);
            QVERIFY(twins.released->keptBytes() <= maxKept);
        }
        twins.end();
        compare(*twins.released, *twins.inMemory);
        compare(RunFile(twins.path()), *twins.inMemory);
    }

    /// The limit on kept values lets runs of any length fit into memory.
    void keepsNoMoreThanItMay()
    {
        RunStore run({}, 100'000);
        test::addMadeSeries(run, 1);
        struct Nowhere : ChunkSource
        {
            void load(std::uint32_t, std::span<Chunk>, ChunkPart) const override { throw std::runtime_error("is away"); }
            std::shared_ptr<const record::TensorValue> tensor(std::uint32_t, std::uint32_t) const override { return nullptr; }
            HistogramsByFrame histograms(std::uint32_t, std::uint32_t, std::uint32_t) const override { return {}; }
        };
        for (std::int64_t i = 1; i <= 50'000; ++i)
            run.commit({{i, 1, i, i, 0}, {{0, 1.0}}});
        QCOMPARE(run.keptBytes(), std::size_t{0}); // nothing could be read again
        run.release(50'000, std::make_shared<Nowhere>());
        QVERIFY(run.keptBytes() <= 100'000);
        QVERIFY(run.keptBytes() > 80'000);
        QCOMPARE(run.trace(0, {record::Axis::Step, 1, 50'000, 10}).points.size(), std::size_t{10}); // summaries suffice
        QVERIFY_THROWS_EXCEPTION(std::runtime_error, run.values(0, 0, 10));
        QCOMPARE(run.values(0, 49'990, 10).size(), std::size_t{10}); // the last values are not in full chunks
    }

    void tensorsAreReadFromTheFile()
    {
        const test::ScratchFile file("run.lbrun");
        const auto run = std::make_shared<RunStore>(record::RunInfo(), 0);
        run->registerTag({"Kept", "recorder"});
        run->registerSeries({0, "Kept", "weight", record::SeriesRole::Tensor});
        RunSaver saver(run, file.path());
        std::vector<std::weak_ptr<record::TensorValue>> made;
        for (std::int64_t i = 1; i <= 2500; ++i) {
            auto tensor = tensorOf(static_cast<float>(i));
            made.push_back(tensor);
            run->commit({{i, 1, i, i, 0}, {}, {}, {{0, std::move(tensor)}}});
        }
        QVERIFY(saver.waitUntilWritten(test::kPatience));
        QCOMPARE(run->tensorPlaces(0).size(), std::size_t{2500});
        QTRY_VERIFY(made.front().expired());
        for (const std::uint32_t frame : {0U, 1023U, 1024U, 2499U})
            QCOMPARE(run->tensor(0, frame)->values, (std::vector{static_cast<float>(frame + 1), -static_cast<float>(frame + 1)}));
    }

    void histogramsAreReadFromTheFile()
    {
        const test::ScratchFile file("run.lbrun");
        const auto run = std::make_shared<RunStore>(record::RunInfo(), 0);
        run->registerTag({"Weight Histogram", "Histogram"});
        run->registerSeries({0, "fc", "histogram", record::SeriesRole::Histogram});
        RunSaver saver(run, file.path());
        const auto histogramOf = [](double i) { return record::Histogram{{-1, 0, 1}, {i, 2 * i}}; };
        for (std::int64_t i = 1; i <= 2500; ++i)
            run->commit({{i, 1, i, i, 0}, {}, {{0, histogramOf(static_cast<double>(i))}}});
        const std::weak_ptr first = run->histogram(0, 0);
        QVERIFY(saver.waitUntilWritten(test::kPatience));
        QTRY_VERIFY(first.expired());
        const auto areAll = [&](const std::vector<StampedHistogram> &all) {
            for (std::size_t i = 0; i < all.size(); ++i)
                if (all[i].frame != i || *all[i].histogram != histogramOf(static_cast<double>(i + 1)))
                    return false;
            return all.size() == 2500;
        };
        QVERIFY(areAll(run->histograms(0)));
        QVERIFY(areAll(RunFile(file.path()).histograms(0)));
        run->withdraw(2499);
        run->commit({{2500, 1, 2500, 2500, 0}, {}, {{0, histogramOf(2500)}}});
        QVERIFY(areAll(run->histograms(0)));
    }

    /// The deleted file keeps its values while it is open; the rest is in memory.
    void isReadWhenItsFileWasDeleted()
    {
        Twins twins(0);
        twins.commit(3000);
        QVERIFY(std::filesystem::remove(twins.path()));
        compare(*twins.released, *twins.inMemory);
        for (std::size_t i = 3000; i < 5000; ++i)
            for (const auto &run : {twins.released, twins.inMemory})
                run->commit(test::madeFrame(i, kReleasedSeries));
        compare(*twins.released, *twins.inMemory);
        test::ScratchFile copy("copy.lbrun");
        saveRunCopy(*twins.released, copy.path()); // as advised by the error message
        compare(RunFile(copy.path()), *twins.inMemory);
    }

    void isReadBackBeforeItIsChanged_data()
    {
        QTest::addColumn<int>("change");
        for (int number = 0; const char *change : {"withdraw", "replace", "add", "cut", "an earlier step", "a series twice"})
            QTest::addRow("%s", change) << number++;
    }

    void isReadBackBeforeItIsChanged()
    {
        QFETCH(int, change);
        Twins twins(0);
        twins.commit(2500);
        for (const auto &run : {twins.released, twins.inMemory})
            switch (change) {
            case 0: run->withdraw(1200); break;
            case 1: run->replace(1200, test::madeFrame(1200, 2)); break;
            case 2: run->add(1208, {{}, {{1, 5.0}}}); break;
            case 3: run->cut({{0, 15'000}, {1, 15'000}, {2, 15'000}}); break;
            case 4: run->commit({{700, 7, 7005, 1, 1.7e9}, {{0, 5.0}, {2, 6.0}}}); break;
            default: run->commit({{2501, 25, 25'010, 1, 1.8e9}, {{0, 5.0}, {0, 6.0}}}); break;
            }
        compare(*twins.released, *twins.inMemory);
        QCOMPARE(twins.released->keptBytes(), std::size_t{0});
        for (const auto &run : {twins.released, twins.inMemory})
            for (std::size_t i = 2600; i < 5000; ++i)
                run->commit(test::madeFrame(i, kReleasedSeries));
        QVERIFY(twins.saver->waitUntilWritten(test::kPatience));
        compare(*twins.released, *twins.inMemory);
    }

    void aTrainingDoesNotWaitForAReader()
    {
        RunStore run;
        test::addMadeSeries(run, kReleasedSeries);
        run.visit({}, [&](auto, auto &) {
            auto training = std::async(std::launch::async, [&] {
                for (std::size_t i = 0; i < 1000; ++i)
                    run.commit(test::madeFrame(i, kReleasedSeries));
            });
            QVERIFY(training.wait_for(test::kPatience) == std::future_status::ready);
        });
        QCOMPARE(run.frameCount(), std::size_t{1000});
    }
};

LENSBOARD_TEST(TestReleasedRun)
#include "tst_released_run.moc"
