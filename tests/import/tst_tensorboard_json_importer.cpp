#include "core/import/tools/tensorboard_json_importer.h"
#include "core/runs/run_source.h"
#include "tests/support/imported_run.h"
#include "tests/support/scratch_file.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace lensboard;
using namespace lensboard::imports;
using namespace lensboard::test;

class TensorboardJsonImporterTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aDownloadArrives()
    {
        const ScratchFile file("run-logs_train-tag-loss.json");
        file.write("[[1700000000.5, 0, 2.5], [1700000001.5, 10, NaN], [1700000002.5, 20, 0.5], [1700000003.5, 20, 0.25], [1700000004.5, 30, null]]");
        ReadProgress progress;
        const ImportedRun run(*runs::openRun(file.path(), progress)->run());
        QCOMPARE(run.value("loss|loss|loss|line", 0), std::string("2.5"));
        QCOMPARE(run.value("loss|loss|loss|line", 10), std::string("nan"));
        QCOMPARE(run.value("loss|loss|loss|line", 20), std::string("0.25"));
        QCOMPARE(run.stamps.at(10).wallSeconds, 1700000001.5);
        QVERIFY(!run.told("row 4 is left out").empty());
    }

    void otherListsAreRefused_data()
    {
        QTest::addColumn<QString>("text");
        for (const char *text : {"[[0.5, 0.25, 1], [1, 2, 3]]", "[[1700000000.5, 0], [1700000001.5, 1]]", "[[1700000000.5, 0, \"a\"]]", "{\"loss\": [1, 2, 3]}", "[1, 2, 3]", "["})
            QTest::newRow(text) << QString(text);
    }
    void otherListsAreRefused()
    {
        QFETCH(QString, text);
        QVERIFY(!TensorboardJsonImporter::recognises(text.toStdString()));
    }
};

LENSBOARD_TEST(TensorboardJsonImporterTest)
#include "tst_tensorboard_json_importer.moc"
