// Which runs a folder holds, and that what cannot be looked at is told.

#include "core/import/run_search.h"
#include "tests/support/event_file_maker.h"

#include <QDir>
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include <unistd.h>

using namespace lensboard;
using imports::FoundRuns;
using test::append;

namespace {

/// While it lives, the rights of files hold for the tests as for anybody, also if root runs them.
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
        append(path("c/two.pkl"), {});
        append(path("c/train.0.5/events.out.tfevents.1.h"), {});
        append(path("a/notes.txt"), {});
        QVERIFY(QDir().mkpath(path("empty/tfevents-folder")));
        QVERIFY(QDir().mkpath(path("empty/folder.lbrun")));
        const FoundRuns found = imports::findRuns(m_root->path().toStdString());
        QCOMPARE(relative(found), (QStringList{"a/deep", "a/deep/one.lbrun", "b", "c/train.0.5", "c/two.pkl"}));
        QVERIFY(found.problems.empty());
    }

    void aFileIsItself()
    {
        append(path("notes.txt"), {});
        QCOMPARE(relative(imports::findRuns(path("notes.txt").toStdString())), QStringList{"notes.txt"});
    }

    void aFolderThatMayNotBeReadIsTold()
    {
        QVERIFY(QDir().mkpath(path("closed/run")));
        append(path("a.lbrun"), {});
        QVERIFY(QFile::setPermissions(path("closed"), {}));
        FoundRuns found;
        {
            const AsNobody nobody;
            found = imports::findRuns(m_root->path().toStdString());
        }
        QVERIFY(QFile::setPermissions(path("closed"), QFile::Permissions(0x7700)));
        QCOMPARE(relative(found), QStringList{"a.lbrun"});
        QCOMPARE(found.problems.size(), std::size_t{1});
        QCOMPARE(QString::fromStdString(found.problems.front()), path("closed") + ": cannot be read: Permission denied");
    }

    void whatLiesTooDeepIsTold()
    {
        QString deep = m_root->path();
        for (int level = 0; level <= 64; ++level)
            deep += "/d";
        QVERIFY(QDir().mkpath(deep));
        append(deep + "/a.lbrun", {});
        const FoundRuns found = imports::findRuns(m_root->path().toStdString());
        QVERIFY(found.runs.empty());
        QCOMPARE(found.problems.size(), std::size_t{1});
        QVERIFY(found.problems.front().ends_with("/d: lies more than 64 levels deep; it was not looked at"));
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

QTEST_GUILESS_MAIN(RunSearchTest)
#include "tst_run_search.moc"
