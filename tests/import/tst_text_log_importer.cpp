#include "core/import/logs/text_log_importer.h"
#include "core/import/tools/json_document.h"
#include "core/runs/import_source.h"
#include "core/runs/run_source.h"
#include "tests/support/imported_run.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QDirIterator>
#include <QTest>

using namespace lensboard;
using namespace lensboard::imports;
using namespace lensboard::test;

namespace {

using LoggedValues = std::map<std::string, std::map<std::int64_t, std::string>>; ///< as text; by name of the series, and step

const QString kLogs = LENSBOARD_SOURCE_DIR "/tests/data/logs/";

std::string logText(const QString &path)
{
    QFile file(path);
    if (!file.open(QIODevice::ReadOnly))
        qFatal("cannot read %s", qPrintable(path));
    return file.readAll().toStdString();
}

LoggedValues expectedLog(const QString &log)
{
    LoggedValues expected;
    const auto damage = readJson(logText(kLogs + log + ".json"), [&](const JsonLeaf &leaf) { expected[leaf.path[0]][std::stoll(leaf.path[1])] = record::numberText(*leaf.number()); });
    if (damage)
        qFatal("%s.json is damaged", qPrintable(log));
    return expected;
}

LoggedValues loggedValues(const store::Run &run)
{
    const store::RunChanges all = whole(run);
    LoggedValues values;
    for (std::uint32_t i = 0; i < all.series.size(); ++i) {
        const auto tag = std::ranges::find(all.tags, all.series[i].tag, &std::pair<std::uint32_t, record::TagSpec>::first);
        for (const auto &[stamp, value] : run.sampled(i, {record::Axis::Step, -INFINITY, INFINITY, 1}, 1'000'000))
            values[record::flatName(tag->second, all.series[i])][stamp.step] = record::numberText(value);
    }
    return values;
}

LoggedValues readLog(const std::string &text)
{
    const GrownFile file("train.log");
    file.write(text);
    TextLogImporter importer(file.path());
    store::RunStore run;
    ReadProgress progress;
    importer.read(run, progress);
    return loggedValues(run);
}

std::string readingOf(const store::Run &run)
{
    for (const auto &[name, value] : run.info().environment)
        if (name == "read as")
            return value;
    return {};
}

/// 300 lines of training, and a validation after every \p every of them.
std::vector<std::string> linesOfTraining(int every)
{
    std::vector<std::string> lines;
    for (int step = 1; step <= 300; ++step) {
        lines.push_back("step " + std::to_string(step) + " | loss " + record::numberText(10.0 / step) + '\n');
        if (step % every == 0)
            lines.push_back("validation took 3 s, score " + record::numberText(step / 100.0) + '\n');
    }
    return lines;
}

} // namespace

class TextLogImporterTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void logsOfProgramsAreRead_data()
    {
        QTest::addColumn<QString>("log");
        for (const QString &file : QDir(kLogs).entryList({"*.log"}))
            QTest::newRow(qPrintable(file)) << file.chopped(4);
    }

    void logsOfProgramsAreRead()
    {
        QFETCH(QString, log);
        ReadProgress progress;
        const auto source = runs::openRun((kLogs + log + ".log").toStdString(), progress);
        QVERIFY(readingOf(*source->run()).starts_with("text log"));
        const LoggedValues expected = expectedLog(log), read = loggedValues(*source->run());
        for (const auto &[name, values] : expected) {
            QVERIFY2(read.contains(name), name.c_str());
            for (const auto &[step, value] : values)
                QVERIFY2(read.at(name).contains(step) && read.at(name).at(step) == value, (name + ' ' + std::to_string(step) + ": " + value).c_str());
            QCOMPARE(read.at(name).size(), values.size());
        }
        for (const auto &[name, values] : read)
            QVERIFY2(expected.contains(name), name.c_str());
    }

    /// A growing file keeps its reader.
    void allLengthsAreRecognisedAlike_data() { logsOfProgramsAreRead_data(); }
    void allLengthsAreRecognisedAlike()
    {
        QFETCH(QString, log);
        const std::string text = logText(kLogs + log + ".log");
        bool isKnown = false;
        for (std::size_t end = text.find('\n'); end != text.npos; end = text.find('\n', end + 1)) {
            const bool isLog = TextLogImporter::recognises(std::string_view(text).substr(0, end + 1));
            QVERIFY2(isLog || !isKnown, qPrintable(QString("not at %1 bytes").arg(end + 1)));
            isKnown = isLog;
        }
        QVERIFY(isKnown);
    }

    void otherTextIsNoLog_data()
    {
        QTest::addColumn<QString>("text");
        QTest::newRow("manual") << "# How to train\n\nstep 1: install 3 packages\nstep 2: run 4 tests\nstep 3: see 5 plots\nThe loss falls from 4.5 to 0.3 in 10 epochs.\n"
                                   "With lr 0.1 the loss is 2.5, with lr 0.2 it is 3.5, with lr 0.3 it is 9.5.\n";
        QTest::newRow("stack trace") << "Traceback (most recent call last):\n  File \"/a/train.py\", line 12, in main\n    loss = step(3)\n  File \"/a/b.py\", line 34, in step\n"
                                        "  File \"/a/c.py\", line 56, in forward\n  File \"/a/c.py\", line 78, in forward\nValueError: expected 4, got 5.5\n";
        QTest::newRow("settings") << "lr: 0.1\nbatch: 32\nepochs: 10\nseed: 1\nsteps: 1000\nmomentum: 0.9\n";
        QTest::newRow("layers") << "layer 1 has 100 weights\nlayer 2 has 200 weights\nlayer 3 has 300 weights\nlayer 4 has 500 weights\n";
        QTest::newRow("build") << "[1/500] Building CXX object a.o\n[2/500] Building CXX object b.o\n[3/500] Building CXX object c.o\n[4/500] Linking 1.5 MB\n";
        QTest::newRow("code") << "for step in range(10):\n    loss = 0.5\n    step = 1; loss = 0.1\n    step = 2; acc = 0.2\n";
        QTest::newRow("json") << "{\"rows\": [\n{\"step\": 1, \"loss\": 0.5},\n{\"step\": 2, \"loss\": 0.25},\n{\"step\": 3, \"loss\": 0.125},\n{\"step\": 4, \"loss\": 0.1}]}\n";
        QTest::newRow("table") << "step  loss\n1  0.5\n2  0.25\n3  0.125\n4  0.1\n";
        QTest::newRow("equal lines") << "step 1 loss 0.5\nstep 1 loss 0.5\nstep 1 loss 0.5\nstep 1 loss 0.5\n";
        QTest::newRow("two lines") << "step 1 loss 0.5\nstep 2 loss 0.25\n";
    }

    void otherTextIsNoLog()
    {
        QFETCH(QString, text);
        QVERIFY(!TextLogImporter::recognises(text.toStdString()));
    }

    void otherReadersKeepTheirFiles()
    {
        int files = 0;
        for (QDirIterator each(LENSBOARD_SOURCE_DIR "/tests/data", {"*.csv", "*.json", "*.jsonl", "*.txt", "*.log"}, QDir::Files, QDirIterator::Subdirectories); each.hasNext();) {
            const QString path = each.next();
            if (path.startsWith(kLogs))
                continue;
            try {
                ReadProgress progress;
                const auto source = runs::openRun(path.toStdString(), progress);
                QVERIFY2(!readingOf(*source->run()).starts_with("text log"), qPrintable(path));
                ++files;
            } catch (const ImportError &) {
            }
        }
        QVERIFY(files > 50);
    }

    void aGrowingLogIsFollowed()
    {
        const GrownFile file("train.log");
        const std::vector<std::string> lines = linesOfTraining(100);
        std::string text;
        for (int i = 0; i < 3; ++i)
            text += lines[static_cast<std::size_t>(i)];
        file.write(text);
        ReadProgress progress;
        const auto source = runs::openRun(file.path(), progress);
        QCOMPARE(loggedValues(*source->run()), (LoggedValues{{"loss", {{1, "10"}, {2, "5"}, {3, record::numberText(10.0 / 3)}}}}));
        for (std::size_t i = 3; i < lines.size(); ++i) {
            file.append(lines[i].substr(0, 5));
            source->refresh(progress);
            file.append(lines[i].substr(5));
            source->refresh(progress);
            text += lines[i];
        }
        const LoggedValues followed = loggedValues(*source->run());
        QCOMPARE(followed, readLog(text));
        QCOMPARE(followed.at("loss").size(), std::size_t{300});
        QCOMPARE(followed.at("score"), (std::map<std::int64_t, std::string>{{100, "1"}, {200, "2"}, {300, "3"}})); // the first counted when the second came
    }

    void termsOfTerminalsAreLeftOut()
    {
        QCOMPARE(readLog("\rtrain:   1%|▏         | 1/100 [00:01<01:39, 1.0s/it]step=1 loss=0.5\n"
                         "\rtrain:   2%|▏         | 2/100 [00:02<01:38, 1.0s/it, loss=7]\r                \r{'step': 2, 'loss': 0.25}\n"
                         "step=3 loss=9\b\b\b\b\b\b\b\b\b\b\b\b\b\rstep=3 loss=0.125\n"
                         "\x1b[32mstep=4\x1b[0m loss=\x1b[1m0.0625\x1b[0m\r\n"),
                 (LoggedValues{{"loss", {{1, "0.5"}, {2, "0.25"}, {3, "0.125"}, {4, "0.0625"}}}}));
    }

    /// Logs of transformers begin like an experiment.
    void aLogThatBeginsWithABraceIsNoExperiment()
    {
        const GrownFile file("train.log");
        file.write("{'loss': 2.5, 'epoch': 0.5}\n{'loss': 2.25, 'epoch': 1.0}\n{'loss': 1.5, 'epoch': 1.5}\n");
        QVERIFY(runs::isMeasurementDocument(file.path()));
    }

    void marksOfEncodingsAreNoWords()
    {
        const LoggedValues expected = {{"loss", {{1, "2.5"}, {2, "1.5"}}}};
        QCOMPARE(readLog("\xEF\xBB\xBFstep: 1 loss: 2.5\r\nstep: 2 loss: 1.5\r\n"), expected);
        std::string wide = "\xFF\xFE";
        for (const char c : std::string_view("step: 1 loss: 2.5\r\nstep: 2 loss: 1.5\r\n"))
            wide += {c, '\0'};
        QCOMPARE(readLog(wide), expected);
    }

    void oddNumbersAreRead()
    {
        QCOMPARE(readLog("INFO:root:step 1, loss nan, tokens 1,234,567, eta: 1 day, 1:00:00, 12 ms 34 MB\nINFO:root:step 2, loss -inf, tokens 1,234, eta: 0:01:30, 12.5 ms 35 MB\n"),
                 (LoggedValues{{"loss", {{1, "nan"}, {2, "-inf"}}}, {"tokens", {{1, "1234567"}, {2, "1234"}}}, {"eta (s)", {{1, "90000"}, {2, "90"}}}, {"ms", {{1, "12"}, {2, "12.5"}}}, {"MB", {{1, "34"}, {2, "35"}}}}));
    }

    void placesInTheSourceAreNoNumbers()
    {
        const auto line = [](int step, const char *loss) { return "2026-01-02 03:04:0" + std::to_string(step) + ".123 | INFO     | train:main:45 - step=" + std::to_string(step) + " loss=" + loss + '\n'; };
        QCOMPARE(readLog(line(1, "2.5") + line(2, "1.5") + line(3, "0.5")), (LoggedValues{{"loss", {{1, "2.5"}, {2, "1.5"}, {3, "0.5"}}}})); // loguru
    }

    void timesAndPhasesAreKept()
    {
        const GrownFile file("train.log");
        file.write("2024-05-06 07:08:09,500 - INFO - [train] step 1/3 loss: 2.5\n2024-05-06 07:08:10,500 - INFO - [val] step 1/3 loss: 3.5\n2024-05-06 07:08:11,500 - INFO - [train] step 2/3 loss: 1.5\n");
        TextLogImporter importer(file.path());
        const ImportedRun run = imported(importer);
        QCOMPARE(run.value("train|loss|value|line", 2), std::string("1.5"));
        QCOMPARE(run.value("val|loss|value|line", 1), std::string("3.5"));
        QCOMPARE(run.stamps.at(2).wallSeconds - run.stamps.at(1).wallSeconds, 2.0);
    }

    void columnsAreShownAndChosen()
    {
        ReadProgress progress;
        const auto source = runs::openRun((kLogs + "megatron.log").toStdString(), progress);
        const auto reading = source->reading();
        QVERIFY(reading && reading->format == "text log" && reading->read == 12 && reading->skipped > 10);
        QVERIFY(std::ranges::any_of(reading->columns, [](const RowReading::Column &column) { return column.name == "iteration" && column.use == ColumnUse::Step; }));
        source->choose({{"consumed samples", ColumnUse::Step}});
        source->refresh(progress);
        QCOMPARE(loggedValues(*source->run()).at("loss scale").begin()->first, std::int64_t{320});
    }

    void skippedLinesAreTold()
    {
        ReadProgress progress;
        const auto source = runs::openRun((kLogs + "nanogpt.log").toStdString(), progress);
        QCOMPARE(readingOf(*source->run()), std::string("text log; step = \"step\"; 11 rows skipped: line 1 is no measurement: \"tokens per iteration will be: 491,520\""));
    }
};

LENSBOARD_TEST(TextLogImporterTest)
#include "tst_text_log_importer.moc"
