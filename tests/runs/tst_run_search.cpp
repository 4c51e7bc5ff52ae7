// Finding runs in folders, and reporting unreadable files and folders.

#include "core/runs/run_folder_scan.h"
#include "core/runs/run_search.h"
#include "core/runs/run_source.h"
#include "tests/support/event_file_maker.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

using namespace lensboard;
using runs::FoundRuns;
using test::append;

namespace {

/// Drops root's rights for its lifetime, so that file permissions apply in the tests.
class AsNobody
{
public:
    AsNobody() : m_wasRoot(::geteuid() == 0) { become(kNobody); }
    ~AsNobody() { become(0); }
    AsNobody(const AsNobody &) = delete;
    AsNobody &operator=(const AsNobody &) = delete;

private:
    static constexpr uid_t kNobody = 65534;

    void become(uid_t user) const
    {
        if (m_wasRoot && ::seteuid(user) != 0)
            qFatal("the user cannot be changed");
    }

    bool m_wasRoot;
};

} // namespace

class RunSearchTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init()
    {
        m_root = std::make_unique<QTemporaryDir>();
        QVERIFY(QFile::setPermissions(m_root->path(), QFile::Permissions(0x7755)));
    }

    void runsAreFilesAndFoldersWithEventFiles()
    {
        for (const char *folder : {"b", "a/deep", "empty", "c/train.0.5"})
            QVERIFY(QDir().mkpath(path(folder)));
        QVERIFY(QFile::link(m_root->path(), path("a/loop")));
        QVERIFY(QFile::link(path("b"), path("a/again")));
        append(path("b/events.out.tfevents.1.h"), {});
        append(path("b/events.out.tfevents.2.h"), {});
        append(path("a/deep/events.out.tfevents.1.h"), {});
        append(path("a/deep/one.lbrun"), {});
        append(path("c/two.pkl"), QByteArray("\x80\x04\x95\x10\x00\x00\x00\x00\x00\x00\x00}\x94\x8c\x06method", 21));
        append(path("c/train.0.5/events.out.tfevents.1.h"), {});
        append(path("a/notes.txt"), {});
        QVERIFY(QDir().mkpath(path("empty/tfevents-folder")));
        QVERIFY(QDir().mkpath(path("empty/folder.lbrun")));
        const FoundRuns found = runs::findRuns(m_root->path().toStdString());
        QCOMPARE(relative(found), (QStringList{"a/deep", "a/deep/one.lbrun", "b", "c/train.0.5", "c/two.pkl"}));
        QVERIFY(found.problems.empty());
    }

    /// Only their names look like runs.
    void filesOfOtherContentAreNotListed()
    {
        append(path("vocab.pkl"), QByteArray("\x80\x04\x95\x0c\x00\x00\x00\x00\x00\x00\x00}\x94\x8c\x05hello\x94K\x01s.", 26)); // {"hello": 1}
        append(path("empty.pkl"), {});
        append(path("vocab.pkl.gz"), QByteArray("\x1f\x8b", 2));
        append(path("trainer_state.json"), "{\"state\": 1}");
        append(path("other.db"), "SQLite format 3");
        QVERIFY(QDir().mkpath(path("logs")));
        append(path("logs/events.out.tfevents.zip"), "PK\x03\x04 and what else a ZIP file holds");
        const FoundRuns found = runs::findRuns(m_root->path().toStdString());
        QCOMPARE(relative(found), QStringList());
        QVERIFY(found.problems.empty());
    }

    void measurementsAreKnownByTheirContent()
    {
        append(path("metrics.json"), "{\"iteration\": 19, \"loss\": 1.5}\n{\"iteration\": 39, \"loss\": 1.25}\n");
        append(path("experiment.json"), "{\"model\": {\"kind\": \"mlp\"}}\n");
        append(path("long.json"), "{\n  \"model\": {\n    \"kind\": \"mlp\"\n  }\n}\n");
        QVERIFY(runs::isMeasurementDocument(path("metrics.json").toStdString()));
        QVERIFY(!runs::isMeasurementDocument(path("experiment.json").toStdString()));
        QVERIFY(!runs::isMeasurementDocument(path("long.json").toStdString()));
    }

    void aFileIsItself()
    {
        append(path("notes.txt"), {});
        QCOMPARE(relative(runs::findRuns(path("notes.txt").toStdString())), QStringList{"notes.txt"});
    }

    void aFolderThatMayNotBeReadIsReported()
    {
        QVERIFY(QDir().mkpath(path("closed/run")));
        append(path("a.lbrun"), {});
        QVERIFY(QFile::setPermissions(path("closed"), {}));
        FoundRuns found;
        {
            const AsNobody nobody;
            found = runs::findRuns(m_root->path().toStdString());
        }
        QVERIFY(QFile::setPermissions(path("closed"), QFile::Permissions(0x7700)));
        QCOMPARE(relative(found), QStringList{"a.lbrun"});
        QCOMPARE(found.problems.size(), std::size_t{1});
        QCOMPARE(QString::fromStdString(found.problems.front()), path("closed") + ": cannot be read: Permission denied");
    }

    void whatLiesTooDeepIsReported()
    {
        QString deep = m_root->path();
        for (int level = 0; level <= 64; ++level)
            deep += "/d";
        QVERIFY(QDir().mkpath(deep));
        append(deep + "/a.lbrun", {});
        const FoundRuns found = runs::findRuns(m_root->path().toStdString());
        QVERIFY(found.runs.empty());
        QCOMPARE(found.problems.size(), std::size_t{1});
        QVERIFY(found.problems.front().ends_with("/d: lies more than 64 levels deep; it was not looked at"));
    }

    /// Ranks logging to one folder are separate runs. A resumed run, or a writer of other tags, belongs to the folder's run.
    void filesOfSeveralWritersAreRunsEach()
    {
        const auto file = [](const char *tag, int first, int last, double wall, bool restarts = false) {
            QByteArray bytes = test::versionRecord() + (restarts ? test::sessionStartRecord(first) : QByteArray());
            for (int step = first; step < last; ++step)
                bytes += test::scalarRecord(step, tag, 1, wall + step);
            return bytes;
        };
        const auto add = [&](const char *folder, const char *name, const QByteArray &bytes) {
            QVERIFY(QDir().mkpath(path(folder)));
            append(path(folder) + "/events.out.tfevents." + name, bytes);
        };
        constexpr double kNow = 1.7e9, kDay = 86400;
        add("ranks", "1.a", file("loss", 0, 10, kNow));
        add("ranks", "1.b", file("loss", 0, 10, kNow));
        add("overlapping", "9.a", file("loss", 0, 10, kNow)); // 9 is before 10
        add("overlapping", "10.a", file("loss", 6, 12, kNow + kDay));
        add("resumed", "1.a", file("loss", 0, 10, kNow));
        add("resumed", "2.a", file("loss", 9, 20, kNow + kDay));
        add("resumed", "3.a", file("loss", 20, 30, kNow + 2 * kDay));
        add("restarted", "1.a", file("loss", 0, 10, kNow));
        add("restarted", "2.a", file("loss", 6, 8, kNow + kDay, true));
        add("restarted", "3.a", file("loss", 8, 9, kNow + 2 * kDay));
        add("tags", "1.a", file("loss", 0, 10, kNow));
        add("tags", "1.b", file("accuracy", 0, 10, kNow));
        QCOMPARE(relative(runs::findRuns(m_root->path().toStdString())),
                 (QStringList{"overlapping/events.out.tfevents.9.a", "overlapping/events.out.tfevents.10.a", "ranks/events.out.tfevents.1.a",
                              "ranks/events.out.tfevents.1.b", "restarted", "resumed", "tags"}));
    }

    /// A followed list of runs replaces the folder by its files.
    void aFolderBecomesTheFilesOfSeveralWriters()
    {
        QStringList told;
        runs::RunFolderScan scan(m_root->path().toStdString());
        const auto name = [](const std::filesystem::path &run) { return QString::fromStdString(run.filename().string()); };
        const auto look = [&] { // summaries are read in parallel, so their order is chance
            told.clear();
            scan.look({}, {[&](const runs::RunSummary &run) { told << "+ " + name(run.path) + QString(", %1 ticks").arg(run.ticks); },
                           [&](const std::filesystem::path &run) { told << "- " + name(run); }, [](const auto &) {}});
            told.sort();
            return told;
        };
        QVERIFY(QDir().mkpath(path("run")));
        append(path("run/events.out.tfevents.1.a"), test::versionRecord() + test::scalarRecord(1, "x", 1) + test::scalarRecord(2, "x", 1));
        QCOMPARE(look(), QStringList("+ run, 2 ticks"));
        append(path("run/events.out.tfevents.2.a"), test::versionRecord() + test::scalarRecord(1, "x", 2));
        QCOMPARE(look(), (QStringList{"+ events.out.tfevents.1.a, 2 ticks", "+ events.out.tfevents.2.a, 1 ticks", "- run"}));
        QVERIFY(look().isEmpty());
    }

    /// An unexpected error ends neither the program nor the list's updates.
    void anErrorIsToldAndTheNextLookGoesOn()
    {
        QVERIFY(QDir().mkpath(path("run")));
        append(path("run/events.out.tfevents.1.a"), test::versionRecord() + test::scalarRecord(1, "x", 1));
        runs::RunFolderScan scan(m_root->path().toStdString());
        std::vector<record::Message> problems;
        const auto look = [&](const std::function<void(const runs::RunSummary &)> &found) {
            scan.look({}, {found, [](const auto &) {}, [&](const auto &told) { problems = told; }});
        };
        look([](const auto &) { throw std::bad_alloc(); });
        QCOMPARE(problems.size(), std::size_t{1});
        QVERIFY(QString::fromStdString(problems.front()).contains(": cannot be looked at: std::bad_alloc"));
        look([](const auto &) {});
        QVERIFY(problems.empty());
    }

private:
    QString path(const char *name) const { return m_root->filePath(name); }

    QStringList relative(const FoundRuns &found) const
    {
        QStringList names;
        for (const auto &run : found.runs)
            names << QString::fromStdString(run.string()).mid(m_root->path().size() + 1);
        return names;
    }

    std::unique_ptr<QTemporaryDir> m_root;
};

LENSBOARD_TEST(RunSearchTest)
#include "tst_run_search.moc"
