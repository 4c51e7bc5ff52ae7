#include "core/store/derived/run_replay.h"
#include "core/store/file/run_file.h"
#include "core/store/file/run_file_writer.h"
#include "tests/support/made_run.h"
#include "tests/support/read_everything.h"
#include "tests/support/scratch_file.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>

using namespace lensboard;
using namespace lensboard::store;
using record::RunEvent;
using Unit = ReplayPace::Unit;

namespace {

constexpr std::size_t kFrames = 1500, kReplaySeries = 3; // more than one chunk, more than a block read ahead

/// Returns a run with a tag, series and histograms that start late, and events before, between, at and after its ticks.
std::shared_ptr<RunStore> recordedRun()
{
    auto run = std::make_shared<RunStore>(record::RunInfo{"made", record::RunStatus::Failed, "no more data", 1.7e9, "{}", {}, {}});
    const auto wall = [](std::size_t frame) { return test::madeFrame(frame, 0).stamp.wallSeconds; };
    test::addMadeSeries(*run, kReplaySeries);
    run->append({RunEvent::Kind::Notice, 0, wall(0) - 5, "before it began"});
    for (std::size_t frame = 0; frame < kFrames; ++frame) {
        record::Frame made = test::timedFrame(frame, kReplaySeries);
        if (frame == 700) {
            run->append({RunEvent::Kind::LensOn, made.stamp.step - 10, wall(699) + 0.1, "Histograms"});
            run->registerTag({"Weights", "Histograms"});
            run->registerSeries({1, "fc1", "weight", record::SeriesRole::Histogram});
        }
        if (frame >= 700 && frame % 50 == 0)
            made.histograms.push_back({kReplaySeries, {{0, 1, 2}, {static_cast<double>(frame), 1}}, frame % 100 ? wall(frame) + 3 : record::kTicksTime});
        run->commit(made);
        if (frame == 900)
            run->append({RunEvent::Kind::LensOff, made.stamp.step, wall(900) + 0.1, "Histograms"});
    }
    run->append({RunEvent::Kind::Warning, 10 * kFrames + 1, wall(kFrames), "the data ended"});
    return run;
}

/// Checks that \p played equals the first \p frames ticks of \p recorded.
void verifyPlayed(const Run &played, const Run &recorded, std::size_t frames)
{
    const auto was = recorded.frames(0, frames), is = test::frames(played);
    QCOMPARE(is.size(), frames);
    for (std::size_t i = 0; i < frames; ++i)
        QVERIFY2(test::same(is[i], was[i]), qPrintable(QString("frame %1").arg(i)));
}

void verifyWhole(const Run &played, const Run &recorded)
{
    verifyPlayed(played, recorded, recorded.frameCount());
    const RunChanges was = test::whole(recorded), is = test::whole(played);
    QCOMPARE(is.info, was.info);
    QCOMPARE(is.tags, was.tags);
    QCOMPARE(is.series, was.series);
    QCOMPARE(is.events, was.events);
    for (std::uint32_t series = 0; series < was.series.size(); ++series) {
        QCOMPARE(played.tally(series), recorded.tally(series));
        const auto a = played.histograms(series), b = recorded.histograms(series);
        QCOMPARE(a.size(), b.size());
        for (std::size_t i = 0; i < a.size(); ++i)
            QVERIFY(a[i].stamp == b[i].stamp && *a[i].histogram == *b[i].histogram);
    }
    test::readEverything(played);
}

/// A run that cancels reading halfway.
class GivenUpRun final : public Run
{
public:
    mutable std::stop_source stop;
    mutable int asked = 0; ///< number of reads of histograms

    GivenUpRun()
    {
        m_run.registerTag({"Weights", "Histograms"});
        for (const char *layer : {"a", "b", "c"})
            m_run.registerSeries({0, layer, "weight", record::SeriesRole::Histogram});
        m_run.commit(test::madeFrame(0, 0));
    }
    record::RunInfo info() const override { return m_run.info(); }
    RunChanges since(RunCursor &cursor) const override { return m_run.since(cursor); }
    std::vector<StampedHistogram> histogramsAfter(std::uint32_t series, std::optional<std::uint32_t> frame, std::size_t most) const override
    {
        ++asked;
        stop.request_stop();
        return m_run.histogramsAfter(series, frame, most);
    }
    SeriesTally tally(std::uint32_t series) const override { return m_run.tally(series); }
    void visit(std::span<const std::uint32_t> series, const Visitor &visitor) const override { m_run.visit(series, visitor); }
    std::size_t seriesCount() const override { return m_run.seriesCount(); }

private:
    RunStore m_run;
};

void settle(RunReplay &replay, double seconds)
{
    do
        replay.advanceTo(seconds);
    while (replay.isSeeking());
}

} // namespace

class RunReplayTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aWholeReplayIsTheRun_data()
    {
        QTest::addColumn<bool>("fromFile");
        QTest::newRow("from memory") << false;
        QTest::newRow("from a file") << true;
    }

    void aWholeReplayIsTheRun()
    {
        QFETCH(bool, fromFile);
        std::shared_ptr<const Run> recorded = recordedRun();
        const test::ScratchFile file("run.lbrun");
        if (fromFile) {
            saveRunCopy(*recorded, file.path());
            recorded = std::make_shared<RunFile>(file.path());
        }
        RunReplay replay(recorded);
        QCOMPARE(replay.run()->info().status, record::RunStatus::Recording);
        QCOMPARE(replay.run()->info().message, std::string());
        replay.setPace({Unit::TimesRecorded, 1000});
        replay.play();
        for (double now = 100; replay.isPlaying(); now += 0.04) {
            replay.advanceTo(now);
            QVERIFY(now < 110);
        }
        verifyWhole(*replay.run(), *recorded);
    }

    void readingIsGivenUp()
    {
        const auto recorded = std::make_shared<GivenUpRun>();
        const RunReplay replay(recorded, recorded->stop.get_token());
        QCOMPARE(recorded->asked, 1); // for one series of three
        const RunReplay none(recorded, recorded->stop.get_token());
        QCOMPARE(recorded->asked, 1);
        QCOMPARE(none.tickCount(), std::size_t{0});
    }

    void ticksComeWhenTheyDid()
    {
        RunStore recorded;
        recorded.registerTag({"loss", "L"});
        recorded.registerSeries({0, "loss", "loss"});
        std::int64_t step = 0;
        for (const double wall : {10.0, 10.5, 12.0, 500.0, 499.0, 499.25}) // a long pause; a clock set back
            recorded.commit({{++step, 1, step, step, wall}, {{0, wall}}});
        const auto playedAt = [&](ReplayPace pace, double seconds) {
            RunReplay replay(std::shared_ptr<const Run>(&recorded, [](auto) {}));
            replay.setPace(pace);
            replay.play();
            replay.advanceTo(7000);
            replay.advanceTo(7000 + seconds);
            return replay.position();
        };
        QCOMPARE(playedAt({}, 0), std::size_t{1});
        QCOMPARE(playedAt({}, 0.49), std::size_t{1});
        QCOMPARE(playedAt({}, 0.51), std::size_t{2});
        QCOMPARE(playedAt({}, 1.49), std::size_t{2}); // 1.5 s count as one second, the longest pause
        QCOMPARE(playedAt({}, 1.51), std::size_t{3});
        QCOMPARE(playedAt({}, 2.51), std::size_t{5});
        QCOMPARE(playedAt({Unit::TimesRecorded, 2}, 0.26), std::size_t{2});
        QCOMPARE(playedAt({Unit::TimesRecorded, 2}, 1.01), std::size_t{3});
        QCOMPARE(playedAt({Unit::TimesRecorded, 0.1}, 0.99), std::size_t{1});
        QCOMPARE(playedAt({Unit::TimesRecorded, 1000}, 0.48), std::size_t{3});
        QCOMPARE(playedAt({Unit::TimesRecorded, 1000}, 0.495), std::size_t{6}); // 488 s are 0.488
        QCOMPARE(playedAt({Unit::TicksPerSecond, 4}, 0.74), std::size_t{2});
        QCOMPARE(playedAt({Unit::TicksPerSecond, 4}, 0.76), std::size_t{3});
        QCOMPARE(playedAt({Unit::AsSeen, 1}, 0.05), std::size_t{1});
        QCOMPARE(playedAt({Unit::AsSeen, 1}, 1), std::size_t{6});
        RunReplay replay(std::shared_ptr<const Run>(&recorded, [](auto) {}));
        QCOMPARE(replay.duration(), 0.5 + 1 + 1 + 0.25);
    }

    void eventsStandBetweenTheirTicks()
    {
        RunReplay replay(recordedRun());
        const auto eventsAfter = [&](std::size_t ticks) {
            replay.seek(ticks);
            settle(replay, 0);
            return test::whole(*replay.run()).events.size();
        };
        QCOMPARE(eventsAfter(1), std::size_t{1});
        QCOMPARE(eventsAfter(700), std::size_t{1});
        QCOMPARE(test::whole(*replay.run()).tags.size(), std::size_t{1}); // the other lens was not yet there
        QCOMPARE(eventsAfter(701), std::size_t{2});
        QCOMPARE(test::whole(*replay.run()).tags.size(), std::size_t{2});
        QCOMPARE(eventsAfter(901), std::size_t{2});
        QCOMPARE(eventsAfter(902), std::size_t{3});
        QCOMPARE(eventsAfter(kFrames - 1), std::size_t{3});
        QCOMPARE(eventsAfter(kFrames), std::size_t{4});
        QCOMPARE(eventsAfter(701), std::size_t{2});
    }

    void seekingIsPlaying()
    {
        const auto recorded = recordedRun();
        RunReplay replay(recorded);
        for (const std::size_t position : {1000, 3, 1024, 1023, 0, 1200, 1199}) {
            replay.seek(position);
            settle(replay, 0);
            QCOMPARE(replay.position(), position);
            QVERIFY(!replay.isPlaying());
            verifyPlayed(*replay.run(), *recorded, position);
        }
        QCOMPARE(replay.lastTick()->tick, std::int64_t{1199});
        replay.seek(1200); // a step
        settle(replay, 0);
        verifyPlayed(*replay.run(), *recorded, 1200);
        replay.setPace({Unit::TicksPerSecond, 1e6});
        replay.play();
        double now = 1;
        for (; replay.isPlaying(); ++now)
            replay.advanceTo(now);
        verifyWhole(*replay.run(), *recorded);
        replay.play(); // restarts from the beginning
        QCOMPARE(replay.position(), std::size_t{0});
        replay.advanceTo(now + 1e-4);
        QVERIFY(replay.position() < kFrames);
        replay.seek(99999);
        settle(replay, now);
        verifyWhole(*replay.run(), *recorded);
    }

    void readersLearnOfARewind()
    {
        RunReplay replay(recordedRun());
        replay.seek(20);
        settle(replay, 0);
        RunCursor cursor;
        replay.run()->since(cursor);
        replay.seek(10);
        settle(replay, 0);
        const RunChanges changes = replay.run()->since(cursor);
        QVERIFY(changes.restarted);
        QCOMPARE(changes.lastFrame, std::size_t{10});
    }

    void aPauseIsNotCaughtUpWith()
    {
        RunReplay replay(recordedRun());
        replay.setPace({Unit::TicksPerSecond, 10});
        replay.play();
        replay.advanceTo(0);
        replay.advanceTo(1.05);
        QCOMPARE(replay.position(), std::size_t{10});
        replay.pause();
        replay.advanceTo(50);
        replay.play();
        replay.advanceTo(50.01);
        QCOMPARE(replay.position(), std::size_t{10});
        replay.advanceTo(51.08);
        QCOMPARE(replay.position(), std::size_t{21});
    }

    void aWindowStaysAliveWhateverTheSpeed()
    {
        RunStore wide;
        test::addMadeSeries(wide, 2000);
        for (std::size_t frame = 0; frame < 600; ++frame)
            wide.commit(test::madeFrame(frame, 2000));
        RunReplay replay(std::shared_ptr<const Run>(&wide, [](auto) {}));
        replay.setPace({Unit::TicksPerSecond, 1e9});
        replay.play();
        replay.advanceTo(0);
        replay.advanceTo(100);
        QVERIFY2(replay.position() > 50 && replay.position() < 200, qPrintable(QString::number(replay.position())));
        replay.seek(600);
        int calls = 0;
        for (; replay.isSeeking(); ++calls)
            replay.advanceTo(100);
        QVERIFY(calls >= 4);
    }

    void anEmptyRunIsOverAtOnce()
    {
        RunReplay replay(std::make_shared<RunStore>(record::RunInfo{"empty", record::RunStatus::Stopped, {}, 0, {}, {}, {}}));
        QVERIFY(replay.isAtEnd());
        QCOMPARE(replay.run()->info().status, record::RunStatus::Stopped);
        replay.play();
        replay.advanceTo(1);
        QVERIFY(!replay.isPlaying());
    }

    void aRunThatChangedMeanwhileIsToldOf()
    {
        const auto recorded = recordedRun();
        RunReplay replay(recorded);
        replay.seek(10);
        settle(replay, 0);
        recorded->restart({});
        replay.seek(kFrames);
        QVERIFY_EXCEPTION_THROWN(settle(replay, 0), RunFileError);
    }
};

LENSBOARD_TEST(RunReplayTest)
#include "tst_run_replay.moc"
