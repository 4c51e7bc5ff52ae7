#include "core/store/columns/frame_player.h"
#include "core/store/columns/run_store.h"
#include "core/store/columns/store_visualizer.h"
#include "core/store/file/run_file.h"
#include "core/store/file/run_saver.h"
#include "tests/support/labelled_plot.h"
#include "tests/support/made_run.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <future>
#include <new>
#include <thread>

using namespace lensboard;
using namespace lensboard::store;
using visualizer::Readings;

namespace {

/// Records its calls as text.
class Transcript final : public visualizer::LabelledVisualizer
{
public:
    std::string text;

    void endTick(const record::TickStamp &stamp) override { text += "end " + std::to_string(stamp.tick) + '\n'; }

private:
    void show(const record::TickStamp &stamp, const record::TagSpec &tag, const Readings &readings) override
    {
        text += std::to_string(stamp.tick) + ' ' + tag.name + ':';
        for (const auto &reading : readings) {
            text += " [" + reading.layer;
            for (const auto &value : reading.values)
                text += ' ' + value.label + '=' + std::to_string(value.value);
            for (const auto &range : reading.ranges)
                text += ' ' + range.lowLabel + ".." + range.highLabel + '=' + std::to_string(range.low) + ".."
                      + std::to_string(range.high);
            text += ']';
        }
        text += '\n';
    }
};

} // namespace

class RunStoreTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void whatIsRecordedPlaysBackTheSame()
    {
        const record::TagSpec norm{"Weight Norm", "L", record::TagKind::Numerical};
        const record::TagSpec rate{"Rate", "L", record::TagKind::Probability};
        const auto store = std::make_shared<RunStore>();
        StoreVisualizer recorder(store);
        Transcript seen;
        const auto both = [&](auto &&call) {
            call(static_cast<visualizer::Visualizer &>(recorder));
            call(static_cast<visualizer::Visualizer &>(seen));
        };
        both([&](auto &out) { out.registerTag(norm); });
        both([&](auto &out) { out.registerTag(rate); });
        for (std::int64_t tick = 1; tick <= 5; ++tick) {
            const record::TickStamp stamp{tick, 1, tick, tick, 0};
            const auto v = static_cast<double>(tick);
            Readings readings = {{"a", {{"mean", v}}, {{"-σ", "+σ", v - 1, v + 1}, {"min", "max", 0, 9}}}};
            if (tick > 2) // a layer that appears later
                readings.push_back({"b", {{"mean", -v}}, {{"-σ", "+σ", -v - 1, -v + 1}}});
            both([&](auto &out) { test::plot(out, stamp, norm, readings); });
            if (tick != 4) // a tag that is missing once
                both([&](auto &out) { test::plot(out, stamp, rate, {{"a", {{"x", 0.5}, {"y", v}}, {}}}); });
            both([&](auto &out) { out.endTick(stamp); });
        }
        Transcript played;
        FramePlayer().play(*store, test::whole(*store), played);
        QCOMPARE(played.text, seen.text);
    }

    void aSeriesThatIsThereTwiceShiftsNoOther()
    {
        const auto store = std::make_shared<RunStore>();
        store->registerTag({"Loss", "LossMetrics"});
        for (const char *label : {"a", "a", "b"})
            store->registerSeries({0, "Loss", label});
        StoreVisualizer recorder(store);
        QCOMPARE(recorder.registerSeries({0, "Loss", "b"}), 2u);
        QCOMPARE(recorder.registerSeries({0, "Loss", "c"}), 3u);
    }

    void aCursorSeesEachThingOnce()
    {
        RunStore store;
        RunCursor cursor;
        QVERIFY(store.since(cursor).info);
        QVERIFY(store.since(cursor).empty());
        test::addMadeSeries(store, 2);
        store.commit(test::madeFrame(0, 2));
        RunChanges changes = store.since(cursor);
        QCOMPARE(changes.series.size(), std::size_t{2});
        QCOMPARE(changes.lastFrame - changes.firstFrame, std::size_t{1});
        QVERIFY(!changes.info);
        record::TagSpec changed{"Weight Norm", "ParameterNorm", record::TagKind::Numerical};
        changed.logY = true;
        QCOMPARE(store.registerTag(changed), 0u);
        QCOMPARE(store.registerTag(changed), 0u); // unchanged
        changes = store.since(cursor);
        QCOMPARE(changes.tags.size(), std::size_t{1});
        QVERIFY(changes.tags.front().second.logY);
        QCOMPARE(changes.firstFrame, changes.lastFrame);
        QVERIFY(store.since(cursor).empty());
    }

    void aReaderOnAnotherThreadMissesNothing()
    {
        constexpr std::size_t kFrames = 5000;
        RunStore store;
        test::addMadeSeries(store, 3);
        std::thread writer([&] {
            for (std::size_t i = 0; i < kFrames; ++i)
                store.commit(test::madeFrame(i, 3));
        });
        RunCursor cursor;
        std::size_t seen = 0;
        bool right = true;
        while (seen < kFrames) {
            store.waitBeyond(cursor, {});
            const RunChanges changes = store.since(cursor);
            for (const auto &frame : store.frames(changes.firstFrame, changes.lastFrame))
                right = right && test::same(frame, test::madeFrame(seen++, 3));
        }
        writer.join();
        QVERIFY(right);
        QVERIFY(store.since(cursor).empty());
    }

    void aTickIsFoundWhenItsLateValuesAreThere()
    {
        RunStore store;
        test::addMadeSeries(store, 3);
        std::promise<double> first, second;
        const auto commit = [&store](std::size_t tick, const auto &...late) {
            record::Frame frame = test::madeFrame(tick, 2);
            (frame.late.push_back({2, late}), ...);
            store.commit(std::move(frame));
        };
        commit(0, first.get_future().share());
        commit(1);
        commit(2, second.get_future().share());
        QCOMPARE(store.committedCount(), std::size_t{3});
        QCOMPARE(store.frameCount(), std::size_t{0}); // ticks stay in order
        RunCursor cursor;
        store.since(cursor);
        std::jthread computes([&] { first.set_value(7); });
        store.waitBeyond(cursor, {});
        QCOMPARE(store.frameCount(), std::size_t{2});
        record::Frame expected = test::madeFrame(0, 2);
        expected.values.push_back({2, 7});
        QVERIFY(test::same(store.frames(0, 2)[0], expected));
        QVERIFY(test::same(store.frames(0, 2)[1], test::madeFrame(1, 2)));
        computes = std::jthread([&] { second.set_exception(std::make_exception_ptr(std::bad_alloc())); });
        store.update([](record::RunInfo &info) { info.status = record::RunStatus::Finished; }); // waits for the late values, because the run ends
        QCOMPARE(store.frameCount(), std::size_t{3});
        QVERIFY(test::same(store.frames(2, 3)[0], test::madeFrame(2, 2)));
    }

    void aSaverThatEndsWritesLateValues()
    {
        const QTemporaryDir folder;
        const auto store = std::make_shared<RunStore>();
        test::addMadeSeries(*store, 2);
        RunSaver saver(store, folder.filePath("run.lbrun").toStdString());
        std::promise<double> late;
        record::Frame frame = test::madeFrame(0, 1);
        frame.late.push_back({1, late.get_future().share()});
        store->commit(std::move(frame));
        QVERIFY(!saver.waitUntilWritten(std::chrono::milliseconds(1)));
        std::jthread computes([&] { late.set_value(3); });
        QCOMPARE(saver.finish(), std::string());
        const RunFile written(saver.path());
        QCOMPARE(written.frameCount(), std::size_t{1});
        QCOMPARE(written.frames(0, 1)[0].values.back().value, 3.0);
    }

    void waitingEndsWithAStop()
    {
        const RunStore store;
        RunCursor cursor;
        store.since(cursor);
        QVERIFY(!store.hasBeyond(cursor));
        std::jthread reader([&](const std::stop_token &stop) { store.waitBeyond(cursor, stop); });
        reader.request_stop();
        reader.join();
        store.waitBeyond(cursor, reader.get_stop_token()); // the stop was requested before
        QVERIFY(!store.hasBeyond(cursor));
    }

    /// A reader may ask for series of the earlier run before it has noticed the restart.
    void seriesThatWentWithARestartAreEmpty()
    {
        RunStore store;
        test::addMadeSeries(store, 2);
        store.commit(test::madeFrame(0, 2));
        store.restart({});
        QCOMPARE(store.tally(1), SeriesTally());
        QVERIFY(!store.span(1) && !store.firstNonFinite(1) && !store.valueAt(1, record::Axis::Step, 10));
        QVERIFY(store.values(1, 0, 1).empty() && store.histograms(1).empty());
        QVERIFY(store.trace(1, {record::Axis::Step, 0, 10, 5}).points.empty());
    }

    /// A tick without remaining values is removed at any position; remaining ticks keep their values.
    void cutTicksAreGone()
    {
        RunStore store;
        test::addMadeSeries(store, 2);
        store.registerSeries({0, "h", "histogram", record::SeriesRole::Histogram});
        for (std::int64_t step = 0; step < 100; ++step) { // the first series has even steps only
            record::Frame frame{{step, 1, step, 0, 1000.0 + static_cast<double>(step)}, {{step % 2 ? 1u : 0u, static_cast<double>(step)}}};
            if (step == 60)
                frame.histograms.push_back({2, {{0, 1}, {3}}, 5.0});
            store.commit(frame);
        }
        RunCursor cursor;
        store.since(cursor);
        store.cut({{0, 50}});
        const RunChanges changes = store.since(cursor);
        QVERIFY(changes.restarted);
        QCOMPARE(changes.lastFrame, std::size_t{76}); // 25 even ones, one with the histogram, 50 odd ones
        for (const record::Frame &frame : test::frames(store)) {
            QVERIFY(frame.stamp.step < 50 || frame.stamp.step % 2 || frame.stamp.step == 60);
            for (const auto &[series, value] : frame.values)
                QCOMPARE(value, static_cast<double>(frame.stamp.step));
        }
        const auto histograms = store.histograms(2);
        QCOMPARE(histograms.size(), std::size_t{1});
        QCOMPARE(histograms[0].stamp, (record::TickStamp{60, 1, 60, 0, 5}));
        QCOMPARE(store.ticks(histograms[0].frame, histograms[0].frame + 1)[0].step, 60);
        store.cut({{0, 0}, {1, 0}, {2, 0}});
        QCOMPARE(store.frameCount(), std::size_t{0});
    }

    void whatWasNotWholeIsReplaced()
    {
        RunStore store;
        test::addMadeSeries(store, 2);
        store.commit({{1, 0, 1, 0, 0}, {{0, 1.0}, {1, 1.0}}});
        const auto tick = store.commit({{2, 0, 2, 0, 0}, {{0, 0.1}, {1, 2.0}}});
        store.replace(tick, {{2, 0, 2, 0, 0}, {{0, 0.125}}});
        QCOMPARE(store.frameCount(), std::size_t{2});
        QCOMPARE(store.valueAt(0, record::Axis::Step, 2)->value, 0.125);
        QCOMPARE(store.tally(1).count, std::size_t{1});
        store.replace(tick, {{0, 0, 0, 0, 0}, {{0, 0.25}}}); // before the other one
        QCOMPARE(store.valueAt(0, record::Axis::Step, 2)->value, 1.0);
        QVERIFY_EXCEPTION_THROWN(store.replace(tick + 1, {}), std::invalid_argument);
        store.withdraw(tick);
        QCOMPARE(store.frameCount(), std::size_t{1});
        QCOMPARE(store.tally(0).count, std::size_t{1});
    }

    void valuesKeepTheirOwnTimes()
    {
        const auto store = std::make_shared<RunStore>();
        test::addMadeSeries(*store, 3);
        for (std::size_t i = 0; i < 1500; ++i)
            store->commit(test::timedFrame(i, 3));
        std::size_t i = 0;
        for (const record::Frame &frame : test::frames(*store))
            QVERIFY(test::same(frame, test::timedFrame(i++, 3)));
        const auto at = store->valueAt(2, record::Axis::Step, 10 * 1236);
        QCOMPARE(at->stamp.wallSeconds, test::madeFrame(1235, 3).stamp.wallSeconds + 0.25);
        const auto again = std::make_shared<RunStore>();
        StoreVisualizer recorder(again);
        FramePlayer().play(*store, test::whole(*store), recorder);
        i = 0;
        for (const record::Frame &frame : test::frames(*again))
            QVERIFY(test::same(frame, test::timedFrame(i++, 3)));
        QCOMPARE(i, std::size_t{1500});
    }

    void whatWasNotRegisteredIsRefused()
    {
        RunStore store;
        QVERIFY_EXCEPTION_THROWN(store.registerSeries({3, "a", "b", record::SeriesRole::Line}), std::out_of_range);
        QVERIFY_EXCEPTION_THROWN(store.commit({{}, {{0, 1.0}}}), std::out_of_range);
        QVERIFY_EXCEPTION_THROWN(store.commit({{}, {}, {}, {}, {1.0}}), std::invalid_argument);
        StoreVisualizer recorder(std::make_shared<RunStore>());
        QVERIFY_EXCEPTION_THROWN(recorder.registerSeries({0, "a", "b"}), std::out_of_range);
        recorder.plot({}, std::vector<record::SeriesValue>{{7, 1.0}});
        QVERIFY_EXCEPTION_THROWN(recorder.endTick({}), std::out_of_range);
    }
};

LENSBOARD_TEST(RunStoreTest)
#include "tst_run_store.moc"
