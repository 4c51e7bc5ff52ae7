#include "core/import/tables/csv_importer.h"
#include "core/import/tables/csv_layout.h"
#include "tests/support/bytes_read.h"
#include "tests/support/imported_run.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QTest>

#include <ctime>

using namespace lensboard;
using namespace lensboard::imports;
using namespace lensboard::test;

namespace {

ImportedRun readText(std::string_view text)
{
    const GrownFile file("made.csv");
    file.write(text);
    CsvImporter importer(file.path());
    return imported(importer);
}

ImportedRun grownByteByByte(std::string_view text)
{
    const GrownFile file("made.csv");
    CsvImporter importer(file.path());
    store::RunStore run;
    ReadProgress progress;
    for (const char byte : text) {
        file.append({&byte, 1});
        importer.read(run, progress);
    }
    if (importer.read(run, progress))
        qFatal("news where there is none");
    return ImportedRun(run);
}

/// Returns one line per series, sorted by name: "name@step=value step=value ...".
QString transcript(const ImportedRun &run)
{
    std::string all;
    for (const auto &[name, values] : run.values) {
        all += (all.empty() ? "" : "; ") + name.substr(0, name.rfind('|'));
        for (const auto &[step, value] : values)
            all += ' ' + std::to_string(step) + '=' + value;
    }
    return QString::fromStdString(all);
}

} // namespace

class CsvImporterTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tablesAreUnderstood_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("expected");
        const auto row = [](const char *name, std::string_view text, const char *expected) {
            QTest::newRow(name) << QByteArray(text.data(), static_cast<qsizetype>(text.size())) << QString(expected);
        };
        const char *const plain = "acc|acc|value 10=0.5 20=0.75; loss|loss|value 10=2 20=1.5";
        row("commas", "step,loss,acc\n10,2,0.5\n20,1.5,0.75\n", plain);
        row("semicolons", "step;loss;acc\n10;2;0.5\n20;1.5;0.75\n", plain);
        row("tabs", "step\tloss\tacc\n10\t2\t0.5\n20\t1.5\t0.75\n", plain);
        row("pipes", "step|loss|acc\n10|2|0.5\n20|1.5|0.75\n", plain);
        row("blanks", "  step  loss  acc\n    10     2  0.5\n    20   1.5 0.75  \n", plain);
        row("decimal comma", "step;loss;acc\n10;2;0,5\n20;1,5;0,75\n", plain);
        row("decimal comma among tabs", "step\tloss\tacc\n10\t2\t0,5\n20\t1,5\t0,75\n", plain);
        row("blanks after commas", "step, loss, acc\n10, 2, 0.5\n20, 1.5, 0.75\n", plain);
        row("CRLF and byte order mark", "\xEF\xBB\xBFstep,loss,acc\r\n10,2,0.5\r\n20,1.5,0.75\r\n", plain);
        row("no last line break", "step,loss,acc\n10,2,0.5\n20,1.5,0.75", plain);
        row("quotes", "\"step\",\"loss\",\"acc\"\n\"10\",\"2\",0.5\n20,\"1.5\",0.75\n", plain);
        row("comments and empty lines", "# made by hand\n\nstep,loss,acc\n\n10,2,0.5\n# half\n20,1.5,0.75\n\n", plain);
        row("step not in front", "loss,Global Step,acc\n2,10,0.5\n1.5,20,0.75\n", plain);
        row("a header again", "step,loss,acc\n10,2,0.5\nstep,loss,acc\n20,1.5,0.75\n", plain);
        row("steps out of order", "step,loss,acc\n20,1.5,0.75\n10,2,0.5\n", plain);
        row("a step again", "step,loss,acc\n10,7,7\n20,1.5,0.75\n10,2,0.5\n", plain);
        row("long by header", "step,metric,value\n10,loss,2\n10,acc,0.5\n20,loss,1.5\n20,acc,0.75\n", plain);
        row("long, a series after the other", "key,value,timestamp,step\nloss,2,1,10\nloss,1.5,2,20\nacc,0.5,1,10\nacc,0.75,2,20\n", plain);
        row("long by content", "step,what,measured\n10,loss,2\n10,acc,0.5\n20,loss,1.5\n20,acc,0.75\n", plain);
        row("header in a comment", "# step loss acc\n10 2 0.5\n20 1.5 0.75\n", plain);
        row("names with delimiters, quotes and line breaks", "step,\"a,b\",\"c \"\"d\"\"\",\"e\nf\"\n1,2,3,4\n",
            "a,b|a,b|value 1=2; c \"d\"|c \"d\"|value 1=3; e\nf|e\nf|value 1=4");
        row("a quote that is none", "step,5\" disk\n1,2\n3,4\n", "5\" disk|5\" disk|value 1=2 3=4");
        row("not measured, not a number, infinite", "epoch,a,b,c\n0,,NaN,inf\n1,NA,nan,-Infinity\n2,null,1,-\n3,5,None,1e3\n",
            "a|a|value 3=5; b|b|value 0=nan 1=nan 2=1; c|c|value 0=inf 1=-inf 3=1000");
        row("groups", "step,train/loss,train/acc/top1,train,x/\n1,2,3,4,5\n",
            "train (alone)|train (alone)|value 1=4; train|acc/top1|value 1=3; train|loss|value 1=2; x/|x/|value 1=5");
        row("the same name twice", "step,loss,loss\n1,2,3\n", "loss (2)|loss (2)|value 1=3; loss|loss|value 1=2");
        row("no names", "1,0.5\n2,0.25\n4,0.125\n", "column 2|column 2|value 1=0.5 2=0.25 4=0.125");
        row("no names, no steps", "5,0.5\n5,0.25\n", "column 1|column 1|value 1=5 2=5; column 2|column 2|value 1=0.5 2=0.25");
        row("no steps", "loss,acc\n2,0.5\n1.5,0.75\n", "acc|acc|value 1=0.5 2=0.75; loss|loss|value 1=2 2=1.5");
        row("one column", "loss\n2\n1.5\n", "loss|loss|value 1=2 2=1.5");
        row("an index without a name", ",loss\n0,2\n1,1.5\n2,1.25\n", "loss|loss|value 0=2 1=1.5 2=1.25");
        row("measured x", "x,loss\n0.5,2\n0.75,1.5\n", "loss|loss|value 1=2 2=1.5; x|x|value 1=0.5 2=0.75");
        row("rows shorter and longer", "step,a,b\n1,2\n2,3,4,5\n", "a|a|value 1=2 2=3; b|b|value 2=4");
        row("Latin-1", "step,Verl\xFCst\n1,2\n", "Verl\uFFFDst|Verl\uFFFDst|value 1=2");
        row("thousands and decimal commas", "step;loss;n\n10;1.234,5;1.234\n20;0,5;2.345\n", "loss|loss|value 10=1234.5 20=0.5; n|n|value 10=1234 20=2345");
        row("thousands in quotes", "step,loss\n\"1,000\",\"12,345.5\"\n\"2,000\",0.5\n", "loss|loss|value 1000=12345.5 2000=0.5");
        row("thousands parted by blanks and apostrophes", "step;a;b\n1 000;12 345,5;1'000\n2 000;0,5;2'000\n", "a|a|value 1000=12345.5 2000=0.5; b|b|value 1000=1000 2000=2000");
        row("percent and truth", "step,acc,ok\n1,50 %,True\n2,62.5%,False\n", "acc|acc|value 1=50 2=62.5; ok|ok|value 1=1 2=0");
        row("a global step beside others", "epoch,step,global_step,loss\n0,0,10,4\n0,1,20,3\n1,0,30,2\n", "loss|loss|value 10=4 20=3 30=2; step|step|value 10=0 20=1 30=0");
        row("epochs in fractions", "epoch,loss\n0.5,3\n1,2\n1.5,1\n", "loss|loss|value 0=3 1=2 2=1");
        row("nothing", "", "");
        row("a header only", "step,loss\n", "");
    }

    void tablesAreUnderstood()
    {
        QFETCH(QByteArray, text);
        QTEST(transcript(readText(text.toStdString())), "expected");
    }

    void growthByteByByteGivesTheSame_data() { tablesAreUnderstood_data(); }

    void growthByteByByteGivesTheSame()
    {
        QFETCH(QByteArray, text);
        QTEST(transcript(grownByteByByte(text.toStdString())), "expected");
    }

    void countersThatRestartEachEpochLoseNothing_data()
    {
        QTest::addColumn<QString>("header");
        QTest::addColumn<int>("first");
        QTest::newRow("batches from 0") << "epoch,batch_idx,loss" << 0;
        QTest::newRow("iterations from 1") << "iter,loss,epoch" << 1;
        QTest::newRow("steps") << "epoch,step,loss" << 0;
        QTest::newRow("epochs alone") << "epoch,loss" << 0;
    }

    void countersThatRestartEachEpochLoseNothing()
    {
        constexpr int kEpochs = 10, kBatches = 938;
        QFETCH(QString, header);
        QFETCH(int, first);
        std::string text = header.toStdString() + '\n';
        for (int i = 0; i < kEpochs * kBatches; ++i) {
            const std::string epoch = std::to_string(i / kBatches), batch = std::to_string(first + i % kBatches), loss = std::to_string(i);
            text += (header == "epoch,loss" ? epoch + ',' + loss : first ? batch + ',' + loss + ',' + epoch : epoch + ',' + batch + ',' + loss) + '\n';
        }
        const ImportedRun run = readText(text);
        QCOMPARE(run.valueCount(), std::size_t{kEpochs * kBatches});
        for (int i = 0; i < kEpochs * kBatches; ++i) {
            QCOMPARE(run.value("loss|loss|value|line", first + i), std::to_string(i));
            QCOMPARE(run.stamps.at(first + i).epoch, i / kBatches);
        }
        QCOMPARE(run.events.size(), std::size_t{1});
        QVERIFY2(!run.told("epochs before").empty(), run.events[0].text.c_str());
    }

    void rowsOfTrainingAndValidationAreSeriesOfTheirOwn()
    {
        QCOMPARE(transcript(readText("phase,epoch,iter,loss,acc\ntrain,1,1,9,0\ntrain,1,2,8,0.1\nval,1,1,7,\ntrain,2,1,6,\ntrain,2,2,5,\nval,2,1,4,0.2\n")),
                 QString("train|acc|value 1=0 2=0.1; train|loss|value 1=9 2=8 3=6 4=5; val|acc|value 4=0.2; val|loss|value 2=7 4=4"));
    }

    void stampsAreKept()
    {
        const ImportedRun run = readText("step,epoch,samples,wall_time,loss\n10,1,640,1700000000.5,2\n20,2,1280,1700000001,1\n");
        QVERIFY((run.stamps.at(10) == record::TickStamp{10, 1, 10, 640, 1700000000.5}));
        QCOMPARE(run.values.size(), std::size_t{1});
        const ImportedRun epochs = readText("epoch,time,loss\n3,0.5,2\n4,1.5,1\n");
        QVERIFY((epochs.stamps.at(3) == record::TickStamp{3, 3, 3, 0, 0}));
        QCOMPARE(epochs.value("time|time|value|line", 4), std::string("1.5")); // measured in seconds since the start
        QVERIFY((epochs.tags.at("loss") == record::TagSpec{"loss", "CSV", record::TagKind::Numerical, "value", true, false, true, std::nullopt, "loss"}));
    }

    void datesAreTimes_data()
    {
        QTest::addColumn<QByteArray>("text");
        QTest::newRow("ISO 8601") << QByteArray("step,time,loss\n1,2024-05-31T12:34:56Z,2\n2,2024-05-31T14:35:06.5+02:00,1\n");
        QTest::newRow("the only time, whatever its name") << QByteArray("step,written,loss\n1,2024-05-31 12:34:56+00:00,2\n2,2024-05-31 12:35:06.500+00:00,1\n");
    }

    void datesAreTimes()
    {
        QFETCH(QByteArray, text);
        const ImportedRun run = readText(text.toStdString());
        QCOMPARE(run.stamps.at(1).wallSeconds, 1717158896.0);
        QCOMPARE(run.stamps.at(2).wallSeconds, 1717158906.5);
        QCOMPARE(run.events.size(), std::size_t{0});
    }

    void datesWithoutAZoneAreLocalTime()
    {
        qputenv("TZ", "Europe/Berlin");
        tzset();
        const ImportedRun run = readText("step,asctime,loss\n1,\"2024-05-31 14:34:56,250\",2\n2,,1\n");
        QCOMPARE(run.stamps.at(1).wallSeconds, 1717158896.25);
        QCOMPARE(run.stamps.at(2).wallSeconds, 1717158896.25); // copied from the previous row
        QCOMPARE(run.told("zone"), std::string("line 2, column 2 (\"asctime\"): \"2024-05-31 14:34:56,250\" names no time zone: times are read as local time"));
    }

    void ofSeveralRowsAtAStepTheOneThatHasAnEpochTellsIt()
    {
        const ImportedRun run = readText("lr-Adam,epoch,step,train_loss\n0.001,,49,\n,3,49,2\n0.001,,99,\n,4,99,1\n0.001,,149,\n");
        QCOMPARE(run.stamps.at(49).epoch, std::int64_t{3});
        QCOMPARE(run.stamps.at(99).epoch, std::int64_t{4});
        QCOMPARE(run.stamps.at(149).epoch, std::int64_t{4});
        QCOMPARE(run.events.size(), std::size_t{0});
    }

    void whatIsAmbiguousIsReported()
    {
        const ImportedRun run = readText("step;loss\n1;1,234\n2;2,345\n");
        QCOMPARE(transcript(run), QString("loss|loss|value 1=1.234 2=2.345"));
        QCOMPARE(run.told("thousands"), std::string("column \"loss\" does not tell thousands from decimals: it is read with a decimal comma"));
        QCOMPARE(readText("step;loss;acc\n1;1,234;0,5\n").events.size(), std::size_t{0});
        QCOMPARE(readText("step,loss\n1,1.234\n2,2.345\n").events.size(), std::size_t{0});
    }

    void percentagesHaveTheirUnit()
    {
        QCOMPARE(readText("step,acc\n1,50 %\n").tags.at("acc").quantity, std::string("%"));
    }

    void cellsThatAreNoNumbersAreReported()
    {
        std::string text = "step,optimizer,loss\n";
        for (int i = 1; i <= 30; ++i)
            text += std::to_string(i) + ",adam," + (i == 5 ? "oops" : i > 10 && i < 25 ? "?!" : "0.5") + '\n';
        const ImportedRun run = readText(text);
        QCOMPARE(run.value("loss|loss|value|line", 4), std::string("0.5"));
        QCOMPARE(run.value("loss|loss|value|line", 5), std::string("no value"));
        QCOMPARE(run.values.size(), std::size_t{1});
        QCOMPARE(run.told("optimizer"), std::string("line 2, column 2 (\"optimizer\"): \"adam\" is text: it is skipped"));
        QCOMPARE(run.told("oops"), std::string("line 6, column 3 (\"loss\"): \"oops\" is no number: it is left out"));
        QCOMPARE(run.told("(\"loss\"): \"?!\""), std::string("line 25, column 3 (\"loss\"): \"?!\" is no number: it is left out (15 times by now)"));
        QCOMPARE(run.told("30 times"), std::string("line 31, column 2 (\"optimizer\"): \"adam\" is text: it is skipped (30 times by now)"));
        QCOMPARE(run.events.size(), std::size_t{4});
    }

    /// pandas and NumPy read such numbers as infinite, too.
    void numbersBeyondTheRangeAreInfinite()
    {
        const ImportedRun run = readText("step,loss\n1,1e400\n2,-1e400\n3,1e-400\n4,inf\n");
        QCOMPARE(transcript(run), QString("loss|loss|value 1=inf 2=-inf 3=0 4=inf"));
        QCOMPARE(run.told("beyond"), std::string("line 2, column 2 (\"loss\"): \"1e400\" is beyond the range of numbers: it is read as infinite"));
        QCOMPARE(run.told("2 times"), std::string("line 3, column 2 (\"loss\"): \"-1e400\" is beyond the range of numbers: it is read as infinite (2 times by now)"));
    }

    void rowsThatCannotBePlacedAreReported()
    {
        const ImportedRun run = readText("step,loss\n1,2\nabc,3\n1.5,4\n,5\n1e300,6\n2,7\n");
        QCOMPARE(transcript(run), QString("loss|loss|value 1=5 2=7"));
        QVERIFY(!run.told("(3 times by now)").empty());
        QCOMPARE(run.told("has no"), std::string("line 5 has no \"step\": it stands at the step of the row before"));
        QCOMPARE(run.told("abc"), std::string("line 3, column 1 (\"step\"): \"abc\" is no whole number to place the row by: it is left out"));
    }

    void anUnfinishedEndIsReported()
    {
        QCOMPARE(readText("step,loss,acc\n1,2,3\n2,4").info.message, std::string("ends within line 3"));
        QCOMPARE(readText("step,loss,note\n1,2,3\n2,4,\"open\n5,6,7\n").info.message,
                 std::string("ends within a quote, in the record that begins in line 3"));
        QCOMPARE(readText("step,loss\n1,2\n2,4").info.message, std::string());
        QCOMPARE(readText("step,loss\n").info.message, std::string("has one line so far; more are needed to recognise its content"));
    }

    void aRowWithoutALineBreakIsReplacedByTheWholeOne()
    {
        const GrownFile file("tail.csv");
        file.write("step,loss\n1,2\n2,4");
        CsvImporter importer(file.path());
        store::RunStore run;
        ReadProgress progress;
        QVERIFY(importer.read(run, progress));
        QCOMPARE(transcript(ImportedRun(run)), QString("loss|loss|value 1=2 2=4"));
        QVERIFY(!importer.read(run, progress));
        file.append(".5\n3,");
        QVERIFY(importer.read(run, progress));
        QCOMPARE(transcript(ImportedRun(run)), QString("loss|loss|value 1=2 2=4.5"));
        QCOMPARE(ImportedRun(run).info.message, std::string("ends within line 4"));
    }

    void endlessLinesEndTheReading()
    {
        const std::string endless(std::size_t{17} << 20, '1');
        const ImportedRun run = readText("step,loss\n1,2\n\"" + endless);
        QCOMPARE(run.valueCount(), std::size_t{1});
        QVERIFY2(!run.told("line 3, byte 14: the line is longer than 16777216 bytes, a quote in it is not closed").empty(), run.events.front().text.c_str());
        QVERIFY_EXCEPTION_THROWN(readText(endless), ImportError);
        QVERIFY_EXCEPTION_THROWN(readText(std::string_view("SQLite format 3\0\n\n", 18)), ImportError);
    }

    void manyColumnsAndNamesStayWithinBounds()
    {
        std::string header = "step", row = "\n1";
        for (int i = 0; i < 150'000; ++i) {
            header += ",c" + std::to_string(i);
            row += ",1";
        }
        const ImportedRun run = readText(header + row + "\n");
        QCOMPARE(run.valueCount(), kMaxCsvColumns - 1);
        QVERIFY(!run.told("line 2 has more than 100000 cells").empty());
        const ImportedRun longName = readText("step,a," + std::string(5000, 'n') + "\n1,2,3\n");
        QCOMPARE(longName.valueCount(), std::size_t{1});
        QVERIFY(!longName.told("has a name of 5000 bytes").empty());
    }

    void anyBytesAreSurvived()
    {
        std::string bytes = "step,loss\n";
        for (int i = 0; i < 2000; ++i)
            bytes += "1,2\n"; // a NUL at the beginning would not be a table
        std::uint32_t state = 1;
        for (int i = 0; i < 200'000; ++i) {
            state = state * 1664525 + 1013904223;
            bytes += "\"\",;\n\t 0123456789.-e#\xFF\x80\0ab"[(state >> 24) % 26];
        }
        const ImportedRun run = readText(bytes);
        QVERIFY(run.events.size() <= 2000);
        for (const record::RunEvent &event : run.events)
            QVERIFY(QString::fromStdString(event.text).toStdString() == event.text); // clean UTF-8
    }

    void theCostFollowsWhatIsNew()
    {
        const GrownFile file("long.csv");
        std::string text = "step,loss,acc\n";
        for (int i = 1; i <= 50'000; ++i)
            text += std::to_string(i) + ",0.5,0.25\n";
        file.write(text);
        CsvImporter importer(file.path());
        store::RunStore run;
        ReadProgress progress;
        importer.read(run, progress);
        const std::uint64_t before = test::bytesRead();
        for (int i = 50'001; i <= 50'200; ++i) {
            file.append(std::to_string(i) + ",0.5,0.25\n");
            QVERIFY(importer.read(run, progress));
            QVERIFY(!importer.read(run, progress));
        }
        QCOMPARE_LT(test::bytesRead() - before, text.size()); // in 400 looks
        QCOMPARE(ImportedRun(run).valueCount(), std::size_t{2 * 50'200});
    }

    void aStopLeavesTheRestForTheNextLook()
    {
        const GrownFile file("stopped.csv");
        file.write("step,loss\n1,2\n2,4\n");
        CsvImporter importer(file.path());
        store::RunStore run;
        ReadProgress stopped, progress;
        std::stop_source source;
        stopped.stop = source.get_token();
        source.request_stop();
        QVERIFY(!importer.read(run, stopped));
        QVERIFY(importer.read(run, progress));
        QCOMPARE(ImportedRun(run).valueCount(), std::size_t{2});
    }

    void dataSetsAreReadAsTables_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<int>("series");
        QTest::addColumn<int>("values");
        QTest::newRow("digits") << "digits.csv" << 65 << 1797 * 65;
        QTest::newRow("iris") << "iris.csv" << 5 << 150 * 5;
        QTest::newRow("breast cancer") << "breast_cancer.csv" << 31 << 569 * 31;
    }

    void dataSetsAreReadAsTables()
    {
        QFETCH(QString, name);
        CsvImporter importer((LENSBOARD_SOURCE_DIR "/tests/data/csv/" + name).toStdString());
        const ImportedRun run = imported(importer);
        QTEST(static_cast<int>(run.values.size()), "series");
        QTEST(static_cast<int>(run.valueCount()), "values");
    }

    void rowsOfOneStepAreAllKept()
    {
        const GrownFile file("passes.csv");
        file.write("step,loss,time\n1,1,1700000001\n2,2,1700000002\n1,3,1700000003\n");
        CsvImporter importer(file.path());
        store::RunStore run;
        imports::ReadProgress progress;
        importer.read(run, progress);
        QStringList found;
        for (const auto &[stamp, value] : run.sampled(0, {record::Axis::Step, 0, 9, 1}, 10))
            found << QString("%1: %2 at %3").arg(stamp.step).arg(value).arg(stamp.wallSeconds - 1.7e9);
        QCOMPARE(found, (QStringList{"1: 1 at 1", "1: 3 at 3", "2: 2 at 2"}));
    }

    /// A last row read before it is complete leaves no tick if it turns out different.
    void anUnfinishedRowLeavesNothing()
    {
        const GrownFile file("tail.csv");
        file.write("step,loss\n1,1\n1,0.1");
        CsvImporter importer(file.path());
        store::RunStore run;
        imports::ReadProgress progress;
        const auto found = [&] {
            importer.read(run, progress);
            QStringList values;
            for (const auto &[stamp, value] : run.sampled(0, {record::Axis::Step, 0, 9, 1}, 10))
                values << QString("%1: %2").arg(stamp.step).arg(value);
            return values + QStringList{QString("%1 ticks").arg(run.frameCount())};
        };
        QCOMPARE(found(), (QStringList{"1: 1", "1: 0.1", "2 ticks"}));
        file.append("2");
        QCOMPARE(found(), (QStringList{"1: 1", "1: 0.12", "2 ticks"}));
        file.append("5\n2,0.5");
        QCOMPARE(found(), (QStringList{"1: 1", "1: 0.125", "2: 0.5", "3 ticks"}));
        file.append("x\n3,1\n");
        QCOMPARE(found(), (QStringList{"1: 1", "1: 0.125", "3: 1", "3 ticks"}));
    }

    void tablesAreRecognised()
    {
        QVERIFY(CsvImporter::recognises("step,loss\n", "run.CSV"));
        QVERIFY(CsvImporter::recognises("1\t2", "run.tsv"));
        QVERIFY(CsvImporter::recognises("step,loss\n", "training.log"));
        QVERIFY(!CsvImporter::recognises("import os, sys\nprint(1, 2)\n", "run.py"));
        QVERIFY(!CsvImporter::recognises(std::string_view("a\0b", 3), "run.csv"));
    }
};

LENSBOARD_TEST(CsvImporterTest)
#include "tst_csv_importer.moc"
