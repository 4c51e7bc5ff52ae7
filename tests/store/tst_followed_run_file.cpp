#include "core/store/file/annotate_run.h"
#include "core/store/file/run_file.h"
#include "core/store/file/run_file_writer.h"
#include "tests/support/made_run.h"
#include "tests/support/test_program.h"

#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <filesystem>

using namespace lensboard;
using namespace lensboard::store;

namespace {

constexpr std::size_t kFollowedSeries = 5;

void compareFrames(const Run &actual, const Run &expected)
{
    const auto a = test::frames(actual), b = test::frames(expected);
    QCOMPARE(a.size(), b.size());
    for (std::size_t i = 0; i < a.size(); ++i)
        QVERIFY2(test::same(a[i], b[i]), qPrintable(QString("frame %1").arg(i)));
}

} // namespace

/// A run file read while another process writes it.
class FollowedRunFileTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    /// The file makes chunks several times in between, with and without earlier reads.
    void everyValueArrives_data()
    {
        QTest::addColumn<int>("step");
        QTest::addColumn<bool>("looks");
        for (const int step : {1, 7, 300, 1500})
            for (const bool looks : {true, false})
                QTest::addRow("%d at a time, %s", step, looks ? "looking" : "not looking") << step << looks;
    }

    void everyValueArrives()
    {
        QFETCH(int, step);
        QFETCH(bool, looks);
        RunStore run;
        RunFileWriter writer(path("live.lbrun"));
        test::addMadeSeries(run, kFollowedSeries);
        writer.write(run);
        RunFile seen(path("live.lbrun"));
        const std::size_t count = step < 10 ? 1100 : 5000;
        for (std::size_t frame = 0; frame < count;) {
            for (int i = 0; i < step; ++i)
                run.commit(test::madeFrame(frame++, kFollowedSeries));
            writer.write(run);
            QVERIFY(seen.refresh());
            if (looks) // of a single series, so that series are known to different extents
                seen.trace(static_cast<std::uint32_t>(frame / 97 % kFollowedSeries), {record::Axis::Step, 0, 1e6, 50});
            QCOMPARE(seen.frameCount(), frame);
        }
        QVERIFY(!seen.refresh());
        compareFrames(seen, run);
        for (std::uint32_t series = 0; series < kFollowedSeries; ++series)
            QCOMPARE(seen.tally(series), run.tally(series));
        run.update([](auto &info) { info.status = record::RunStatus::Finished; });
        writer.write(run);
        seen.refresh(); // closes the file
        writer.close();
        QVERIFY(!std::filesystem::exists(path("live.lbrun-wal")));
        seen.refresh();
        compareFrames(seen, run);
    }

    /// SQLite finds a journal by the file's name: a reader of the old file would use the new file's journal.
    void aFileThatIsReplacedIsReadWhenItWasOpenedAgain()
    {
        RunStore run, other;
        test::addMadeSeries(run, kFollowedSeries);
        test::addMadeSeries(other, kFollowedSeries);
        for (std::size_t frame = 0; frame < 1500; ++frame)
            run.commit(test::madeFrame(frame, kFollowedSeries));
        for (std::size_t frame = 0; frame < 40; ++frame)
            other.commit(test::madeFrame(frame + 7, kFollowedSeries));
        run.update([](auto &info) { info.status = record::RunStatus::Stopped; });
        {
            RunFileWriter writer(path("live.lbrun"));
            writer.write(run);
            writer.close();
        }
        RunFile seen(path("live.lbrun"));
        QCOMPARE(seen.frameCount(), std::size_t{1500});
        renameRunFile(path("live.lbrun"), path("live.lbrun.before"));
        RunFileWriter writer(path("live.lbrun"));
        writer.write(other);
        QVERIFY(std::filesystem::exists(path("live.lbrun-wal")));
        QVERIFY_EXCEPTION_THROWN(seen.values(0, 0, 10), RunFileBusy); // no values were read before
        QCOMPARE(seen.frameCount(), std::size_t{1500});               // ticks are in memory
        QVERIFY(seen.refresh());
        compareFrames(seen, other);
        compareFrames(RunFile(path("live.lbrun.before")), run);
    }

    /// The last chunk of a series is rewritten between reading the table and reading the series. Its earlier values stay.
    void aChunkThatGrewMeanwhileKeepsWhatItHad_data()
    {
        QTest::addColumn<bool>("looksFirst");
        QTest::newRow("never looked at") << false;
        QTest::newRow("looked at before") << true;
    }

    void aChunkThatGrewMeanwhileKeepsWhatItHad()
    {
        QFETCH(bool, looksFirst);
        constexpr std::size_t kAtOnce = 1100; // a journal and more
        RunStore run, before;
        test::addMadeSeries(run, kFollowedSeries);
        test::addMadeSeries(before, kFollowedSeries);
        RunFileWriter writer(path("live.lbrun"));
        const auto write = [&](std::size_t first, std::size_t last) {
            for (std::size_t i = first; i < last; ++i)
                run.commit(test::timedFrame(i, kFollowedSeries));
            writer.write(run);
        };
        write(0, kAtOnce);
        RunFile seen(path("live.lbrun"));
        if (looksFirst)
            test::frames(seen);
        write(kAtOnce, 2 * kAtOnce);
        QVERIFY(seen.refresh());
        write(2 * kAtOnce, 3 * kAtOnce);
        for (std::size_t i = 0; i < 2 * kAtOnce; ++i)
            before.commit(test::timedFrame(i, kFollowedSeries));
        compareFrames(seen, before);
        for (std::uint32_t series = 0; series < kFollowedSeries; ++series)
            QCOMPARE(seen.values(series, 0, 3 * kAtOnce).size(), seen.tally(series).count);
        QVERIFY(seen.refresh());
        compareFrames(seen, run);
    }

    void newTagsSeriesAndEventsAppear()
    {
        RunStore run;
        RunFileWriter writer(path("live.lbrun"));
        writer.write(run);
        RunFile seen(path("live.lbrun"));
        RunCursor cursor;
        seen.since(cursor);
        test::addMadeSeries(run, kFollowedSeries);
        run.commit(test::madeFrame(0, kFollowedSeries));
        run.append({record::RunEvent::Kind::Notice, 3, 1.0, "hello"});
        writer.write(run);
        QVERIFY(seen.refresh());
        const RunChanges changes = seen.since(cursor);
        QCOMPARE(changes.tags.size(), std::size_t{1});
        QCOMPARE(changes.series.size(), kFollowedSeries);
        QCOMPARE(changes.events.front().text, "hello");
        QCOMPARE(changes.lastFrame, std::size_t{1});
        QVERIFY(!changes.restarted);
        record::TagSpec changed{"Weight Norm", "ParameterNorm"};
        changed.logY = true;
        run.registerTag(changed);
        writer.write(run);
        QVERIFY(seen.refresh());
        QVERIFY(seen.since(cursor).tags.front().second.logY);
        QVERIFY(!seen.refresh());
    }

    void aWriterThatCameAfterwardsIsFollowed()
    {
        QFile file(QString::fromStdString(path("early.lbrun")));
        QVERIFY(file.open(QIODevice::WriteOnly)); // the state before the first commit
        file.close();
        RunFile seen(path("early.lbrun"));
        std::filesystem::remove(path("early.lbrun"));
        RunStore run;
        fill(run, 10);
        RunFileWriter writer(path("early.lbrun"));
        writer.write(run);
        QVERIFY(seen.refresh());
        compareFrames(seen, run);
    }

    void aFileThatVanishesIsToldAndFollowedAgain()
    {
        RunStore run;
        fill(run, 1500);
        saveRunCopy(run, path("a.lbrun"));
        RunFile seen(path("a.lbrun"));
        RunCursor cursor;
        seen.since(cursor);
        std::filesystem::rename(path("a.lbrun"), path("b.lbrun"));
        QVERIFY(seen.refresh());
        QVERIFY(QString::fromStdString(seen.info().message).contains("gone"));
        QVERIFY(!seen.since(cursor).restarted);
        compareFrames(seen, run); // values read before stay
        QVERIFY(!seen.refresh()); // reported once
        std::filesystem::rename(path("b.lbrun"), path("a.lbrun"));
        QVERIFY(seen.refresh());
        QVERIFY(seen.info().message.empty());
        QVERIFY(seen.since(cursor).restarted);
        compareFrames(seen, run);
    }

    void aReplacedFileBeginsAnew()
    {
        RunStore first, second;
        fill(first, 30);
        fill(second, 40);
        saveRunCopy(first, path("a.lbrun"));
        RunFile seen(path("a.lbrun"));
        RunCursor cursor;
        seen.since(cursor);
        saveRunCopy(second, path("a.lbrun"));
        QVERIFY(seen.refresh());
        const RunChanges changes = seen.since(cursor);
        QVERIFY(changes.restarted);
        QCOMPARE(changes.lastFrame - changes.firstFrame, std::size_t{40});
        compareFrames(seen, second);
    }

    void aFileThatIsCutShortIsToldAndStaysShown()
    {
        RunStore run;
        fill(run, 2000);
        saveRunCopy(run, path("a.lbrun"));
        std::filesystem::copy(path("a.lbrun"), path("whole.lbrun"));
        RunFile seen(path("a.lbrun"));
        std::filesystem::resize_file(path("a.lbrun"), std::filesystem::file_size(path("a.lbrun")) / 2);
        QVERIFY(seen.refresh());
        QVERIFY(QString::fromStdString(seen.info().message).contains("cut short"));
        QCOMPARE(seen.frameCount(), std::size_t{2000});
        std::filesystem::copy_file(path("whole.lbrun"), path("a.lbrun"), std::filesystem::copy_options::overwrite_existing);
        QVERIFY(seen.refresh());
        QVERIFY(seen.info().message.empty());
        compareFrames(seen, run);
    }

    /// Memory use follows the viewed values.
    void valuesAreForgottenWhenThereAreMany()
    {
        constexpr std::size_t kBig = 100'000, kMany = 100; // 80 MB of values
        RunStore run;
        test::addMadeSeries(run, kMany);
        record::Frame frame;
        for (std::uint32_t series = 0; series < kMany; ++series)
            frame.values.push_back({series, 0});
        for (std::size_t i = 0; i < kBig; ++i) {
            const auto number = static_cast<std::int64_t>(i) + 1;
            frame.stamp = {number, 1, number, number, 0};
            for (auto &value : frame.values)
                value.value = static_cast<double>(i);
            run.commit(frame);
        }
        saveRunCopy(run, path("big.lbrun"));
        const RunFile seen(path("big.lbrun"));
        QCOMPARE(seen.cachedBytes(), std::size_t{0});
        QCOMPARE(seen.trace(3, {record::Axis::Step, 0, 1.0 * kBig, 1000}).points.size(), std::size_t{2000});
        QVERIFY(seen.cachedBytes() < kBig * sizeof(double) / 2); // the pyramid was sufficient
        for (std::uint32_t series = 0; series < kMany; ++series) {
            const auto values = seen.values(series, 0, kBig);
            QVERIFY(std::all_of(values.begin(), values.end(), [](const auto &v) { return v.value == v.frame; }));
        }
        QVERIFY(seen.cachedBytes() <= std::size_t{65} << 20);
        QCOMPARE(seen.values(0, 12'345, 1).front().value, 12'345.0); // dropped and read again
    }

private:
    static void fill(RunStore &run, std::size_t frames)
    {
        test::addMadeSeries(run, kFollowedSeries);
        for (std::size_t i = 0; i < frames; ++i)
            run.commit(test::madeFrame(i, kFollowedSeries));
        run.update([](auto &info) { info.status = record::RunStatus::Finished; });
    }

    std::string path(const char *name) const { return m_folder->filePath(name).toStdString(); }

    std::unique_ptr<QTemporaryDir> m_folder;
};

LENSBOARD_TEST(FollowedRunFileTest)
#include "tst_followed_run_file.moc"
