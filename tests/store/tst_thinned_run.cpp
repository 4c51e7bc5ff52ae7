#include "core/store/columns/selected_frames.h"
#include "core/store/columns/thinning.h"
#include "core/store/file/run_file.h"
#include "core/store/file/run_saver.h"
#include "tests/store/run_writer_victim.h"
#include "tests/support/patience.h"
#include "tests/support/scratch_file.h"
#include "tests/support/test_program.h"
#include "tests/support/thinned_run.h"

#include <QProcess>
#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <array>
#include <atomic>
#include <memory>
#include <random>
#include <thread>

using namespace lensboard;
using namespace lensboard::store;
using namespace std::chrono_literals;

namespace {

constexpr std::size_t kThinnedSeries = 5;
constexpr std::size_t kKeep = 1000;

std::vector<PlacedValue> randomValues(std::size_t count, unsigned seed)
{
    std::mt19937 random(seed);
    std::vector<PlacedValue> values;
    for (std::uint32_t frame = 0; values.size() < count; frame += 1 + random() % 5 / 4)
        values.push_back({frame, test::madeValue(random() % 1000, random() % 3)});
    return values;
}

bool same(const std::vector<PlacedValue> &a, const std::vector<PlacedValue> &b)
{
    return std::ranges::equal(a, b, [](const auto &x, const auto &y) { return x.frame == y.frame && test::same(x.value, y.value); });
}

std::shared_ptr<RunStore> recordingRun(std::size_t maxKept = RunStore::kMaxKept)
{
    auto run = std::make_shared<RunStore>(record::RunInfo(), maxKept);
    run->update([](auto &info) { info.status = record::RunStatus::Recording; });
    return run;
}

void finish(RunStore &run, const RunSaver &saver)
{
    run.update([](auto &info) { info.status = record::RunStatus::Finished; });
    QTRY_VERIFY(saver.isClosed());
}

/// A run recorded with a limit on kept ticks.
struct Recorded
{
    explicit Recorded(const std::filesystem::path &path, std::size_t maxKept = 0)
        : run(recordingRun(maxKept))
    {
        test::addMadeSeries(*run, kThinnedSeries);
        saver = std::make_unique<RunSaver>(run, path, std::filesystem::path(), SaverOptions{1ms, 1ms, kKeep});
    }

    void commit(std::size_t count)
    {
        for (; count > 0; --count)
            run->commit(test::madeFrame(frames++, kThinnedSeries));
        QVERIFY(saver->waitUntilWritten(test::kPatience));
    }

    std::size_t values() const
    {
        std::size_t count = 0;
        for (std::uint32_t series = 0; series < kThinnedSeries; ++series)
            count += run->tally(series).count;
        return count;
    }

    std::shared_ptr<RunStore> run;
    std::unique_ptr<RunSaver> saver;
    std::size_t frames = 0;
};

std::vector<PlacedValue> thinned(const std::vector<PlacedValue> &values, std::uint32_t window)
{
    std::vector<PlacedValue> kept;
    for (const std::size_t number : extremes({&values, 1}, window))
        kept.push_back(values[number]);
    return kept;
}

bool areSame(const Run &a, const Run &b)
{
    for (std::uint32_t series = 0; series < kThinnedSeries; ++series)
        if (!same(a.values(series, 0, 1'000'000), b.values(series, 0, 1'000'000)) || a.tally(series) != b.tally(series))
            return false;
    return true;
}

} // namespace

/// A run keeps the extremes of old ticks.
class TestThinnedRun : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void extremesOfEachWindowStay()
    {
        for (unsigned seed = 0; seed < 20; ++seed) {
            const auto values = randomValues(3000, seed);
            const auto kept = thinned(values, 16);
            QVERIFY(kept.size() < values.size() / 2);
            std::map<std::uint32_t, double> expected;
            for (std::size_t begin = 0; begin < values.size();) {
                const auto end = std::ranges::find_if(values.begin() + static_cast<std::ptrdiff_t>(begin), values.end(),
                                                      [&](const auto &placed) { return placed.frame / 16 != values[begin].frame / 16; });
                expected.merge(test::extremes({values.begin() + static_cast<std::ptrdiff_t>(begin), end}));
                begin = static_cast<std::size_t>(end - values.begin());
            }
            std::map<std::uint32_t, double> found;
            for (const PlacedValue &placed : kept)
                found.emplace(placed.frame, placed.value);
            QVERIFY(test::sameValues(found, expected));
        }
    }

    /// Thinning can be done in parts, and again when a run is resumed.
    void toThinAgainChangesNothing()
    {
        const auto values = randomValues(3000, 7);
        const auto kept = thinned(values, 16);
        QVERIFY(same(thinned(kept, 16), kept));
        const auto half = values.begin() + 1501;
        auto parts = thinned({values.begin(), half}, 16);
        parts.insert(parts.end(), half, values.end());
        QVERIFY(same(thinned(parts, 16), kept));
        QVERIFY(same(thinned(kept, 128), thinned(values, 128)));
    }

    void aRecordedRunKeepsExtremesOfOldTicks_data()
    {
        QTest::addColumn<std::size_t>("maxKept");
        QTest::newRow("nothing is in memory") << std::size_t{0};
        QTest::newRow("all is in memory") << (std::size_t{1} << 30);
    }

    void aRecordedRunKeepsExtremesOfOldTicks()
    {
        QFETCH(std::size_t, maxKept);
        const test::ScratchFile file("run.lbrun");
        Recorded recorded(file.path(), maxKept);
        for (const std::size_t count : {1000, 9000, 40, 12'000, 40'000, 1200}) {
            recorded.commit(count);
            test::checkThinned(*recorded.run, recorded.frames, kKeep, kThinnedSeries);
        }
        const QDeadlineTimer deadline(test::kPatience);
        do { // of 250,000; takes a few writes
            QVERIFY(!deadline.hasExpired());
            recorded.commit(1100);
        } while (recorded.values() >= 75'000);
        test::checkThinned(*recorded.run, recorded.frames, kKeep, kThinnedSeries);
        QVERIFY(recorded.run->keptBytes() <= maxKept);
        const auto events = test::whole(*recorded.run).events;
        QCOMPARE(events.size(), std::size_t{2});
        QCOMPARE(events[0].text, std::string("From here on, ticks before the last 1000 are thinned to save space: each line keeps the least and the "
                                             "greatest value of every 16 ticks (tick.keep)"));
        QVERIFY(QString::fromStdString(events[1].text).startsWith("From here on, ticks before the last 8000 "));
        QVERIFY(QString::fromStdString(events[1].text).contains("every 128 ticks"));
        QVERIFY(areSame(RunFile(file.path()), *recorded.run));
        finish(*recorded.run, *recorded.saver);
        test::checkThinned(RunFile(file.path()), recorded.frames, kKeep, kThinnedSeries);
        QVERIFY(areSame(RunFile(file.path()), *recorded.run));
        for (std::uint32_t series = 0; series < kThinnedSeries; ++series) {
            const auto isNot = [](const PlacedValue &placed) { return !std::isfinite(placed.value); };
            const auto values = recorded.run->values(series, 0, 1'000'000);
            QCOMPARE(recorded.run->tally(series).nonFinite, static_cast<std::size_t>(std::ranges::count_if(values, isNot)));
        }
        const test::ScratchFile copy("copy.lbrun");
        saveRunCopy(*recorded.run, copy.path());
        QVERIFY(areSame(RunFile(copy.path()), *recorded.run));
    }

    /// A reader requests times unknown to the writer.
    void aFollowerSeesOneState()
    {
        const test::ScratchFile file("run.lbrun");
        Recorded recorded(file.path());
        recorded.commit(100);
        RunFile followed(file.path());
        RunCursor cursor;
        std::uint64_t edits = 0;
        for (int round = 0; round < 40; ++round) {
            recorded.commit(997);
            if (round % 3 == 0)
                followed.refresh();
            const auto series = static_cast<std::uint32_t>(round) % kThinnedSeries;
            const auto values = followed.values(series, 0, 1'000'000);
            QCOMPARE(followed.tally(series).count, values.size());
            for (const PlacedValue &placed : values)
                QVERIFY(test::same(placed.value, test::madeValue(placed.frame, series)));
            followed.trace(series, {record::Axis::WallTime, 1.7e9, 1.8e9, 100});
            edits += followed.since(cursor).edited ? 1 : 0;
        }
        QVERIFY(edits > 0);
        QTRY_VERIFY((followed.refresh(), areSame(followed, *recorded.run)));
    }

    void readersOnOtherThreadsSeeNothingElse()
    {
        const test::ScratchFile file("run.lbrun");
        Recorded recorded(file.path());
        recorded.commit(100);
        std::atomic<bool> isOver = false;
        std::atomic<int> wrong = 0, looks = 0;
        const auto watch = [&](const Run &run, const std::function<void()> &refresh) {
            for (std::uint32_t i = 0; !isOver; ++i) {
                refresh();
                try {
                    for (const PlacedValue &placed : run.values(i % kThinnedSeries, 0, 1'000'000))
                        wrong += test::same(placed.value, test::madeValue(placed.frame, i % kThinnedSeries)) ? 0 : 1;
                    run.trace(i % kThinnedSeries, {record::Axis::Step, 0, 1e6, 200});
                } catch (const std::exception &error) {
                    qWarning("%s", error.what());
                    ++wrong;
                }
                ++looks;
            }
        };
        RunFile followed(file.path());
        std::thread inside([&] { watch(*recorded.run, [] {}); });
        std::thread outside([&] { watch(followed, [&] { followed.refresh(); }); });
        for (int i = 0; i < 60; ++i)
            recorded.commit(500);
        isOver = true;
        inside.join();
        outside.join();
        QVERIFY(looks > 2);
        QCOMPARE(wrong.load(), 0);
        test::checkThinned(*recorded.run, recorded.frames, kKeep, kThinnedSeries);
    }

    /// An export reads in parts while the run is thinned. It writes the values present at each read, without gaps.
    void whatIsReadInPartsLeavesNothingOut()
    {
        const test::ScratchFile file("run.lbrun");
        Recorded recorded(file.path());
        recorded.commit(6000);
        const SortedTicks ticks(recorded.run->ticks(0, recorded.frames));
        SelectedFrames selected(*recorded.run, ticks, {0, 2}, 0, 1e9);
        std::vector<std::map<std::uint32_t, double>> read(3);
        for (auto frames = selected.next(); !frames.empty(); frames = selected.next()) {
            for (const record::Frame &frame : frames)
                for (const record::SeriesValue &value : frame.values)
                    QVERIFY(read[value.series].emplace(static_cast<std::uint32_t>(frame.stamp.tick - 1), value.value).second);
            if (recorded.frames < 30'000)
                recorded.commit(3000);
        }
        for (const std::uint32_t series : {0U, 2U})
            for (const PlacedValue &placed : recorded.run->values(series, 0, 1'000'000))
                if (placed.frame < 6000)
                    QVERIFY(read[series].contains(placed.frame));
    }

    void aResumedRunLosesNothingMore()
    {
        const test::ScratchFile file("run.lbrun"), next("next.lbrun");
        Recorded first(file.path());
        // The saver thins asynchronously, so commits go on until it has.
        first.commit(30'000);
        for (int more = 0; more < 200 && first.values() >= 60'000; ++more) {
            QTest::qWait(20);
            first.commit(1100);
        }
        QVERIFY(first.values() < 60'000);
        const auto again = std::make_shared<RunStore>();
        test::addMadeSeries(*again, kThinnedSeries);
        for (const record::Frame &frame : test::frames(*first.run))
            again->commit(frame);
        again->update([](auto &info) { info.status = record::RunStatus::Recording; });
        RunSaver saver(again, next.path(), {}, SaverOptions{1ms, 1ms, kKeep});
        QVERIFY(saver.waitUntilWritten(test::kPatience));
        for (std::size_t i = 0; i < 2000; ++i)
            again->commit(test::madeFrame(first.frames + i, kThinnedSeries));
        QVERIFY(saver.waitUntilWritten(test::kPatience));
        test::checkThinned(*again, first.frames + 2000, kKeep, kThinnedSeries);
    }

    void aKilledProcessLeavesAWholeFile()
    {
        std::mt19937 random(3);
        for (int kill = 0; kill < 12; ++kill) {
            const QTemporaryDir folder;
            QProcess victim;
            victim.start(LENSBOARD_BINARY_DIR "/bin/run_writer_victim", {folder.path(), "thinning"});
            const std::size_t enough = 9000 + random() % 20'000;
            std::size_t acknowledged = 0;
            while (acknowledged < enough && victim.waitForReadyRead(test::kPatienceMs))
                while (victim.canReadLine())
                    acknowledged = victim.readLine().trimmed().split(' ').at(1).toULongLong();
            victim.kill();
            QVERIFY(victim.waitForFinished(test::kPatienceMs));
            const RunFile run(folder.filePath(QString::fromStdString(test::victimFile(0))).toStdString());
            QVERIFY(run.frameCount() >= acknowledged && acknowledged >= enough);
            test::checkThinned(run, run.frameCount(), test::kVictimKeeps, test::kVictimSeries);
        }
    }

    /// Readers of a band, or of stacked shares, expect its series at the same ticks.
    void whatBelongsTogetherKeepsTheSameTicks()
    {
        const test::ScratchFile file("run.lbrun");
        const auto run = recordingRun();
        run->registerTag({"Norm", "OutputNorm", record::TagKind::Numerical});
        run->registerTag({"Shares", "OutputNorm", record::TagKind::Relations});
        run->registerSeries({0, "fc", "mean", record::SeriesRole::Line});
        run->registerSeries({0, "fc", "-σ", record::SeriesRole::BandLow});
        run->registerSeries({0, "fc", "+σ", record::SeriesRole::BandHigh});
        for (const char *layer : {"fc1", "fc2"})
            run->registerSeries({1, "Shares", layer, record::SeriesRole::Line});
        run->registerSeries({0, "other", "max", record::SeriesRole::Line});
        constexpr std::uint32_t kTicks = 40'000, kLast = 100, kAll = 6;
        RunSaver saver(run, file.path(), {}, SaverOptions{1ms, 1ms, kLast});
        std::array<std::vector<PlacedValue>, kAll> made;
        for (std::uint32_t frame = 0; frame < kTicks; ++frame) {
            record::Frame all{{frame, 1, frame, frame, 0}, {}};
            for (std::uint32_t series = 0; series < kAll; ++series) {
                all.values.push_back({series, test::madeValue(frame, series)});
                made[series].push_back({frame, all.values.back().value});
            }
            run->commit(std::move(all));
        }
        QVERIFY(saver.waitUntilWritten(test::kPatience));
        finish(*run, saver);
        const RunFile recorded(file.path());
        const auto framesOf = [&](std::uint32_t series) {
            std::vector<std::uint32_t> frames;
            for (const PlacedValue &placed : recorded.values(series, 0, kTicks))
                frames.push_back(placed.frame);
            return frames;
        };
        for (const std::vector<std::uint32_t> &together : {std::vector<std::uint32_t>{0}, {1, 2}, {3, 4}, {5}}) {
            const std::vector<std::uint32_t> frames = framesOf(together.front());
            QVERIFY2(frames.size() < kTicks / 2, qPrintable(QString::number(frames.size())));
            for (const std::uint32_t series : together) {
                QVERIFY(framesOf(series) == frames);
                QCOMPARE(recorded.tally(series).count, frames.size());
                for (std::uint32_t begin = (kTicks - 64 * kLast + 127) / 128 * 128; begin + 128 < kTicks; begin += 128) // wider windows are older
                    for (const auto &[frame, value] : test::extremes({made[series].begin() + begin, made[series].begin() + begin + 128}))
                        QVERIFY(std::ranges::binary_search(frames, frame));
            }
        }
        QVERIFY(framesOf(5) != framesOf(0));
    }

    /// A late layer has other chunks. A rarely measured layer has chunks too recent for thinning when others are due.
    void whatHasOtherTicksStaysWhole()
    {
        const test::ScratchFile file("run.lbrun");
        const auto run = recordingRun();
        run->registerTag({"Shares", "OutputNorm", record::TagKind::Relations});
        run->registerTag({"Late", "OutputNorm", record::TagKind::Relations});
        for (const std::uint32_t tag : {0U, 0U, 1U, 1U})
            run->registerSeries({tag, "Shares", "fc" + std::to_string(run->seriesCount()), record::SeriesRole::Line});
        RunSaver saver(run, file.path(), {}, SaverOptions{1ms, 1ms, 10'000});
        constexpr std::uint32_t kTicks = 40'000, kLate = 8'000, kEvery = 3;
        for (std::uint32_t frame = 0; frame < kTicks; ++frame) {
            record::Frame all{{frame, 1, frame, frame, 0}, {{0, 0.5}, {2, 0.5}}};
            if (frame % kEvery == 0)
                all.values.push_back({1, 0.5});
            if (frame >= kLate)
                all.values.push_back({3, 0.5});
            run->commit(std::move(all));
        }
        QVERIFY(saver.waitUntilWritten(test::kPatience));
        finish(*run, saver);
        const RunFile recorded(file.path());
        QCOMPARE(recorded.tally(0).count, std::size_t{kTicks});
        QCOMPARE(recorded.tally(1).count, std::size_t{(kTicks + kEvery - 1) / kEvery});
        QCOMPARE(recorded.tally(2).count, std::size_t{kTicks});
        QCOMPARE(recorded.tally(3).count, std::size_t{kTicks - kLate});
    }

    void withoutALimitAllStays()
    {
        const test::ScratchFile file("run.lbrun");
        const auto run = std::make_shared<RunStore>();
        test::addMadeSeries(*run, kThinnedSeries);
        RunSaver saver(run, file.path());
        for (std::size_t i = 0; i < 20'000; ++i)
            run->commit(test::madeFrame(i, kThinnedSeries));
        QVERIFY(saver.waitUntilWritten(test::kPatience));
        test::checkThinned(*run, 20'000, 20'000, kThinnedSeries);
    }
};

LENSBOARD_TEST(TestThinnedRun)
#include "tst_thinned_run.moc"
