#include "core/import/tools/keras_history_importer.h"
#include "core/runs/listed_runs.h"
#include "core/runs/run_source.h"
#include "tests/support/imported_run.h"
#include "tests/support/pickle_text.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace lensboard;
using namespace lensboard::imports;
using namespace lensboard::test;

namespace {

namespace fs = std::filesystem;
const std::string kKeras = LENSBOARD_SOURCE_DIR "/tests/data/keras/";

ImportedRun readHistory(const std::string &text)
{
    const GrownFile file("history.json");
    file.write(text);
    KerasHistoryImporter importer(file.path());
    return imported(importer);
}

/// Returns "loss 1=2 2=1; val_loss 1=3", sorted by label.
QString transcriptOfHistory(const ImportedRun &run)
{
    QStringList series;
    for (const auto &[name, values] : run.values) {
        QString text = QString::fromStdString(name).section('|', 2, 2);
        for (const auto &[step, value] : values)
            text += QString(" %1=%2").arg(step).arg(QString::fromStdString(value));
        series << text;
    }
    return series.join("; ");
}

} // namespace

class KerasHistoryImporterTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void picklesAreRead_data()
    {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QString>("expected");
        ReadProgress progress;
        const QString history = transcriptOfHistory(ImportedRun(*runs::openRun(kKeras + "history.json", progress)->run()));
        for (const char *file : {"history2.pkl", "history4.pkl", "history5.pkl"})
            QTest::newRow(file) << file << history;
        for (const char *file : {"numpy2.pkl", "numpy3.pkl", "numpy4.pkl", "numpy5.pkl"})
            QTest::newRow(file) << file << "loss 1=0.5 2=0.25 3=nan; val_loss 1=0.75 2=0.5 3=0.10000000149011612; lr 1=0.1 2=0.1 3=0.1; n 1=3 2=1099511627776 3=1";
    }

    void picklesAreRead()
    {
        QFETCH(QString, file);
        QFETCH(QString, expected);
        ReadProgress progress;
        const fs::path path = kKeras + file.toStdString();
        QCOMPARE(transcriptOfHistory(ImportedRun(*runs::openRun(path, progress)->run())), expected);
        QVERIFY(runs::isListedFile(fs::directory_entry(path)));
    }

    void stepsOfTheDocumentPlaceItsLists()
    {
        QCOMPARE(transcriptOfHistory(readHistory(R"({"step": [0, 10, 20], "loss": [3, 2, 1], "acc": [0.5, 0.75]})")), QString("acc 0=0.5 10=0.75; loss 0=3 10=2 20=1"));
        QCOMPARE(transcriptOfHistory(readHistory(R"({"loss": [3, 2], "iteration": [100, 200], "epoch": [1, 2]})")), QString("loss 100=3 200=2"));
        QCOMPARE(transcriptOfHistory(readHistory(R"({"loss": [3, 2], "step": [5, 5]})")), QString("loss 1=3 2=2; step 1=5 2=5"));
        QCOMPARE(transcriptOfHistory(readHistory(R"({"loss": [3, 2], "steps": [7]})")), QString("loss 1=3 2=2; steps 1=7"));
        QCOMPARE(transcriptOfHistory(readHistory(R"({"loss": {"0": 3, "9": 2}, "step": {"0": 4, "1": 5}})")), QString("loss 4=3 10=2"));
    }

    void picklesOfOtherDataAreRefused()
    {
        using namespace pickle;
        const auto refusal = [](const std::string &bytes) {
            const GrownFile file("history.pkl");
            file.write(bytes);
            ReadProgress progress;
            try {
                runs::openRun(file.path(), progress);
            } catch (const ImportError &error) {
                return std::string(error.what());
            }
            return std::string("none");
        };
        const std::string begin = "}(" + text("loss") + "](G" + std::string(8, '\0');
        QVERIFY(refusal(whole(begin + global("os", "system") + text("echo") + "\x85Reu")).find("asks for os.system") != std::string::npos);
        QVERIFY(refusal(whole("}" + text("loss") + "K\x01s")).find("is not a Lensboard run") != std::string::npos);
        QVERIFY(refusal(whole(begin + global("numpy", "dtype") + text("O8") + "\x89\x88\x87R" + "eu")) == "none"); // objects are no numbers
        const GrownFile file("history.pkl");
        file.write(whole(begin + "eu").substr(0, 20));
        KerasHistoryImporter importer(file.path(), KerasHistoryImporter::Form::Pickle);
        QVERIFY(imported(importer).info.message.find("ends within the document") != std::string::npos);
    }

    void historiesArrive_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("expected");
        const QString expected = "loss 1=2 2=1.5; val_loss 1=3 2=2.5";
        QTest::newRow("lists") << R"({"loss": [2.0, 1.5], "val_loss": [3.0, 2.5]})" << expected;
        QTest::newRow("of pandas") << R"({"loss":{"0":2.0,"1":1.5},"val_loss":{"0":3.0,"1":2.5}})" << expected;
        QTest::newRow("among other things") << R"({"history": {"loss": [2.0, 1.5], "val_loss": [3.0, 2.5]}, "params": {"epochs": 2}, "epoch": [0, 1]})" << expected;
        QTest::newRow("numbers as texts") << R"({"loss": ["2.0", "1.5"], "val_loss": ["3", "2.5"]})" << expected;
        QTest::newRow("gaps") << R"({"loss": [2, 1, 0.5], "val_loss": [null, 3, NaN]})" << "loss 1=2 2=1 3=0.5; val_loss 2=3 3=nan";
        QTest::newRow("later epochs") << R"({"epoch": [10, 11], "loss": [2, 1]})" << "loss 11=2 12=1";
        QTest::newRow("epochs from 1") << R"({"epoch": [1, 2], "loss": [2, 1]})" << "loss 1=2 2=1";
        QTest::newRow("epochs behind") << R"({"loss": [2, 1], "epoch": [10, 11]})" << "loss 11=2 12=1";
        QTest::newRow("cut") << R"({"loss": [2.0, 1.5], "val_loss": [3.0, )" << "loss 1=2 2=1.5; val_loss 1=3";
        QTest::newRow("damaged") << R"({"loss": [2.0, 1.5], "val_loss": [3.0, x]})" << "loss 1=2 2=1.5; val_loss 1=3";
    }

    void historiesArrive()
    {
        QFETCH(QString, text);
        QTEST(transcriptOfHistory(readHistory(text.toStdString())), "expected");
    }

    void lossesAreLinesOfOnePlot()
    {
        const ImportedRun run = readHistory(R"({"loss": [2.0], "val_loss": [3.0], "lr": [0.01]})");
        QCOMPARE(run.value("loss|loss|loss|line", 1), std::string("2"));
        QCOMPARE(run.value("loss|loss|val_loss|line", 1), std::string("3"));
        QCOMPARE(run.tags.size(), std::size_t{2});
        QCOMPARE(run.stamps.at(1).epoch, std::int64_t{1});
    }

    void whatIsNoNumberIsReported()
    {
        const ImportedRun run = readHistory(R"({"loss": [2.0, "bad"], "iou": [[0.5, 0.25], [1, 1]], "batch_size": 32})");
        QCOMPARE(transcriptOfHistory(run), QString("loss 1=2"));
        QVERIFY(!run.told("\"loss\" is no list of numbers: \"bad\" is skipped").empty());
        QCOMPARE(run.info.experiment, std::string(R"({"hparams":{"batch_size":32}})"));
    }

    void aCutIsReported()
    {
        QCOMPARE(readHistory(R"({"loss": [2.0, 1.5)").info.message, std::string("ends within the document, at byte 18"));
        QVERIFY(!readHistory(R"({"loss": [2.0, x]})").told("byte 15 is not JSON").empty());
    }

    void otherDocumentsAreNotTaken()
    {
        QVERIFY(KerasHistoryImporter::recognises(R"({"loss": [1, 2)"));
        QVERIFY(KerasHistoryImporter::recognises(R"({"loss": [NaN], "val_loss": [1]})"));
        for (const char *other : {"", "{", "[1]", R"({"loss": []})", R"({"loss": ["text"]})", R"({"step": 1, "weights": [1, 2]})", R"({"a": {"b": 1}})",
                                  "{\"hist\": [1, 2], \"step\": 1}\n{\"hist\": [1, 2], \"step\": 2}\n", R"({"format": 1, "name": "my experiment"})"})
            QVERIFY2(!KerasHistoryImporter::recognises(other), other);
    }
};

LENSBOARD_TEST(KerasHistoryImporterTest)
#include "tst_keras_history_importer.moc"
