#include "core/bytes/gzip_stream.h"
#include "core/import/monitorch/monitorch_importer.h"
#include "core/import/tables/csv_importer.h"
#include "core/import/tables/json_lines_importer.h"
#include "core/import/tensorboard/tensorboard_importer.h"
#include "core/runs/run_source.h"
#include "tests/support/event_file_maker.h"
#include "tests/support/gzipped.h"
#include "tests/support/imported_run.h"
#include "tests/support/pickle_text.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <algorithm>

using namespace lensboard;
using namespace lensboard::imports;
using namespace lensboard::test;

namespace {

std::string eventFile()
{
    return (versionRecord() + scalarRecord(1, "loss", 2) + scalarRecord(2, "loss", 1.5F) + scalarRecord(3, "loss", 1)).toStdString();
}

std::string packedRecording()
{
    return pickle::registration("Loss", 0, "N") + pickle::loss(1, 2) + pickle::loss(2, 1.5) + pickle::loss(3, 1);
}

const std::string kTable = "step,loss\n1,2\n2,1.5\n3,1\n";
const std::string kLines = "{\"step\": 1, \"loss\": 2}\n{\"step\": 2, \"loss\": 1.5}\n{\"step\": 3, \"loss\": 1}\n";

std::string utf16(const std::string &ascii, bool bigEndian)
{
    std::string units = bigEndian ? "\xFE\xFF" : "\xFF\xFE";
    for (const char c : ascii)
        units += bigEndian ? std::string{'\0', c} : std::string{c, '\0'};
    return units;
}

std::string withReturns(std::string text)
{
    std::replace(text.begin(), text.end(), '\n', '\r');
    return text;
}

ImportedRun opened(const GrownFile &file)
{
    ReadProgress progress;
    return ImportedRun(*runs::openRun(file.path(), progress)->run());
}

ImportedRun openedBytes(const char *name, const std::string &bytes)
{
    const GrownFile file(name);
    file.write(bytes);
    return opened(file);
}

std::string cutTable()
{
    return GzipWriter().write("step,loss\n1,2\n2,1.5\n");
}

} // namespace

/// Packed data, or text in another encoding, is read like plain data, also while it is being written.
class PackedInputsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void nothingIsLost_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("bytes");
        const auto row = [](const char *what, const char *name, const std::string &bytes) {
            QTest::newRow(what) << QString(name) << QByteArray::fromStdString(bytes);
        };
        const std::string half = kTable.substr(0, 14), rest = kTable.substr(14);
        row("CSV", "run.csv.gz", gzipped(kTable));
        row("CSV by its content", "run.csv", gzipped(kTable));
        row("CSV, whose name tells nothing", "run.gz", gzipped(kTable));
        row("CSV in two members", "run.csv.gz", gzipped(half) + gzipped(rest));
        row("CSV, filled up with zeros", "run.csv.gz", gzipped(kTable) + std::string(512, '\0'));
        row("CSV as UTF-16, little end first", "run.csv", utf16(kTable, false));
        row("CSV as UTF-16, big end first", "run.csv", utf16(kTable, true));
        row("CSV as UTF-16, packed", "run.csv.gz", gzipped(utf16(kTable, false)));
        row("CSV with returns", "run.csv", withReturns(kTable));
        row("CSV with returns, as UTF-16", "run.csv", utf16(withReturns(kTable), true));
        row("JSON lines", "run.jsonl.gz", gzipped(kLines));
        row("JSON lines as UTF-16", "run.jsonl", utf16(kLines, false));
        row("TensorBoard", "events.out.tfevents.1.gz", gzipped(eventFile()));
        row("monitorch", "run.pkl.gz", gzipped(packedRecording()));
    }

    void nothingIsLost()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, bytes);
        const ImportedRun run = openedBytes(name.toUtf8().constData(), bytes.toStdString());
        QCOMPARE(run.values.size(), std::size_t{1});
        const std::map<std::int64_t, std::string> expected = {{1, "2"}, {2, "1.5"}, {3, "1"}};
        QCOMPARE(run.values.begin()->second, expected);
        QCOMPARE(run.info.message, std::string());
        QCOMPARE(run.events.size(), std::size_t{0});
        if (!name.contains("tfevents"))
            QCOMPARE(run.info.name, std::string("run"));
    }

    void growthByteByByteGivesTheSame_data() { nothingIsLost_data(); }

    void growthByteByByteGivesTheSame()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, bytes);
        const GrownFile file(name.toUtf8().constData());
        const std::string whole = bytes.toStdString();
        const bool isTable = QByteArray(QTest::currentDataTag()).startsWith("CSV"), isLines = QByteArray(QTest::currentDataTag()).startsWith("JSON");
        std::unique_ptr<Importer> importer;
        if (isTable)
            importer = std::make_unique<CsvImporter>(file.path());
        else if (isLines)
            importer = std::make_unique<JsonLinesImporter>(file.path());
        else if (name.contains("tfevents"))
            importer = std::make_unique<TensorboardImporter>(file.path());
        else
            importer = std::make_unique<MonitorchImporter>(file.path());
        store::RunStore run;
        ReadProgress progress;
        for (const char byte : whole) {
            file.append({&byte, 1});
            importer->read(run, progress);
        }
        QVERIFY(!importer->read(run, progress));
        const ImportedRun grown(run);
        const std::map<std::int64_t, std::string> expected = {{1, "2"}, {2, "1.5"}, {3, "1"}};
        QCOMPARE(grown.values.begin()->second, expected);
        QCOMPARE(grown.info.message, std::string());
        QCOMPARE(progress.done.load(), static_cast<std::uint64_t>(whole.size()));
    }

    void aCutEndIsToldAndWhatIsBeforeItKept()
    {
        const ImportedRun table = openedBytes("run.csv.gz", cutTable());
        QCOMPARE(table.valueCount(), std::size_t{2});
        QCOMPARE(table.info.message, std::string("ends within its gzip data"));
        GzipWriter writer;
        const ImportedRun events = openedBytes("events.out.tfevents.1.gz", writer.write(eventFile()));
        QCOMPARE(events.valueCount(), std::size_t{3});
        QCOMPARE(events.info.message, std::string("events.out.tfevents.1.gz ends within its gzip data"));
    }

    void damageIsToldAndWhatIsBeforeItKept_data()
    {
        QTest::addColumn<QByteArray>("bytes");
        QTest::addColumn<QString>("why");
        QByteArray wrongSum = QByteArray::fromStdString(gzipped(kTable));
        wrongSum[wrongSum.size() - 6] = static_cast<char>(wrongSum[wrongSum.size() - 6] ^ 1);
        QTest::newRow("checksum") << wrongSum << "incorrect data check";
        QTest::newRow("data") << QByteArray::fromStdString(cutTable() + std::string(100, '\xFF')) << "invalid";
        QTest::newRow("something else behind") << QByteArray::fromStdString(gzipped("step,loss\n1,2\n2,1.5\n") + "3,1\n") << "behind their end stands something else";
    }

    void damageIsToldAndWhatIsBeforeItKept()
    {
        QFETCH(QByteArray, bytes);
        QFETCH(QString, why);
        const ImportedRun run = openedBytes("run.csv.gz", bytes.toStdString());
        QVERIFY(run.value("loss|loss|value|line", 2) == "1.5");
        QCOMPARE(run.events.size(), std::size_t{1});
        QVERIFY2(QString::fromStdString(run.events[0].text).startsWith("the gzip data are damaged (") && QString::fromStdString(run.events[0].text).contains(why),
                 run.events[0].text.c_str());
    }

    /// Unpacks to a thousand times the file's size: the rows would fill the memory.
    void whatUnpacksTooFarIsCutOff()
    {
        const std::string bomb = gzipped(std::string(std::size_t{64} << 20, '\n'));
        bytes::GzipStream stream;
        stream.feed(bomb);
        std::string unpacked;
        while (stream.unpack(unpacked, std::size_t{1} << 20)) {
        }
        QCOMPARE(stream.damage(), std::string("they unpack to more than 100 times their size"));
        QVERIFY(unpacked.size() < (std::size_t{17} << 20) + 100 * bomb.size());
        QVERIFY(stream.lost() > 0);
    }

    void whatHoldsNothingIsAnError()
    {
        QVERIFY_EXCEPTION_THROWN(openedBytes("run.csv.gz", "\x1F\x8B damaged"), ImportError);
    }
};

LENSBOARD_TEST(PackedInputsTest)
#include "tst_packed_inputs.moc"
