// The list of a folder reads few entries and stays up to date.

#include "core/runs/run_folder_scan.h"
#include "core/runs/run_tree.h"
#include "tests/support/event_file_maker.h"
#include "tests/support/patience.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>

#include <filesystem>
#include <map>

using namespace lensboard;
using runs::RunTree;

namespace {

namespace fs = std::filesystem;

constexpr std::size_t kAll = 1'000'000;

} // namespace

class RunTreeTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_root = std::make_unique<QTemporaryDir>();
        QVERIFY(m_root->isValid());
    }

    void aLookReadsABoundedNumberOfEntries()
    {
        makeTree(10, 100);
        RunTree tree(top(), RunTree::Watches::No);
        std::size_t looks = 0, runsBefore = 0;
        bool grew = false;
        for (bool isWhole = false; !isWhole; ++looks) {
            const std::uint64_t before = tree.entriesRead();
            isWhole = tree.look(150, {});
            QVERIFY(tree.entriesRead() - before <= 150 + 11); // the times of 11 folders may be compared
            grew = grew || (runsBefore > 0 && tree.found().runs.size() > runsBefore);
            runsBefore = tree.found().runs.size();
        }
        QVERIFY(looks >= 7);
        QVERIFY(grew); // runs are found in several steps
        QCOMPARE(tree.found().runs.size(), std::size_t{10});
    }

    void oneFolderWithManyEntriesIsReadInParts()
    {
        makeTree(1, 1000);
        RunTree tree(top(), RunTree::Watches::Yes);
        for (int i = 0; i < 9; ++i)
            QVERIFY(!tree.look(100, {}));
        while (!tree.look(100, {}))
            ;
        QCOMPARE(tree.found().runs.size(), std::size_t{1});
    }

    void aWatchedTreeIsReadOnce()
    {
        makeTree(20, 100);
        RunTree tree(top(), RunTree::Watches::Yes);
        QVERIFY(tree.look(kAll, {}));
        QVERIFY(tree.isWatched(top() / "0/run.lbrun"));
        QVERIFY(tree.entriesRead() >= 2000);
        const std::uint64_t before = tree.entriesRead();
        for (int i = 0; i < 100; ++i)
            QVERIFY(tree.look(kAll, {}));
        QCOMPARE(tree.entriesRead(), before);
        write("7/new.lbrun");
        QVERIFY(tree.look(kAll, {}));
        QVERIFY(tree.entriesRead() - before < 10);
        QCOMPARE(tree.found().runs.size(), std::size_t{21});
        QVERIFY(tree.takeWritten().contains((top() / "7/new.lbrun").string()));
    }

    /// Without file notifications, only the modification times of folders are compared.
    void ofATreeThatIsNotWatchedFoldersAreComparedAlone()
    {
        makeTree(20, 100);
        RunTree tree(top(), RunTree::Watches::No);
        const auto readInLook = [&] {
            const std::uint64_t before = tree.entriesRead();
            tree.look(kAll, {});
            return tree.entriesRead() - before;
        };
        QVERIFY(readInLook() >= 2000);
        QTRY_COMPARE(readInLook(), std::uint64_t{21}); // not at once: the folders were just written
        write("7/new.lbrun");
        readInLook();
        QCOMPARE(tree.found().runs.size(), std::size_t{21});
    }

    void aTreeStaysUpToDate_data()
    {
        QTest::addColumn<bool>("isWatched");
        QTest::newRow("watched") << true;
        QTest::newRow("not watched") << false;
    }

    /// After each change the tree contains the same runs as a new search.
    void aTreeStaysUpToDate()
    {
        QFETCH(bool, isWatched);
        RunTree tree(top(), isWatched ? RunTree::Watches::Yes : RunTree::Watches::No);
        const auto isSame = [&] {
            tree.look(kAll, {});
            const runs::FoundRuns fresh = fs::exists(top()) ? runs::findRuns(top()) : runs::FoundRuns();
            return tree.found().runs == fresh.runs && tree.found().problems == fresh.problems;
        };
        QVERIFY(isSame());
        const QByteArray events = test::versionRecord() + test::scalarRecord(1, "loss", 1);
        const std::vector<std::pair<const char *, std::function<void()>>> changes = {
            {"a run", [&] { write("a.lbrun"); }},
            {"a run in new folders", [&] { write("x/y/z/b.lbrun"); }},
            {"event files", [&] { write("tb/events.out.tfevents.1.a", events); }},
            {"those of another writer", [&] { write("tb/events.out.tfevents.2.b", events); }},
            {"an empty file", [&] { write("x/recording.pkl"); }},
            {"that is written", [&] { write("x/recording.pkl", QByteArray("\x80\x04\x95\x10\x00\x00\x00\x00\x00\x00\x00}\x94\x8c\x06method", 21)); }},
            {"add_scalars() makes a folder", [&] { write("tb2/events.out.tfevents.1.a", events), write("tb2/acc_train/events.out.tfevents.1.a"); }},
            {"and writes into it", [&] { write("tb2/acc_train/events.out.tfevents.1.a", test::versionRecord() + test::scalarRecord(1, "acc", 1)); }},
            {"MLflow", [&] { write("ml/0/abc/metrics/loss", "1748257990000 0.5 0\n"), write("ml/0/abc/meta.yaml", "run_id: abc\nlifecycle_stage: active\n"); }},
            {"a folder is renamed", [&] { fs::rename(top() / "x/y", top() / "x/other"); }},
            {"a run is renamed", [&] { fs::rename(top() / "a.lbrun", top() / "c.lbrun"); }},
            {"a link", [&] { fs::create_directory_symlink(top() / "x", top() / "link"); }},
            {"a folder is replaced", [&] { fs::remove_all(top() / "tb"), write("tb/d.lbrun"); }},
            {"a run is deleted", [&] { fs::remove(top() / "c.lbrun"); }},
            {"what the link led to is deleted", [&] { fs::remove_all(top() / "x"); }},
            {"all is deleted", [&] { fs::remove_all(top()); }},
            {"and comes again", [&] { write("e.lbrun"), write("f/g.lbrun"); }},
        };
        for (const auto &[what, change] : changes) {
            change();
            QVERIFY2(isSame(), what);
            QVERIFY2(isSame(), what);
        }
        QCOMPARE(tree.found().runs.size(), std::size_t{2});
    }

    /// An idle list reads no entries.
    void aListFollowsARunInALargeTree()
    {
        makeTree(20, 100);
        runs::RunFolderScan scan(top());
        std::map<std::string, std::size_t> ticks;
        std::vector<bool> looking;
        const runs::RunScan::Listener listener{[&](const runs::RunSummary &run) { ticks[run.path.string()] = run.ticks; },
                                               [&](const fs::path &gone) { ticks.erase(gone.string()); }, [](const auto &) {},
                                               [&](bool is) { looking.push_back(is); }};
        scan.look({}, listener);
        QCOMPARE(ticks.size(), std::size_t{20});
        QVERIFY(looking.empty()); // one slice was enough
        const std::uint64_t before = scan.entriesRead();
        for (int i = 0; i < 10; ++i)
            scan.look({}, listener);
        QCOMPARE(scan.entriesRead(), before);
        const std::string run = (top() / "3").string();
        write("3/events.out.tfevents.1.a", test::versionRecord() + test::scalarRecord(1, "loss", 1));
        scan.look({}, listener);
        QCOMPARE(ticks.at(run), std::size_t{1});
        test::append(QString::fromStdString(run + "/events.out.tfevents.1.a"), test::scalarRecord(2, "loss", 1));
        QTRY_VERIFY((scan.look({}, listener), ticks.at(run) == 2)); // not at once: reading uses a limited share of the time
        fs::remove_all(run);
        scan.look({}, listener);
        QVERIFY(!ticks.contains(run));
        QCOMPARE(ticks.size(), std::size_t{19});
    }

    void aListSaysThatItIsStillLooking()
    {
        makeTree(3, runs::RunFolderScan::kEntriesAtOnce / 2);
        runs::RunFolderScan scan(top());
        std::vector<bool> looking;
        std::size_t found = 0, foundWhileLooking = 0;
        scan.look({}, {[&](const auto &) { ++found, foundWhileLooking += !looking.empty() && looking.back() ? 1 : 0; }, [](const auto &) {}, [](const auto &) {},
                       [&](bool is) { looking.push_back(is); }});
        QCOMPARE(looking, (std::vector<bool>{true, false}));
        QCOMPARE(found, std::size_t{3});
        QVERIFY(foundWhileLooking > 0);
    }

private:
    fs::path top() const { return fs::path(m_root->path().toStdString()) / "top"; }

    void write(const char *name, const QByteArray &bytes = {}) const { write(top() / name, bytes); }

    static void write(const fs::path &path, const QByteArray &bytes)
    {
        fs::create_directories(path.parent_path());
        QFile file(QString::fromStdString(path.string()));
        if (!file.open(QIODevice::WriteOnly) || file.write(bytes) != bytes.size())
            qFatal("cannot write %s", path.c_str());
    }

    /// Creates \p folders with one run each, and enough files for \p entries entries.
    void makeTree(std::size_t folders, std::size_t entries) const
    {
        for (std::size_t folder = 0; folder < folders; ++folder) {
            const fs::path path = top() / std::to_string(folder), run = path / "run.lbrun";
            write(run, {});
            for (std::size_t file = 1; file < entries; ++file)
                fs::create_hard_link(run, path / (std::to_string(file) + ".png"));
        }
    }

    std::unique_ptr<QTemporaryDir> m_root;
};

LENSBOARD_TEST(RunTreeTest)
#include "tst_run_tree.moc"
