#include "core/bytes/part_file.h"
#include "core/export/csv_export.h"
#include "core/export/json_lines_export.h"
#include "core/export/tensorboard_export.h"
#include "core/import/tables/exported_csv_importer.h"
#include "core/import/tables/exported_json_importer.h"
#include "core/import/tensorboard/tensorboard_importer.h"
#include "core/store/file/run_file.h"
#include "core/store/file/run_file_writer.h"
#include "core/store/file/run_saver.h"
#include "tests/support/disk_space.h"
#include "tests/support/event_file_text.h"
#include "tests/support/imported_run.h"
#include "tests/support/patience.h"
#include "tests/support/test_program.h"

#include <QDir>
#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>
#include <QTest>

#include <functional>
#include <thread>

using namespace lensboard;
using test::ImportedRun;

namespace {

/// Fills with two tags, gaps, non-finite numbers, and a line and a band of the same name.
void fill(store::RunStore &run, std::size_t frames)
{
    test::addMadeSeries(run, 3);
    run.registerTag({"Loss", "LossMetrics", record::TagKind::Numerical, "loss", true});
    run.registerSeries({1, "Loss", "min", record::SeriesRole::Line});
    run.registerSeries({1, "Loss", "min", record::SeriesRole::BandLow});
    run.registerSeries({1, "Loss", "max, \"all\"", record::SeriesRole::BandHigh});
    for (std::size_t i = 0; i < frames; ++i) {
        record::Frame frame = test::madeFrame(i, 3);
        if (i % 2 == 0)
            for (std::uint32_t series = 3; series < 6; ++series)
                frame.values.push_back({series, 1.0 / static_cast<double>(i + series)});
        run.commit(frame);
    }
}

} // namespace

class ExportTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void init() { m_folder = std::make_unique<QTemporaryDir>(); }

    void csvIsReadableByEverybody()
    {
        store::RunStore run;
        fill(run, 40);
        const auto files = csv(run);
        QCOMPARE(files.size(), std::size_t{2});
        const QStringList norms = lines("csv/weight_norm.csv");
        QCOMPARE(norms.size(), 40); // a heading and 39 ticks: one tick has no values
        QCOMPARE(norms[0], QString("tick,epoch,step,samples,wall_time,layer0/mean,layer1/mean,layer2/mean"));
        QVERIFY(norms[1].startsWith("1,1,10,640,1.7e+09,"));
        QCOMPARE(norms[4].split(',')[5], QString("nan")); // frame 3
        QCOMPARE(norms[6].split(',')[5], QString("inf")); // frame 5
        QCOMPARE(norms[4].split(',')[6], QString());      // the second series has gaps
        QCOMPARE(norms[8].split(',')[6].toDouble(), test::madeValue(7, 1));
        const QStringList loss = lines("csv/loss.csv");
        QCOMPARE(loss[0], QString("tick,epoch,step,samples,wall_time,Loss/min,Loss/min (low),\"Loss/max, \"\"all\"\" (high)\""));
        QCOMPARE(loss.size(), 21); // every other tick
        QCOMPARE(loss[2].section(',', 5), QString("0.2,0.16666666666666666,0.14285714285714285"));
    }

    void csvComesBack()
    {
        store::RunStore run;
        fill(run, 2500);
        csv(run);
        imports::ExportedCsvImporter norms(path("csv/weight_norm.csv")), loss(path("csv/loss.csv"));
        const ImportedRun original(run), foundNorms = test::imported(norms), foundLoss = test::imported(loss);
        QCOMPARE(foundNorms.valueCount() + foundLoss.valueCount(), original.valueCount());
        for (const char *layer : {"layer0", "layer1", "layer2"})
            QCOMPARE(foundNorms.values.at("weight_norm|" + std::string(layer) + "|mean|line"),
                     original.values.at("Weight Norm|" + std::string(layer) + "|mean|line"));
        for (const char *series : {"Loss|Loss|min|line", "Loss|Loss|min|low", "Loss|Loss|max, \"all\"|high"})
            QCOMPARE(foundLoss.values.at(series), original.values.at(series));
        for (const auto &[step, stamp] : foundNorms.stamps)
            QVERIFY(stamp == original.stamps.at(step));
    }

    void aTimeThatIsNotKnownIsLeftOut()
    {
        store::RunStore run;
        run.registerTag({"Loss", "L", record::TagKind::Numerical, "value", true});
        run.registerSeries({0, "Loss", "mean", record::SeriesRole::Line});
        run.commit({{1, 2, 3, 4, 0}, {{0, 0.5}}});
        csv(run);
        QCOMPARE(lines("csv/loss.csv").value(1), QString("1,2,3,4,,0.5"));
        imports::ExportedCsvImporter importer(path("csv/loss.csv"));
        const ImportedRun found = test::imported(importer);
        QVERIFY(found.stamps == ImportedRun(run).stamps);
        QCOMPARE(found.events.size(), std::size_t{0});
    }

    void tagsWhoseNamesMakeOneFileNameHaveFilesOfTheirOwn()
    {
        store::RunStore run;
        for (const std::string &tag : {std::string("a/b"), std::string("A b"), std::string(1000, 'x'), std::string()})
            run.registerTag({tag, "L"});
        QStringList names;
        for (const auto &file : csv(run))
            names << QString::fromStdString(file.filename().string());
        QCOMPARE(names, (QStringList{"a_b.csv", "a_b_2.csv", QString(200, 'x') + ".csv", "_.csv"}));
        QCOMPARE(lines("csv/a_b.csv"), QStringList{"tick,epoch,step,samples,wall_time"});
    }

    void jsonIsReadableByEverybody()
    {
        store::RunStore run;
        run.registerTag({"Ta\"g\n", "L"});
        run.registerSeries({0, "fc\xFC", "mean", record::SeriesRole::Line});
        run.registerSeries({0, "fc\xFC", "mean", record::SeriesRole::BandLow});
        run.commit({{1, 2, 3, 4, 0}, {{0, 0.1}, {1, -0.0}}});
        run.commit({{2, 2, 6, 8, 1.5}, {{0, -INFINITY}, {1, NAN}}});
        jsonLines(run);
        const QStringList text = lines("run.jsonl");
        QCOMPARE(text.size(), 2);
        QCOMPARE(text[0], QString::fromUtf8("{'tick': 1, 'epoch': 2, 'step': 3, 'samples': 4, 'Ta\\'g\\n/fc\uFFFD/mean': 0.1, "
                                            "'Ta\\'g\\n/fc\uFFFD/mean (2)': -0.0}").replace('\'', '"'));
        QVERIFY(text[1].contains("\"wall_time\": 1.5") && text[1].contains(": -Infinity, ") && text[1].endsWith(": NaN}"));
        const QJsonObject object = QJsonDocument::fromJson(text[0].toUtf8()).object();
        QCOMPARE(object["step"].toInt(), 3);
        QCOMPARE(object[QString::fromUtf8("Ta\"g\n/fc\uFFFD/mean")].toDouble(), 0.1);
    }

    void jsonComesBack()
    {
        store::RunStore run;
        fill(run, 2500);
        jsonLines(run);
        imports::ExportedJsonImporter importer(path("run.jsonl"));
        const ImportedRun original(run), found = test::imported(importer);
        QCOMPARE(found.valueCount(), original.valueCount());
        for (const char *layer : {"layer0", "layer1", "layer2"})
            QCOMPARE(found.values.at("Weight Norm|" + std::string(layer) + "|mean|line"),
                     original.values.at("Weight Norm|" + std::string(layer) + "|mean|line"));
        QCOMPARE(found.values.at("Loss|Loss|min|low"), original.values.at("Loss|Loss|min|low"));
        QVERIFY(found.stamps == original.stamps);
        QVERIFY(found.events.empty());
    }

    void halfABandComesBackFromJson()
    {
        store::RunStore run;
        run.registerTag({"Norm", "L"});
        run.registerSeries({0, "fc", "min", record::SeriesRole::BandLow});
        run.registerSeries({0, "fc", "max", record::SeriesRole::BandHigh});
        run.commit({{1, 1, 1, 1, 0}, {{0, 1}, {1, 2}}});
        run.commit({{2, 1, 2, 2, 0}, {{0, 0.5}}});
        run.commit({{3, 1, 3, 3, 0}, {{1, NAN}}});
        jsonLines(run);
        QVERIFY(QJsonDocument::fromJson(lines("run.jsonl").value(1).toUtf8()).isObject());
        imports::ExportedJsonImporter importer(path("run.jsonl"));
        const ImportedRun original(run), found = test::imported(importer);
        QCOMPARE(found.valueCount(), std::size_t{4});
        for (const char *series : {"Norm|fc|min|low", "Norm|fc|max|high"})
            QCOMPARE(found.values.at(series).size(), original.values.at(series).size());
    }

    void everyNumberComesBackExactly()
    {
        const std::vector<double> numbers = {0.1, -0.0, 5e-324, 1.7976931348623157e308, 123456789012345680.0, 1e22, -1e15,
                                             1.0 / 3, 9007199254740993.0, 18446744073709551616.0};
        store::RunStore run;
        run.registerTag({"t", "L"});
        run.registerSeries({0, "l", "v", record::SeriesRole::Line});
        for (std::size_t i = 0; i < numbers.size(); ++i)
            run.commit({{static_cast<std::int64_t>(i) + 1, 1, static_cast<std::int64_t>(i) + 1, 0, 0}, {{0, numbers[i]}}});
        csv(run);
        jsonLines(run);
        imports::ExportedCsvImporter table(path("csv/t.csv"));
        imports::ExportedJsonImporter objects(path("run.jsonl"));
        for (imports::Importer *importer : {static_cast<imports::Importer *>(&table), static_cast<imports::Importer *>(&objects)}) {
            const ImportedRun found = test::imported(*importer);
            QCOMPARE(found.values.size(), std::size_t{1});
            for (std::size_t i = 0; i < numbers.size(); ++i)
                QCOMPARE(found.values.begin()->second.at(static_cast<std::int64_t>(i) + 1), record::numberText(numbers[i]));
        }
    }

    void tensorBoardComesBack()
    {
        store::RunStore run;
        fill(run, 600);
        const auto files = tensorboard(run);
        QCOMPARE(files.size(), std::size_t{1});
        imports::TensorboardImporter importer(path("tb"));
        const ImportedRun found = test::imported(importer);
        std::size_t compared = 0;
        for (const record::Frame &frame : test::frames(run))
            for (const auto &[series, value] : frame.values)
                if (series < 3) {
                    const std::string name = "weight_norm|layer" + std::to_string(series) + "/mean|value|line";
                    QCOMPARE(found.value(name, frame.stamp.tick), record::numberText(static_cast<float>(value)));
                    ++compared;
                }
        QVERIFY(compared > 1000);
    }

    void aRunKeepsItsDateInTensorBoard()
    {
        store::RunStore run;
        run.update([](record::RunInfo &info) { info.createdSeconds = 1.5e9; });
        fill(run, 10);
        tensorboard(run);
        imports::TensorboardImporter importer(path("tb"));
        QCOMPARE(test::imported(importer).info.createdSeconds, 1.5e9);
    }

    void noTwoSeriesShareANameInTensorBoard()
    {
        store::RunStore run;
        std::uint32_t number = 0;
        for (const char *tag : {"Loss", "loss", "lo ss", "lo_ss", "σ", "std"}) {
            run.registerTag({tag, "L"});
            run.registerSeries({number, "L", "v", record::SeriesRole::Line});
            run.registerSeries({number++, "l", "v", record::SeriesRole::Line});
        }
        record::Frame frame{{1, 1, 1, 1, 1}, {}};
        for (std::uint32_t series = 0; series < 2 * number; ++series)
            frame.values.push_back({series, static_cast<double>(series)});
        run.commit(frame);
        tensorboard(run);
        QCOMPARE(test::eventsIn(QString::fromStdString(path("tb"))).value(1),
                 "step 1 at 1: loss/l/v=0 loss/l/v_2=1 loss/l/v_3=2 loss/l/v_4=3 lo_ss/l/v=4 lo_ss/l/v_2=5 lo_ss/l/v_3=6 "
                 "lo_ss/l/v_4=7 std/l/v=8 std/l/v_2=9 std/l/v_3=10 std/l/v_4=11");
    }

    void aHistogramIsATableOfBuckets()
    {
        store::RunStore run;
        histogram(run);
        csv(run);
        QCOMPARE(QDir(m_folder->filePath("csv")).entryList(QDir::Files), QStringList{"w_histograms.csv"});
        QCOMPARE(lines("csv/w_histograms.csv"),
                 (QStringList{"step,tick,epoch,samples,wall_time,histogram,low,high,count,mean,min,max",
                              "5,5,0,0,2.5,w/k,0,0.5,3,0.4,0.1,0.9", "5,5,0,0,2.5,w/k,0.5,1,4,,,"}));
    }

    void aHistogramIsAnObjectOfListsInJson()
    {
        store::RunStore run;
        histogram(run);
        jsonLines(run);
        QCOMPARE(lines("run.jsonl"), QStringList{QString("{'step': 5, 'tick': 5, 'epoch': 0, 'samples': 0, 'wall_time': 2.5, 'w/k': {'edges': [0, 0.5, 1], "
                                                         "'counts': [3, 4], 'mean': 0.4, 'min': 0.1, 'max': 0.9}}").replace('\'', '"')});
    }

    void whatIsSelectedIsAllThatIsExported()
    {
        store::RunStore run;
        fill(run, 1000);
        store::Selection part;
        part.tags = {"Loss"};
        part.hiddenLayers = {"Loss"}; // not a layer
        part.firstStep = 25.5;
        part.lastStep = 90;
        QCOMPARE(csv(run, part).size(), std::size_t{1});
        jsonLines(run, part);
        tensorboard(run, part);
        const QStringList table = lines("csv/loss.csv"), objects = lines("run.jsonl");
        const QStringList steps = {"30", "50", "70", "90"};
        QCOMPARE(table.size(), 5);
        QCOMPARE(objects.size(), 4);
        const QStringList events = test::eventsIn(QString::fromStdString(path("tb"))).mid(1);
        QCOMPARE(events.size(), 4);
        for (qsizetype i = 0; i < steps.size(); ++i) {
            QCOMPARE(table[i + 1].section(',', 2, 2), steps[i]);
            QVERIFY(objects[i].contains("\"step\": " + steps[i] + ','));
            QVERIFY(!objects[i].contains("Weight"));
            QVERIFY(events[i].startsWith("step " + steps[i].chopped(1) + " at") && !events[i].contains("weight"));
        }
    }

    void stepsThatCameLateStandInTheirPlaces()
    {
        store::RunStore run;
        run.registerTag({"t", "L"});
        run.registerSeries({0, "a", "v", record::SeriesRole::Line});
        run.registerSeries({0, "b", "v", record::SeriesRole::Line});
        const auto commit = [&](std::int64_t step, std::uint32_t series, double value) {
            run.commit({{step, 0, step, 0, 0}, {{series, value}}});
        };
        for (std::int64_t step : {1, 2, 5, 6})
            commit(step, 0, static_cast<double>(step));
        for (std::int64_t step : {2, 3, 6})
            commit(step, 1, static_cast<double>(-step));
        commit(4, 0, 4);
        csv(run);
        QStringList rows;
        for (const QString &row : lines("csv/t.csv").mid(1))
            rows << row.section(',', 2, 2) + ':' + row.section(',', 5);
        QCOMPARE(rows, (QStringList{"1:1,", "2:2,-2", "3:,-3", "4:4,", "5:5,", "6:6,-6"}));
    }

    void aRunFileGivesWhatTheRunInMemoryGives()
    {
        store::RunStore run;
        fill(run, 5000);
        store::saveRunCopy(run, path("run.lbrun"));
        jsonLines(run);
        const QStringList fromMemory = lines("run.jsonl");
        jsonLines(store::RunFile(path("run.lbrun")));
        QCOMPARE(lines("run.jsonl"), fromMemory);
    }

    void anExportOfAGrowingRunIsAPrefixWithoutGaps()
    {
        constexpr std::size_t kRounds = 12, kFramesARound = 401; // makes journals become chunks of 1,024 ticks at many different points
        const auto run = std::make_shared<store::RunStore>();
        fill(*run, 1000);
        store::RunSaver saver(run, path("live.lbrun"), {}, {std::chrono::milliseconds(1), std::chrono::milliseconds(1)});
        QTRY_COMPARE(saver.acknowledgedFrames(), std::size_t{1000});
        for (std::size_t round = 0; round < kRounds; ++round) {
            const store::RunFile seen(path("live.lbrun"));
            const std::size_t opened = seen.frameCount();
            const std::jthread training([&] { // about 3,000 ticks per second
                for (std::size_t frame = opened; frame < opened + kFramesARound; ++frame) {
                    run->commit(test::madeFrame(frame, 3));
                    std::this_thread::sleep_for(std::chrono::microseconds(300));
                }
            });
            QTRY_VERIFY(saver.acknowledgedFrames() > opened + round * kFramesARound / kRounds);
            store::RunStore prefix;
            fill(prefix, 1000);
            for (std::size_t frame = 1000; frame < opened; ++frame)
                prefix.commit(test::madeFrame(frame, 3));
            for (const char *file : {"run.jsonl", "csv/weight_norm.csv", "csv/loss.csv"}) {
                const QString format = QString(file).section('/', 0, 0).section('.', -1);
                exportAs(format, seen);
                const QStringList found = lines(file);
                exportAs(format, prefix);
                QCOMPARE(found, lines(file));
            }
            QTRY_VERIFY(saver.acknowledgedFrames() >= opened + kFramesARound);
        }
    }

    void anEmptyRunMakesNoTrouble()
    {
        const store::RunStore run;
        QVERIFY(csv(run).empty());
        jsonLines(run);
        QCOMPARE(lines("run.jsonl"), QStringList());
        QCOMPARE(tensorboard(run).size(), std::size_t{1});
    }

    void aDiskThatFillsUpLeavesNoHalfFile_data() { formats(); }

    void aDiskThatFillsUpLeavesNoHalfFile()
    {
        QFETCH(QString, name);
        store::RunStore run;
        fill(run, 3000);
        QFile before(QString::fromStdString(path("run.jsonl")));
        QVERIFY(before.open(QIODevice::WriteOnly));
        before.write("precious");
        before.close();
        QString message;
        {
            const test::DiskSpace little(100'000);
            try {
                exportAs(name, run);
            } catch (const std::exception &error) {
                message = error.what();
            }
        }
        QVERIFY2(message.contains(m_folder->path()) && message.contains("cannot be written: File too large"), qPrintable(message));
        QVERIFY(QDir(m_folder->filePath("csv")).isEmpty());
        QVERIFY(!QFile::exists(m_folder->filePath("tb")));
        QCOMPARE(QDir(m_folder->path()).entryList({"run*"}), QStringList{"run.jsonl"});
        QCOMPARE(lines("run.jsonl"), QStringList{"precious"});
    }

    void whatIsGivenUpLeavesNothing_data() { formats(); }

    void whatIsGivenUpLeavesNothing()
    {
        QFETCH(QString, name);
        store::RunStore run;
        fill(run, 3000);
        std::stop_source stop;
        stop.request_stop();
        record::Progress progress{stop.get_token()};
        exportAs(name, run, progress);
        QVERIFY(QDir(m_folder->filePath("csv")).isEmpty());
        QCOMPARE(QDir(m_folder->path()).entryList({"run*", "tb*"}), QStringList());
    }

    void whereNothingCanBeWrittenIsSaid()
    {
        store::RunStore run;
        fill(run, 10);
        record::Progress progress;
        QVERIFY_THROWS_EXCEPTION(bytes::WriteError, exports::exportJsonLines(run, {}, "/no/such/folder/run.jsonl", progress));
        QVERIFY_THROWS_EXCEPTION(bytes::WriteError, exports::exportJsonLines(run, {}, m_folder->path().toStdString(), progress));
        QVERIFY_THROWS_EXCEPTION(bytes::WriteError, exports::exportCsv(run, {}, "/proc/x", progress));
    }

    void aLinkStaysALinkAndADeviceADevice()
    {
        bytes::writeWhole(path("file"), "old");
        QVERIFY(QFile::link(QString::fromStdString(path("file")), QString::fromStdString(path("link"))));
        bytes::writeWhole(path("link"), "new");
        QVERIFY(QFileInfo(QString::fromStdString(path("link"))).isSymLink());
        QCOMPARE(lines("file"), QStringList{"new"});
        bytes::writeWhole("/dev/null", "nothing");
        QVERIFY(!QFileInfo("/dev/null").isFile());
    }

private:
    /// Adds a tag as imported from TensorBoard, with a histogram.
    static void histogram(store::RunStore &run)
    {
        record::TagSpec tag{"w", "TensorBoard"};
        tag.foreignName = "w";
        run.registerTag(tag);
        using enum record::SeriesRole;
        const std::pair<const char *, record::SeriesRole> series[] = {{"histogram", Histogram}, {"mean", Line}, {"min", BandLow}, {"max", BandHigh}};
        for (const auto &[label, role] : series)
            run.registerSeries({0, "k", label, role});
        run.commit({{5, 0, 5, 0, 2.5}, {{1, 0.4}, {2, 0.1}, {3, 0.9}}, {{0, {{0, 0.5, 1}, {3, 4}}}}});
    }

    static void formats()
    {
        QTest::addColumn<QString>("name");
        for (const char *name : {"csv", "jsonl", "tensorboard"})
            QTest::newRow(name) << name;
    }

    void exportAs(const QString &format, const store::Run &run, record::Progress &progress) const
    {
        if (format == "csv")
            exports::exportCsv(run, {}, path("csv"), progress);
        else if (format == "jsonl")
            exports::exportJsonLines(run, {}, path("run.jsonl"), progress);
        else
            exports::exportTensorboard(run, {}, path("tb"), progress);
    }
    void exportAs(const QString &format, const store::Run &run) const
    {
        record::Progress progress;
        exportAs(format, run, progress);
    }

    std::vector<std::filesystem::path> csv(const store::Run &run, const store::Selection &part = {}) const
    {
        record::Progress progress;
        return exports::exportCsv(run, part, path("csv"), progress);
    }
    void jsonLines(const store::Run &run, const store::Selection &part = {}) const
    {
        record::Progress progress;
        exports::exportJsonLines(run, part, path("run.jsonl"), progress);
    }
    std::vector<std::filesystem::path> tensorboard(const store::Run &run, const store::Selection &part = {}) const
    {
        record::Progress progress;
        return exports::exportTensorboard(run, part, path("tb"), progress);
    }

    std::string path(const char *name) const { return m_folder->filePath(name).toStdString(); }
    QStringList lines(const char *name) const
    {
        QFile file(m_folder->filePath(name));
        return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()).split('\n', Qt::SkipEmptyParts) : QStringList{"missing"};
    }

    std::unique_ptr<QTemporaryDir> m_folder;
};

LENSBOARD_TEST(ExportTest)
#include "tst_export.moc"
