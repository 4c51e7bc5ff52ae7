#include "core/import/tables/json_lines_importer.h"
#include "tests/support/bytes_read.h"
#include "tests/support/imported_run.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace lensboard;
using namespace lensboard::imports;
using namespace lensboard::test;

namespace {

ImportedRun readLines(std::string_view text)
{
    const GrownFile file("made.jsonl");
    file.write(text);
    JsonLinesImporter importer(file.path());
    return imported(importer);
}

QString transcriptOfLines(const ImportedRun &run)
{
    std::string all;
    for (const auto &[name, values] : run.values) {
        all += (all.empty() ? "" : "; ") + name.substr(0, name.find("|value|"));
        for (const auto &[step, value] : values)
            all += ' ' + std::to_string(step) + '=' + value;
    }
    return QString::fromStdString(all);
}

} // namespace

class JsonLinesImporterTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void objectsAreUnderstood_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *name, std::string_view text, const char *expected) {
            QTest::newRow(name) << QByteArray(text.data(), static_cast<qsizetype>(text.size())) << QString(expected);
        };
        const char *const plain = "acc|acc 10=0.5 20=0.75; loss|loss 10=2 20=1.5";
        row("plain", "{\"step\": 10, \"loss\": 2, \"acc\": 0.5}\n{\"step\": 20, \"loss\": 1.5, \"acc\": 0.75}\n", plain);
        row("no last line break", "{\"step\": 10, \"loss\": 2, \"acc\": 0.5}\n{\"step\": 20, \"loss\": 1.5, \"acc\": 0.75}", plain);
        row("CRLF, empty lines, byte order mark", "\xEF\xBB\xBF{\"step\": 10, \"loss\": 2, \"acc\": 0.5}\r\n\r\n{\"step\": 20, \"loss\": 1.5, \"acc\": 0.75}\r\n", plain);
        row("a value a line", "{\"loss\": 2, \"_step\": 10}\n{\"acc\": 0.5, \"_step\": 10}\n{\"_step\": 20, \"loss\": 1.5}\n{\"acc\": 0.75}\n", plain);
        row("by epoch", "{\"epoch\": 10, \"loss\": 2, \"acc\": 0.5}\n{\"epoch\": 20, \"loss\": 1.5, \"acc\": 0.75}\n", plain);
        row("a step again", "{\"step\": 10, \"loss\": 7, \"acc\": 0.5}\n{\"step\": 20, \"loss\": 1.5, \"acc\": 0.75}\n{\"step\": 10, \"loss\": 2}\n", plain);
        row("no steps", "{\"loss\": 2}\n{\"loss\": 1.5}\n", "loss|loss 1=2 2=1.5");
        row("not finite", "{\"step\": 1, \"a\": NaN, \"b\": Infinity, \"c\": -Infinity, \"d\": \"NaN\", \"e\": null}\n", "a|a 1=nan; b|b 1=inf; c|c 1=-inf; d|d 1=nan");
        row("words within texts", "{\"step\": 1, \"a \\\"NaN\": NaN, \"t\": \"NaN \\\\\", \"Infinity\": 2}\n", "Infinity|Infinity 1=2; a \"NaN|a \"NaN 1=nan");
        row("truth", "{\"step\": 1, \"done\": true, \"failed\": false}\n", "done|done 1=1; failed|failed 1=0");
        row("within each other", "{\"step\": 1, \"train\": {\"loss\": 2, \"acc\": {\"top1\": 3}}, \"lr\": 4}\n", "lr|lr 1=4; train|acc/top1 1=3; train|loss 1=2");
        row("slashes", "{\"step\": 1, \"train/loss\": 2, \"train\": 3}\n", "train (alone)|train (alone) 1=3; train|loss 1=2");
        row("a key twice", "{\"step\": 1, \"loss\": 2, \"loss\": 3}\n", "loss|loss 1=3");
        row("arrays", "{\"step\": 1, \"w\": [1, {\"x\": [2]}, 3], \"loss\": 2}\n", "loss|loss 1=2");
        row("big numbers", "{\"step\": 1, \"a\": 18446744073709551615, \"b\": -9223372036854775808, \"c\": 1e-320}\n",
            "a|a 1=18446744073709551616; b|b 1=-9223372036854775808; c|c 1=1e-320");
        row("nothing", "", "");
    }

    void objectsAreUnderstood()
    {
        QFETCH(QByteArray, text);
        QTEST(transcriptOfLines(readLines(text.toStdString())), "expected");
    }

    void growthByteByByteGivesTheSame_data() { objectsAreUnderstood_data(); }

    void growthByteByByteGivesTheSame()
    {
        QFETCH(QByteArray, text);
        const GrownFile file("grown.jsonl");
        JsonLinesImporter importer(file.path());
        store::RunStore run;
        ReadProgress progress;
        for (const char byte : text) {
            file.append({&byte, 1});
            importer.read(run, progress);
        }
        QVERIFY(!importer.read(run, progress));
        QTEST(transcriptOfLines(ImportedRun(run)), "expected");
        QCOMPARE(ImportedRun(run).info.message, std::string());
    }

    void countersThatRestartEachEpochLoseNothing_data()
    {
        QTest::addColumn<QString>("keys");
        QTest::newRow("batches") << R"("epoch": %1, "batch": %2, )";
        QTest::newRow("steps") << R"("epoch": %1, "step": %2, )";
        QTest::newRow("epochs alone") << R"("epoch": %1, )";
        QTest::newRow("epochs in fractions") << R"("epoch": %1.%3, )";
    }

    void countersThatRestartEachEpochLoseNothing()
    {
        constexpr int kEpochs = 10, kBatches = 938;
        QFETCH(QString, keys);
        std::string text;
        for (int i = 0; i < kEpochs * kBatches; ++i)
            text += '{' + QString(keys).replace("%1", QString::number(i / kBatches)).replace("%2", QString::number(i % kBatches))
                            .replace("%3", QString::number(10'000 + 10 * (i % kBatches))).toStdString() + "\"loss\": " + std::to_string(i) + "}\n";
        const ImportedRun run = readLines(text);
        QCOMPARE(run.valueCount(), std::size_t{kEpochs * kBatches});
        for (int i = 0; i < kEpochs * kBatches; ++i) {
            QCOMPARE(run.value("loss|loss|value|line", i), std::to_string(i));
            QCOMPARE(run.stamps.at(i).epoch, i / kBatches);
        }
        QVERIFY(!run.told("epochs before").empty());
    }

    /// In mmdetection's logs a training row has the iteration of its epoch, but a validation row has its number of batches.
    void trainingAndValidationAreApart()
    {
        std::string text;
        for (int epoch = 1; epoch <= 3; ++epoch) {
            for (int iteration = 50; iteration <= 200; iteration += 50)
                text += R"({"mode": "train", "epoch": )" + std::to_string(epoch) + R"(, "iter": )" + std::to_string(iteration) + R"(, "loss": )"
                      + std::to_string(epoch * 1000 + iteration) + "}\n";
            text += R"({"mode": "val", "epoch": )" + std::to_string(epoch) + R"(, "iter": 625, "mAP": )" + std::to_string(epoch) + "}\n";
        }
        QCOMPARE(transcriptOfLines(readLines(text)),
                 QString("train|loss 50=1050 100=1100 150=1150 200=1200 250=2050 300=2100 350=2150 400=2200 450=3050 500=3100 550=3150 600=3200; "
                         "val|mAP 200=1 400=2 600=3"));
    }

    void stampsAreKept()
    {
        const ImportedRun run = readLines("{\"step\": 10, \"epoch\": 1.5, \"_timestamp\": 1700000000.5, \"loss\": 2}\n"
                                         "{\"step\": 20, \"time\": 1700000000500, \"loss\": 2}\n{\"step\": 30, \"time\": 12.5}\n");
        QVERIFY((run.stamps.at(10) == record::TickStamp{10, 1, 10, 0, 1700000000.5}));
        QVERIFY((run.stamps.at(20) == record::TickStamp{20, 1, 20, 0, 1700000000.5}));
        QCOMPARE(transcriptOfLines(run), QString("loss|loss 10=2 20=2; time|time 30=12.5"));
        QVERIFY((run.tags.at("loss") == record::TagSpec{"loss", "JSON lines", record::TagKind::Numerical, "value", true, false, true, std::nullopt, "loss"}));
    }

    void datesAreTimes()
    {
        const ImportedRun run = readLines("{\"step\": 1, \"loss\": 2, \"asctime\": \"2024-05-31T12:34:56Z\"}\n{\"step\": 2, \"loss\": 2, \"asctime\": \"2024-05-31 14:35:06,500+02:00\"}\n");
        QCOMPARE(run.stamps.at(1).wallSeconds, 1717158896.0);
        QCOMPARE(run.stamps.at(2).wallSeconds, 1717158906.5);
        QCOMPARE(run.events.size(), std::size_t{0});
    }

    void everythingThatIsSkippedIsCounted()
    {
        std::string object = "{\"step\": 1, \"loss\": 2";
        for (int i = 0; i < 12; ++i)
            object += ", \"list" + std::to_string(i) + "\": [1]";
        const ImportedRun run = readLines(object + "}\n");
        QCOMPARE(run.told("more values are skipped"), std::string("line 1: more values are skipped: arrays, too deeply nested values, or values with too long names (7 times by now)"));
        QCOMPARE(run.events.size(), std::size_t{6});
    }

    void textsAreEventsWhenTheyChange()
    {
        const ImportedRun run = readLines("{\"step\": 1, \"phase\": \"warm-up\"}\n{\"step\": 2, \"phase\": \"warm-up\"}\n{\"step\": 3, \"phase\": \"decay\"}\n");
        QCOMPARE(run.events.size(), std::size_t{2});
        QVERIFY((run.events[0] == record::RunEvent{record::RunEvent::Kind::Text, 1, 0, "phase\nwarm-up"}));
        QVERIFY((run.events[1] == record::RunEvent{record::RunEvent::Kind::Text, 3, 0, "phase\ndecay"}));
        std::string many;
        for (int i = 0; i < 5000; ++i)
            many += "{\"text\": \"text " + std::to_string(i) + "\"}\n";
        QCOMPARE(readLines(many).events.size(), std::size_t{1000 + 2}); // and two warnings: at the first skipped one, and their number
    }

    void numbersBeyondTheRangeAreInfinite()
    {
        const ImportedRun run = readLines("{\"step\": 1, \"loss\": 1e400}\n{\"step\": 2, \"loss\": -1e400}\n{\"step\": 3, \"loss\": 1e-400}\n{\"step\": 4, \"loss\": Infinity}\n");
        QCOMPARE(transcriptOfLines(run), QString("loss|loss 1=inf 2=-inf 3=0 4=inf"));
        QCOMPARE(run.told("beyond"), std::string("line 1: \"loss\" is beyond the range of numbers: it is read as infinite"));
        QVERIFY(!run.told("(2 times by now)").empty());
    }

    void badLinesAreToldAndOthersKept_data()
    {
        QTest::addColumn<QByteArray>("line");
        QTest::addColumn<QString>("expected");
        QTest::newRow("text") << QByteArray("epoch 1 done") << "line 2 is no JSON object: at its byte 1";
        QTest::newRow("cut") << QByteArray("{\"step\": 2, \"lo") << "line 2 is no JSON object: at its byte ";
        QTest::newRow("a number") << QByteArray("17") << "line 2 is no JSON object";
        QTest::newRow("null") << QByteArray("null") << "line 2 is no JSON object";
        QTest::newRow("an array") << QByteArray("[{\"step\": 1}]") << "line 2 is no JSON object but an array";
        QTest::newRow("two objects") << QByteArray("{\"step\": 2}{\"step\": 3}") << "line 2 is no JSON object: at its byte 12";
        QTest::newRow("not UTF-8") << QByteArray("{\"a\xFF\": 2}") << "line 2 is no JSON object: at its byte 4";
        QTest::newRow("half a step") << QByteArray("{\"step\": 1.5, \"loss\": 7}") << "line 2 \"step\" is no whole number";
    }

    void badLinesAreToldAndOthersKept()
    {
        QFETCH(QByteArray, line);
        QFETCH(QString, expected);
        const ImportedRun run = readLines("{\"step\": 1, \"loss\": 2}\n" + line.toStdString() + "\n{\"step\": 3, \"loss\": 4}\n");
        QCOMPARE(transcriptOfLines(run), QString("loss|loss 1=2 3=4"));
        QCOMPARE(run.events.size(), std::size_t{1});
        QVERIFY2(run.events.front().text.starts_with(expected.toStdString()), run.events.front().text.c_str());
    }

    void depthLengthAndNumberAreBounded()
    {
        std::string deep;
        for (int i = 0; i < 500'000; ++i)
            deep += "{\"a\":";
        const ImportedRun nested = readLines("{\"step\": 1, \"loss\": 2}\n" + deep + "1" + std::string(500'000, '}') + "\n");
        QCOMPARE(nested.valueCount(), std::size_t{1});
        QVERIFY(!nested.told("line 2: \"a/a/a/a/a/a/a/a\" is skipped").empty());
        QCOMPARE(readLines("{\"step\": 1, \"loss\": 2}\n{\"a\":" + std::string(1'000'000, '[') + "\n").valueCount(), std::size_t{1});

        std::string prefix = "{\"step\": 1, \"" + std::string(900, 'p') + "\": {";
        for (int i = 0; i < 150'000; ++i)
            prefix += "\"" + std::to_string(i) + "\":1,";
        QVERIFY(!readLines(prefix + "\"z\":1}}\n").told("holds more than 100000 values").empty());
        const ImportedRun longName = readLines("{\"step\": 1, \"" + std::string(5000, 'n') + "\": 1, \"loss\": 2}\n");
        QCOMPARE(longName.valueCount(), std::size_t{1});
        const ImportedRun endless = readLines("{\"step\": 1, \"loss\": 2}\n{\"a\": \"" + std::string(std::size_t{17} << 20, 'x'));
        QCOMPARE(endless.valueCount(), std::size_t{1});
        QVERIFY(!endless.told("line 2 is longer than 16777216 bytes").empty());
    }

    void anUnfinishedEndIsReported()
    {
        QCOMPARE(readLines("{\"step\": 1, \"loss\": 2}\n{\"step\": 2, \"lo").info.message, std::string("ends within line 2"));
        QCOMPARE(readLines("{\"step\": 1, \"loss\": 2}\n{\"step\": 2, \"a\": {}").info.message, std::string("ends within line 2"));
    }

    void theCostFollowsWhatIsNew()
    {
        const GrownFile file("long.jsonl");
        std::string text;
        for (int i = 1; i <= 30'000; ++i)
            text += "{\"step\": " + std::to_string(i) + ", \"loss\": 0.5}\n";
        file.write(text);
        JsonLinesImporter importer(file.path());
        store::RunStore run;
        ReadProgress progress;
        importer.read(run, progress);
        const std::uint64_t before = test::bytesRead();
        for (int i = 30'001; i <= 30'200; ++i) {
            file.append("{\"step\": " + std::to_string(i) + ", \"loss\": 0.5}\n");
            QVERIFY(importer.read(run, progress));
            QVERIFY(!importer.read(run, progress));
        }
        QCOMPARE_LT(test::bytesRead() - before, text.size()); // in 400 reads
        QCOMPARE(ImportedRun(run).valueCount(), std::size_t{30'200});
        QCOMPARE(progress.done.load(), progress.total.load());
    }

    void objectsAreRecognised()
    {
        QVERIFY(JsonLinesImporter::recognises("{\"step\": 1}"));
        QVERIFY(JsonLinesImporter::recognises("\n { \"step\""));
        QVERIFY(!JsonLinesImporter::recognises("{"));
        QVERIFY(!JsonLinesImporter::recognises("step,loss"));
        QVERIFY(!JsonLinesImporter::recognises(""));
    }
};

LENSBOARD_TEST(JsonLinesImporterTest)
#include "tst_json_lines_importer.moc"
