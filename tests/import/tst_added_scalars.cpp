#include "core/import/tensorboard/added_scalars.h"
#include "core/import/tensorboard/tensorboard_importer.h"
#include "core/runs/run_folder_scan.h"
#include "core/runs/run_search.h"
#include "core/visualizer/tensorboard_writer.h"
#include "tests/support/event_file_maker.h"
#include "tests/support/imported_run.h"
#include "tests/support/labelled_plot.h"
#include "tests/support/patience.h"
#include "tests/support/test_program.h"

using namespace lensboard;
using namespace lensboard::test;
using record::TagKind;

namespace {

const QString kFile = "/events.out.tfevents.1700000000.a";

/// Log folder in SummaryWriter's layout, with the importer's result.
struct Log
{
    QTemporaryDir folder;
    store::RunStore run;
    imports::ReadProgress progress;
    imports::TensorboardImporter importer{folder.path().toStdString()};

    Log() { add({}, scalarRecord(1, "acc", 0.5F)); }
    void add(const QString &below, const QByteArray &bytes) const
    {
        QDir().mkpath(folder.filePath(below));
        append(folder.filePath(below) + kFile, bytes);
    }
    bool read() { return importer.read(run, progress); }
    ImportedRun found()
    {
        read();
        return ImportedRun(run);
    }
    QStringList runs() const
    {
        QStringList names;
        for (const auto &path : runs::findRuns(folder.path().toStdString()).runs)
            names << QDir(folder.path()).relativeFilePath(QString::fromStdString(path.string()));
        return names;
    }
};

} // namespace

class AddedScalarsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void labelsAreToldByTheTag_data()
    {
        QTest::addColumn<QString>("folder");
        QTest::addColumn<QString>("tag");
        QTest::addColumn<QString>("label"); // empty: none
        QTest::newRow("plain") << "loss_train" << "loss" << "train";
        QTest::newRow("slash in the tag") << "a_b_x" << "a/b" << "x";
        QTest::newRow("slash in the label") << "a_b_x/y" << "a/b" << "x/y";
        QTest::newRow("underscore in the label") << "a_b_x" << "a" << "b_x";
        QTest::newRow("no label") << "loss_" << "loss" << "";
        QTest::newRow("another tag") << "run_1" << "loss" << "";
        QTest::newRow("the tag alone") << "loss" << "loss" << "";
        QTest::newRow("slash in the folder") << "a/b_x" << "a/b" << "";
    }

    void labelsAreToldByTheTag()
    {
        QFETCH(QString, folder);
        QFETCH(QString, tag);
        QFETCH(QString, label);
        QCOMPARE(QString::fromStdString(imports::addedLabel(folder.toStdString(), tag.toStdString()).value_or("")), label);
    }

    void theyAreRelationsOfTheRunAbove()
    {
        Log log;
        log.add("a_b_x", versionRecord() + scalarRecord(1, "a/b", 0.25F) + scalarRecord(2, "a/b", 0.5F));
        log.add("a_b_y/z", versionRecord() + scalarRecord(1, "a/b", 0.75F));
        log.add("loss_train", versionRecord() + scalarRecord(1, "loss", 4));
        log.add({}, scalarRecord(1, "loss", 3)); // a scalar of the same name
        QCOMPARE(log.runs(), QStringList{"."});
        const ImportedRun found = log.found();
        QVERIFY(found.tags.at("a").kind == TagKind::Relations);
        QVERIFY(found.tags.at("loss (relations)").kind == TagKind::Relations && found.tags.at("loss (relations)").big);
        QVERIFY(found.tags.at("loss").kind == TagKind::Numerical);
        QCOMPARE(found.value("a|b|x|line", 2), "0.5");
        QCOMPARE(found.value("a|b|y/z|line", 1), "0.75");
        QCOMPARE(found.value("loss (relations)|loss (relations)|train|line", 1), "4");
        QCOMPARE(found.value("acc|acc|value|line", 1), "0.5");
        QCOMPARE(found.valueCount(), std::size_t{6});
        QCOMPARE(log.run.frameCount(), std::size_t{2}); // a tick a step
    }

    void whatIsNotMadeSoIsARunOfItsOwn()
    {
        Log log;
        log.add("loss_1", scalarRecord(1, "loss", 1) + scalarRecord(1, "acc", 1));
        log.add("run_1", scalarRecord(1, "loss", 1));
        log.add("loss_2", versionRecord()); // nothing as yet
        log.add("none/loss_3", scalarRecord(1, "loss", 1)); // no parent run has this path
        log.add("w_4", valueRecord(1, "w", bytesField(5, doubleField(1, 0) + doubleField(2, 2) + doubleField(3, 4) + doubleField(4, 3)
                                                             + doublesField(6, {1, 2}) + doublesField(7, {3, 1}))));
        QCOMPARE(log.runs(), (QStringList{".", "loss_1", "loss_2", "none/loss_3", "run_1", "w_4"}));
        QCOMPARE(log.found().valueCount(), std::size_t{1});
    }

    void withoutARunAboveTheyAreRuns()
    {
        QTemporaryDir folder;
        for (const char *name : {"loss_a", "loss_b"}) {
            QDir(folder.path()).mkdir(name);
            append(folder.filePath(name) + kFile, scalarRecord(1, "loss", 1));
        }
        QCOMPARE(runs::findRuns(folder.path().toStdString()).runs.size(), std::size_t{2});
    }

    void whatTheWriterWroteComesBack()
    {
        QTemporaryDir folder;
        {
            visualizer::TensorboardWriter writer(folder.path().toStdString());
            for (std::int64_t tick = 1; tick <= 3; ++tick) {
                const record::TickStamp stamp{tick, 1, tick, 1, 1.7e9};
                test::plot(writer, stamp, {"Weight Norm Comparison", {}, TagKind::Relations}, {{"Weight Norm Comparison", {{"net.0", 0.75}, {"Net 1/a", 0.25}}, {}}});
                test::plot(writer, stamp, {"Loss", {}}, {{"Loss", {{"train", 1}}, {}}});
                writer.endTick(stamp);
            }
        }
        QCOMPARE(runs::findRuns(folder.path().toStdString()).runs.size(), std::size_t{1});
        imports::TensorboardImporter importer(folder.path().toStdString());
        const ImportedRun found = imported(importer);
        QVERIFY(found.tags.at("weight_norm_comparison").kind == TagKind::Relations);
        QCOMPARE(found.value("weight_norm_comparison|weight_norm_comparison|net.0|line", 3), "0.75");
        QCOMPARE(found.value("weight_norm_comparison|weight_norm_comparison|Net 1/a|line", 3), "0.25");
        QCOMPARE(found.valueCount(), std::size_t{9});
    }

    void theyAreFollowed()
    {
        Log log;
        QVERIFY(log.read());
        log.add("loss_x", versionRecord());
        log.read();
        const auto readsValues = [&log](std::size_t count) { return log.found().valueCount() == count; };
        log.add("loss_x", scalarRecord(1, "loss", 1));
        QTRY_VERIFY(readsValues(2));
        log.add("loss_x", scalarRecord(2, "loss", 2));
        QVERIFY(readsValues(3));
        log.add("loss_y", scalarRecord(2, "loss", 3));
        QTRY_VERIFY(readsValues(4));
        log.add("loss_y", scalarRecord(3, "another", 4)); // no relation, but not lost
        QVERIFY(readsValues(5));
        const ImportedRun found = log.found();
        QCOMPARE(found.value("loss|loss|x|line", 2), "2");
        QCOMPARE(found.value("loss|loss|y|line", 2), "3");
        QCOMPARE(found.value("loss_y|another|value|line", 3), "4");
    }

    void aListOfRunsSeesThemGrow()
    {
        Log log;
        log.add("loss_x", scalarRecord(1, "loss", 1));
        runs::RunFolderScan scan(log.folder.path().toStdString());
        std::size_t ticks = 0, told = 0;
        const runs::RunFolderScan::Listener listener{[&](const runs::RunSummary &run) { ticks = run.ticks, ++told; }, [](const auto &) {}, [](const auto &) {}};
        scan.look({}, listener);
        QCOMPARE(ticks, std::size_t{1});
        log.add("loss_x", scalarRecord(2, "loss", 1));
        QTRY_VERIFY((scan.look({}, listener), ticks == 2));
        QCOMPARE(told, std::size_t{2});
    }
};

LENSBOARD_TEST(AddedScalarsTest)
#include "tst_added_scalars.moc"
