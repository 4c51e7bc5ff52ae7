// Names of runs shown together: the shortest path suffixes that distinguish them.

#include "core/store/file/run_folder.h"
#include "core/store/run_names.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QStringList>
#include <QTemporaryDir>
#include <QTest>

using namespace lensboard;
using store::NamedRun;

namespace {

QStringList texts(const std::vector<std::string> &names)
{
    QStringList all;
    for (const std::string &name : names)
        all << QString::fromStdString(name);
    return all;
}

QStringList namesOf(const std::vector<NamedRun> &runs)
{
    return texts(store::runNames(runs));
}

} // namespace

class RunNamesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void endsOfPathsTellRunsApart_data()
    {
        QTest::addColumn<QStringList>("paths");
        QTest::addColumn<QStringList>("names");
        QTest::newRow("one") << QStringList{"/logs/exp1/train"} << QStringList{"train"};
        QTest::newRow("Keras") << QStringList{"/l/exp1/train", "/l/exp2/train"} << QStringList{"exp1/train", "exp2/train"};
        QTest::newRow("runs of one folder alike") << QStringList{"/l/exp1/train", "/l/exp2/train", "/l/exp2/validation", "/l/other"}
                                                  << QStringList{"exp1/train", "exp2/train", "exp2/validation", "other"};
        QTest::newRow("Lightning") << QStringList{"/a/lightning_logs/version_0", "/b/lightning_logs/version_0"}
                                   << QStringList{"a/lightning_logs/version_0", "b/lightning_logs/version_0"};
        QTest::newRow("the end of another") << QStringList{"/train", "/exp/train"} << QStringList{"/train", "exp/train"};
        QTest::newRow("the same twice") << QStringList{"/l/exp1/train", "/l/exp1/train/", "/l/exp1/./train"}
                                        << QStringList{"train", "train", "train"};
        QTest::newRow("files") << QStringList{"/l/a.lbrun", "/l/b_0.5.csv", "/l/c.jsonl.gz", "/l/lr_0.1"}
                               << QStringList{"a", "b_0.5", "c", "lr_0.1"};
        QTest::newRow("of two formats") << QStringList{"/l/a.csv", "/l/a.jsonl", "/l/a"} << QStringList{"a.csv", "a.jsonl", "a"};
    }

    void endsOfPathsTellRunsApart()
    {
        QFETCH(QStringList, paths);
        QFETCH(QStringList, names);
        std::vector<NamedRun> runs;
        for (const QString &path : paths)
            runs.push_back({path.toStdString(), {}});
        QCOMPARE(namesOf(runs), names);
    }

    void aFolderKeepsWhatFollowsItsLastDot()
    {
        const QTemporaryDir root;
        for (const char *name : {"Experiment 17_sgd_512_0.2", "Experiment 17_sgd_512_0.5", "model.v2.json"}) {
            QVERIFY(QDir(root.path()).mkdir(name));
            const std::string path = root.filePath(name).toStdString();
            QCOMPARE(store::runName(path), std::string(name));
            QCOMPARE(store::runName(path + '/'), std::string(name));
        }
        QCOMPARE(store::runName("/"), std::string("/"));
    }

    void givenNamesWin()
    {
        QCOMPARE(namesOf({{"/l/exp1/train", "baseline"}, {"/l/exp2/train", {}}}), (QStringList{"baseline", "exp2/train"}));
        QCOMPARE(namesOf({{"/l/a.lbrun", "b"}, {"/l/b.lbrun", {}}}), (QStringList{"b", "l/b"}));
        QCOMPARE(namesOf({{"/l/a.lbrun", "wide"}, {"/l/b.lbrun", "wide"}, {"/l/b.lbrun", "wide"}}),
                 (QStringList{"wide (a)", "wide (b)", "wide (b)"}));
    }

    void timesAreLeftOutUnlessTheyTellRunsApart_data()
    {
        QTest::addColumn<QStringList>("files");
        QTest::addColumn<QStringList>("names");
        QTest::newRow("alone") << QStringList{"/l/cnn-2026-11-24-102233.lbrun"} << QStringList{"cnn"};
        QTest::newRow("numbered") << QStringList{"/l/cnn-1-2026-11-24-102233-2.lbrun"} << QStringList{"cnn-1"};
        QTest::newRow("of two models") << QStringList{"/l/cnn-2026-11-24-102233.lbrun", "/l/mlp-2026-11-24-102233.lbrun"} << QStringList{"cnn", "mlp"};
        QTest::newRow("of one model") << QStringList{"/l/cnn-2026-11-24-102233.lbrun", "/l/cnn-2026-11-25-090000.lbrun", "/l/mlp-2026-11-24-102233.lbrun"}
                                      << QStringList{"cnn-2026-11-24-102233", "cnn-2026-11-25-090000", "mlp"};
        QTest::newRow("of two folders") << QStringList{"/a/cnn-2026-11-24-102233.lbrun", "/b/cnn-2026-11-24-102233.lbrun"} << QStringList{"a/cnn", "b/cnn"};
        QTest::newRow("the same twice") << QStringList{"/l/cnn-2026-11-24-102233.lbrun", "/l/cnn-2026-11-24-102233.lbrun"} << QStringList{"cnn", "cnn"};
        QTest::newRow("beside a short name") << QStringList{"/l/cnn-2026-11-24-102233.lbrun", "/l/cnn.lbrun"} << QStringList{"cnn-2026-11-24-102233", "cnn"};
        QTest::newRow("nothing but a time") << QStringList{"/l/-2026-11-24-102233.lbrun"} << QStringList{"-2026-11-24-102233"};
        QTest::newRow("no time") << QStringList{"/l/cnn-2026-11-24.lbrun", "/l/cnn-x2026-11-24-102233.lbrun", "/l/5"}
                                 << QStringList{"cnn-2026-11-24", "cnn-x2026-11-24-102233", "5"};
    }

    void timesAreLeftOutUnlessTheyTellRunsApart()
    {
        QFETCH(QStringList, files);
        QFETCH(QStringList, names);
        std::vector<NamedRun> runs;
        for (const QString &file : files)
            runs.push_back({file.toStdString(), {}});
        QCOMPARE(texts(store::shortRunNames(runs)), names);
    }

    void timesStayBesideNamesThatReadAlike()
    {
        const NamedRun timed{"/l/cnn-2026-11-24-102233.lbrun", {}}, named{"/l/a.lbrun", "cnn"};
        QCOMPARE(texts(store::shortRunNames({timed}, {"cnn"})), QStringList{"cnn-2026-11-24-102233"});
        QCOMPARE(texts(store::shortRunNames({timed, named})), (QStringList{"cnn-2026-11-24-102233", "cnn"}));
        const NamedRun given{"/l/b.lbrun", "mine-2026-11-24-102233"}; // the user's choice
        QCOMPARE(texts(store::shortRunNames({given})), QStringList{"mine-2026-11-24-102233"});
    }

    void theTimeOfANewFileIsLeftOut()
    {
        const QTemporaryDir folder;
        const auto path = store::newRunPath(folder.path().toStdString(), "cnn");
        QVERIFY(QDir(folder.path()).mkdir(QString::fromStdString(path.filename().string()))); // so that the next name gets a number
        const auto second = store::newRunPath(folder.path().toStdString(), "cnn");
        QCOMPARE(texts(store::shortRunNames({{second, {}}})), QStringList{"cnn"});
    }

    void aListShowsPathsFromItsFolder()
    {
        QCOMPARE(texts(store::runNamesIn("/l/", {"/l", "/l/exp1/train", "/l/0.5/a.lbrun", "/l/0.5/a", "/l/b.pkl"})),
                 (QStringList{"l", "exp1/train", "0.5/a.lbrun", "0.5/a", "b"}));
    }

    void filesAreNamedSafelyAndEachOnce()
    {
        const std::string longName(300, 'x');
        const QStringList names = texts(store::fileNames({"exp1/train", "exp1-train", "..", "a\\b\nc", "", "Größe 0.5", longName}));
        QCOMPARE(names.mid(0, 6), (QStringList{"exp1-train", "exp1-train (2)", "_..", "a-b-c", "_", "Größe 0.5"}));
        QVERIFY(names.back().toUtf8().size() < 210);
    }
};

LENSBOARD_TEST(RunNamesTest)
#include "tst_run_names.moc"
