#include "core/bytes/whole_file.h"
#include "core/remote/remote_run.h"
#include "core/remote/run_cache.h"
#include "core/runs/run_source.h"
#include "core/store/file/run_file_writer.h"
#include "tests/support/compare_runs.h"
#include "tests/support/growing_run.h"
#include "tests/support/made_rewards.h"
#include "tests/support/mutations.h"
#include "tests/support/served_here.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <filesystem>
#include <fstream>

using namespace lensboard;
using namespace lensboard::remote;
using test::GrowingRun;

namespace fs = std::filesystem;

namespace {

constexpr const char *kAddress = "ssh://there/run.lbrun";

/// A run opened by a window or a command, with the cache left by an earlier one.
class Opening
{
public:
    Opening(const fs::path &folder, const fs::path &caches, const char *name = "run.lbrun", CacheLimits limits = {})
        : link(folder), run(RemoteRun::open(link.link, name, "there", RemoteRun::Waits::ForAll, std::make_shared<RunCache>(kAddress, caches, limits)))
    {
        run->awaitOpened({});
    }
    std::uint64_t bytes() const { return link.link->receivedBytes(); }

    test::BreakableLink link;
    std::shared_ptr<RemoteRun> run;
};

std::shared_ptr<const store::Run> read(const fs::path &path)
{
    imports::ReadProgress progress;
    return runs::openRun(path, progress)->run();
}

std::vector<fs::path> filesIn(const fs::path &folder)
{
    std::vector<fs::path> files;
    for (const auto &entry : fs::directory_iterator(folder))
        files.push_back(entry.path());
    return files;
}

std::string fileBytes(const fs::path &path)
{
    return bytes::wholeFile(path, "a cache", 1 << 30);
}

void write(const fs::path &path, const std::string &bytes)
{
    std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

} // namespace

class RunCacheTest : public QObject
{
    Q_OBJECT

    std::unique_ptr<QTemporaryDir> m_folder;

    fs::path at(const char *name) const { return fs::path(m_folder->path().toStdString()) / name; }
    fs::path runs() const { return at("runs"); }
    fs::path caches() const { return at("home/caches"); }
    fs::path runFile() const { return runs() / "run.lbrun"; }

    /// Returns the bytes received until the whole run arrived and was compared.
    std::uint64_t bytesOf(const store::Run &expected, const char *name = "run.lbrun") const
    {
        const Opening opening(runs(), caches(), name);
        test::compareContents(*opening.run, expected);
        for (std::uint32_t series = 0; series < expected.seriesCount(); ++series)
            if (opening.run->tally(series) != expected.tally(series))
                QTest::qFail("another tally", __FILE__, __LINE__);
        return opening.bytes();
    }

private Q_SLOTS:
    void init()
    {
        m_folder = std::make_unique<QTemporaryDir>();
        fs::create_directory(runs());
    }

    void aSecondOpeningGoesOn()
    {
        GrowingRun here(runFile(), 20000);
        here.store->append({record::RunEvent::Kind::LensSettings, 7, 1.0, "OutputNorm: include [\"Linear\"]", R"({"lens": "OutputNorm"})"});
        here.finish();
        const std::uint64_t first = bytesOf(*here.store), second = bytesOf(*here.store);
        QVERIFY2(20 * second < first, qPrintable(QString("%1 bytes, then %2").arg(first).arg(second)));
        QCOMPARE(bytesOf(*here.store), second);
        QCOMPARE(filesIn(caches()).size(), std::size_t{1});
        QCOMPARE(fs::status(caches()).permissions(), fs::perms::owner_all);
        const Opening opening(runs(), caches());
        QVERIFY(opening.run->info() == here.store->info());
    }

    /// Some ticks may still be missing.
    void whatCameInPartIsCompleted()
    {
        GrowingRun here(runFile(), 40000);
        here.finish();
        for (int round = 0; round < 2; ++round) {
            const test::BreakableLink link(runs());
            RemoteRun::open(link.link, "run.lbrun", "there", RemoteRun::Waits::Never, std::make_shared<RunCache>(kAddress, caches()))->awaitOpened({});
        }
        const std::uint64_t first = bytesOf(*here.store), second = bytesOf(*here.store);
        QVERIFY2(20 * second < first, qPrintable(QString("%1 bytes, then %2").arg(first).arg(second)));
    }

    /// An approximate reader and an exact reader of a run use the cached data of each other.
    void readersOfARunShareIt()
    {
        GrowingRun here(runFile(), 20000);
        here.finish();
        const std::uint64_t first = bytesOf(*here.store);
        const test::BreakableLink link(runs());
        const auto run = RemoteRun::open(link.link, "run.lbrun", "there", RemoteRun::Waits::Never, std::make_shared<RunCache>(kAddress, caches()));
        run->awaitOpened({});
        const auto value = [&] { return run->valueAt(0, record::Axis::Step, 77770); };
        QTRY_VERIFY(value()); // summaries arrive
        QVERIFY(test::same(value()->value, here.store->valueAt(0, record::Axis::Step, 77770)->value));
        test::compareContents(*run->exact(), *here.store);
        QVERIFY(10 * link.link->receivedBytes() < first);
    }

    void whatWasWrittenMeanwhileComes()
    {
        GrowingRun here(runFile(), 10000);
        const std::uint64_t first = bytesOf(*here.store);
        for (int round = 0; round < 3; ++round) {
            here.store->append({record::RunEvent::Kind::Text, round, 1.0, "so far"});
            here.grow(1500);
            const std::uint64_t more = bytesOf(*here.store);
            QVERIFY2(2 * more < first, qPrintable(QString("%1 bytes, then %2").arg(first).arg(more)));
        }
        here.finish();
        bytesOf(*here.store);
    }

    /// Also while the run is recorded, when each tick is received on its own.
    void whatIsFollowedIsKept()
    {
        GrowingRun here(runFile(), 10);
        {
            const Opening opening(runs(), caches());
            for (std::size_t round = 1; round <= 20; ++round) {
                here.grow(5);
                QTRY_COMPARE(opening.run->frameCount(), 10 + 5 * round);
            }
        }
        here.finish();
        RunCache cache(kAddress, caches());
        const test::BreakableLink nowhere(at("none"));
        std::size_t rows = 0;
        QVERIFY(cache.replay([&](const messages::News &) { ++rows; }));
        QVERIFY(rows >= 20);
        bytesOf(*here.store);
    }

    void anotherRunInItsPlaceBeginsAnew()
    {
        for (const std::size_t frames : {3000, 1000, 5000}) {
            record::RunInfo info = test::infoOf("one", record::RunStatus::Finished);
            info.createdSeconds += static_cast<double>(frames);
            store::RunStore run(info);
            test::addMadeSeries(run, 2);
            for (std::size_t i = 0; i < frames; ++i)
                run.commit(test::madeFrame(i + frames, 2));
            fs::remove(runFile());
            store::saveRunCopy(run, runFile());
            bytesOf(run);
        }
    }

    /// Detects a replaced run with equal ticks and equal summaries of its chunks.
    void othersThatLookTheSameAreSeen()
    {
        for (const unsigned seed : {1, 2, 3}) {
            test::writeRewards(runs() / "rewards.csv", seed);
            bytesOf(*read(runs() / "rewards.csv"), "rewards.csv");
        }
        for (const unsigned seed : {1, 2, 3}) {
            test::saveRewards(runFile(), seed);
            bytesOf(*read(runFile()));
        }
    }

    void whatIsEditedWhileItIsOpenIsSeen()
    {
        const fs::path path = runs() / "rewards.csv";
        test::writeRewards(path, 1);
        {
            const Opening opening(runs(), caches(), "rewards.csv");
            test::compareContents(*opening.run, *read(path));
            test::writeRewards(at("other.csv"), 2);
            fs::rename(at("other.csv"), path);
            const auto other = read(path);
            const auto isNew = [&] {
                try {
                    return std::ranges::equal(opening.run->values(0, 0, 5000), other->values(0, 0, 5000), {}, &store::PlacedValue::value, &store::PlacedValue::value);
                } catch (const store::RunFileError &) { // changed during reading
                    return false;
                }
            };
            QTRY_VERIFY(isNew());
        }
        bytesOf(*read(path), "rewards.csv");
    }

    /// Thinned in place, like a recording process does.
    void whatIsThinnedMeanwhileIsSeen()
    {
        const auto written = [this](const char *name, std::size_t keep) {
            GrowingRun(at(name), 20000, false, {.keep = keep}).finish();
            write(runFile(), fileBytes(at(name)));
            const auto run = read(runFile());
            bytesOf(*run);
            return run->tally(0).count;
        };
        const std::size_t all = written("whole.lbrun", 0);
        QVERIFY(2 * written("thinned.lbrun", 1024) < all);
    }

    void damageIsNoHarm()
    {
        GrowingRun here(runFile(), 2000);
        here.finish();
        bytesOf(*here.store);
        const fs::path file = filesIn(caches()).front();
        const std::string whole = fileBytes(file);
        test::Random random(7);
        for (int round = 0; round < 60; ++round) {
            std::string bytes = round % 3 == 0 ? test::mutatedBytes(whole, random) : test::mutatedPages(whole, 4096, random);
            if (round % 10 == 9)
                bytes.resize(test::below(random, bytes.size()));
            write(file, bytes);
            bytesOf(*here.store);
        }
    }

    /// Checksums are correct, but the news belong to another run, and are duplicated.
    void whatCannotBeIsNotBelieved()
    {
        GrowingRun here(runFile(), 2000), other(runs() / "other.lbrun", 300, false);
        here.finish();
        other.finish();
        const char *const address = "ssh://there/other.lbrun";
        {
            const test::BreakableLink link(runs());
            RemoteRun::open(link.link, "other.lbrun", "there", RemoteRun::Waits::Never, std::make_shared<RunCache>(address, at("others")))->awaitOpened({});
        }
        {
            RunCache from(address, at("others")), to(kAddress, caches());
            for (int i = 0; i < 2; ++i)
                QVERIFY(from.replay([&](const messages::News &news) { to.add(news); }));
        }
        QVERIFY(fs::file_size(filesIn(caches()).front()) > 1000);
        const std::uint64_t first = bytesOf(*here.store);
        QVERIFY(2 * bytesOf(*here.store) < first); // except values at its end, each time
    }

    /// The cache file of a killed process.
    void aFileIsOfUseAtAnyMoment()
    {
        GrowingRun here(runFile(), 20000);
        here.finish();
        std::vector<std::pair<std::string, std::string>> left; // the file and its journal
        {
            const Opening opening(runs(), caches());
            std::jthread looks([&](const std::stop_token &stop) {
                while (!stop.stop_requested()) {
                    const auto files = fs::exists(caches()) ? filesIn(caches()) : std::vector<fs::path>();
                    for (const fs::path &file : files)
                        if (file.extension() == ".cache")
                            left.emplace_back(fileBytes(file), fs::exists(file.string() + "-journal") ? fileBytes(file.string() + "-journal") : std::string());
                    std::this_thread::sleep_for(std::chrono::milliseconds(2));
                }
            });
            test::compareContents(*opening.run, *here.store);
        }
        QVERIFY(left.size() > 3);
        const fs::path file = filesIn(caches()).front();
        for (std::size_t i = 0; i < left.size(); i += 1 + left.size() / 15) {
            write(file, left[i].first);
            write(file.string() + "-journal", left[i].second);
            bytesOf(*here.store);
        }
    }

    /// The cache file has a single writer; a second process reads without it.
    void whoComesSecondDoesWithout()
    {
        GrowingRun here(runFile(), 3000);
        const std::uint64_t alone = bytesOf(*here.store);
        here.grow(3000);
        {
            const Opening first(runs(), caches()), second(runs(), caches());
            test::compareContents(*first.run, *here.store);
            test::compareContents(*second.run, *here.store);
        }
        here.finish();
        QVERIFY(2 * bytesOf(*here.store) < alone);
    }

    void noFolderIsNoHarm()
    {
        GrowingRun here(runFile(), 3000);
        here.finish();
        write(at("file"), "no folder");
        for (const fs::path &folder : {fs::path(), at("file"), fs::path("/proc/none")}) {
            const Opening opening(runs(), folder);
            test::compareContents(*opening.run, *here.store);
        }
        QCOMPARE(Opening(runs(), caches(), "").run->awaitOpened({}), RemoteRun::What::Folder);
        QVERIFY(!fs::exists(caches())); // there was nothing to cache
    }

    void whatWasNotUsedForLongGoes()
    {
        GrowingRun here(runFile(), 3000);
        here.finish();
        bytesOf(*here.store);
        const fs::path file = filesIn(caches()).front();
        const auto size = fs::file_size(file);
        for (int i = 0; i < 4; ++i) {
            const fs::path other = caches() / (std::to_string(i) + ".cache");
            fs::copy(file, other);
            fs::last_write_time(other, fs::file_time_type::clock::now() - std::chrono::hours(i == 2 ? 100 : 10 + i));
        }
        write(caches() / "other.txt", "not ours");
        fs::last_write_time(file, fs::file_time_type::clock::now() - std::chrono::hours(1000)); // old, but in use
        const RunCache cache(kAddress, caches(), {.folderBytes = 3 * size + size / 2});
        QVERIFY(fs::exists(file) && fs::exists(caches() / "0.cache") && fs::exists(caches() / "1.cache") && fs::exists(caches() / "other.txt"));
        QVERIFY(!fs::exists(caches() / "2.cache") && !fs::exists(caches() / "3.cache"));
    }

    void aFileGrowsToALimit()
    {
        GrowingRun here(runFile(), 20000);
        here.finish();
        constexpr CacheLimits kLimits = {.fileBytes = 300'000};
        for (int round = 0; round < 2; ++round) {
            const Opening opening(runs(), caches(), "run.lbrun", kLimits);
            test::compareContents(*opening.run, *here.store);
        }
        const auto size = fs::file_size(filesIn(caches()).front());
        QVERIFY2(size > 100'000 && size < 400'000, qPrintable(QString::number(size)));
    }
};

LENSBOARD_TEST(RunCacheTest)

#include "tst_run_cache.moc"
