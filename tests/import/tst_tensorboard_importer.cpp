#include "core/import/importer.h"
#include "core/import/tensorboard/tensorboard_files.h"
#include "core/import/tensorboard/tensorboard_importer.h"
#include "core/store/columns/run_store.h"
#include "tests/support/event_file_maker.h"
#include "tests/support/made_run.h"
#include "tests/support/test_program.h"

#include <QDirIterator>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QRandomGenerator>
#include <QTemporaryDir>
#include <QTest>

#include <cfloat>
#include <cmath>
#include <limits>

using namespace lensboard;
using namespace lensboard::test;
using imports::ReadProgress;
using imports::TensorboardImporter;
using record::RunEvent;

namespace {

const QString kFolder = LENSBOARD_SOURCE_DIR "/tests/data/tensorboard";

/// "tag | layer | label": its values by step.
using Values = QMap<QString, QMap<qint64, double>>;

QStringList seriesNames(const store::RunChanges &run)
{
    QMap<quint32, QString> tags;
    for (const auto &[index, tag] : run.tags)
        tags[index] = QString::fromStdString(tag.name);
    QStringList names;
    for (const auto &series : run.series)
        names << tags[series.tag] + " | " + QString::fromStdString(series.layer) + " | "
                     + QString::fromStdString(series.label);
    return names;
}

Values valuesOf(const store::Run &run)
{
    const QStringList names = seriesNames(whole(run));
    Values values;
    for (const record::Frame &frame : frames(run))
        for (const auto &value : frame.values)
            values[names[value.series]][frame.stamp.step] = value.value;
    return values;
}

std::vector<store::StampedValue> timedValuesOf(const store::Run &run, const QString &series)
{
    return run.sampled(static_cast<std::uint32_t>(seriesNames(whole(run)).indexOf(series)),
                       {record::Axis::Step, -1e300, 1e300, 1}, std::size_t{1} << 40);
}

/// Returns "step: value at time" for each value; time is in seconds after 1.7e9, the start of made files.
QStringList toldOf(const store::Run &run, const QString &series)
{
    QStringList told;
    for (const auto &[stamp, value] : timedValuesOf(run, series))
        told << QString("%1: %2 at %3").arg(stamp.step).arg(value).arg(stamp.wallSeconds - 1.7e9);
    return told;
}

QMap<qint64, record::Histogram> histogramsOf(const store::Run &run, const QString &series)
{
    QMap<qint64, record::Histogram> found;
    for (const auto &[frame, stamp, histogram] : run.histograms(static_cast<std::uint32_t>(seriesNames(whole(run)).indexOf(series))))
        found[stamp.step] = *histogram;
    return found;
}

QStringList eventsOf(const store::Run &run, RunEvent::Kind kind)
{
    QStringList texts;
    for (const RunEvent &event : whole(run).events)
        if (event.kind == kind)
            texts << QString("%1: %2").arg(event.step).arg(QString::fromStdString(event.text));
    return texts;
}

/// Folder with event files, and the importer's result.
struct EventLog
{
    QTemporaryDir folder;
    store::RunStore run;
    ReadProgress progress;
    std::unique_ptr<TensorboardImporter> importer =
        std::make_unique<TensorboardImporter>(folder.path().toStdString());

    QString path(const QString &name) const { return folder.filePath(name); }
    void add(const QByteArray &bytes, const QString &name = "events.out.tfevents.1700000000.a") const
    {
        append(path(name), bytes);
    }
    bool read() { return importer->read(run, progress); }
    Values values() const { return valuesOf(run); }
    QStringList notices() const { return eventsOf(run, RunEvent::Kind::Notice); }
    QStringList warnings() const { return eventsOf(run, RunEvent::Kind::Warning); }
    QString message() const { return QString::fromStdString(run.info().message); }
};

QByteArray contentOf(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
}

/// Returns a log with records of all kinds.
QByteArray mixedLog()
{
    QByteArray log = versionRecord();
    for (int step = 0; step < 4; ++step) {
        const auto value = static_cast<float>(step);
        log += scalarRecord(step, "loss", value) + scalarRecord(step, "acc/train", 2 * value);
        log += valueRecord(step, "tf2", pluginField("scalars") + tensorField(1, {}, floatField(5, 3 * value)));
        log += valueRecord(step, "w", bytesField(5, doubleField(1, 0) + doubleField(2, 2) + doubleField(3, 4) + doubleField(4, 3)
                                                       + doublesField(6, {1, DBL_MAX}) + doublesField(7, {3, 1})));
    }
    return log + valueRecord(3, "note", pluginField("text") + tensorField(7, {}, bytesField(8, "hello")));
}

QString shown(const QString &tag, const QString &label = "value")
{
    const auto slash = tag.indexOf('/', 1);
    return (slash < 0 ? tag + " | " + tag : tag.left(slash) + " | " + tag.mid(slash + 1)) + " | " + label;
}

} // namespace

class TensorboardImporterTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void findsWhatTensorBoardFinds_data()
    {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QJsonObject>("expected");
        const QJsonObject all = QJsonDocument::fromJson(contentOf(kFolder + "/expected.json")).object();
        for (const QString &file : all.keys())
            QTest::newRow(qPrintable(file)) << kFolder + '/' + file << all[file].toObject();
    }

    void findsWhatTensorBoardFinds()
    {
        QFETCH(QString, path);
        QFETCH(QJsonObject, expected);
        store::RunStore run;
        ReadProgress progress;
        QVERIFY(TensorboardImporter(QFileInfo(path).path().toStdString()).read(run, progress));
        const Values values = valuesOf(run);
        const QJsonObject scalars = expected["scalars"].toObject();
        for (const QString &tag : scalars.keys()) {
            const QJsonObject facts = scalars[tag].toObject();
            const auto found = timedValuesOf(run, shown(tag)); // every record, including repeated steps
            QCOMPARE(found.size(), static_cast<std::size_t>(facts["count"].toInt()));
            QCOMPARE(found.front().stamp.step, facts["first"].toArray()[0].toInteger());
            QCOMPARE(found.front().value, facts["first"].toArray()[1].toDouble());
            QCOMPARE(found.back().stamp.step, facts["last"].toArray()[0].toInteger());
            QCOMPARE(found.back().value, facts["last"].toArray()[1].toDouble());
        }

        const QJsonObject histograms = expected["histograms"].toObject();
        for (const QString &tag : histograms.keys()) {
            const QJsonObject facts = histograms[tag].toObject();
            QString place = shown(tag, "mean");
            if (!values.contains(place))
                place.replace(" |", " (histograms) |");
            const auto means = values[place];
            const auto found = histogramsOf(run, place.chopped(4) + "histogram");
            QCOMPARE(found.size(), facts["count"].toInt());
            QCOMPARE(found.lastKey(), facts["last_step"].toInteger());
            const auto &counts = found.last().counts;
            const double count = std::accumulate(counts.begin(), counts.end(), 0.0);
            QCOMPARE(count, facts["last_num"].toDouble());
            QVERIFY(std::abs(means.last() * count - facts["last_sum"].toDouble()) < 1e-9);
        }

        const QJsonObject tensors = expected["tensors"].toObject();
        for (const QString &tag : tensors.keys()) {
            const QJsonObject facts = tensors[tag].toObject();
            if (facts["plugin"] == "scalars") {
                QCOMPARE(values[shown(tag)].size(), facts["count"].toInt());
                QCOMPARE(values[shown(tag)].last(), facts["last"].toDouble());
            } else if (facts["plugin"] == "histograms") {
                const auto found = histogramsOf(run, shown(tag, "histogram"));
                QCOMPARE(found.size(), facts["count"].toInt());
                QCOMPARE(found.lastKey(), facts["last_step"].toInteger());
            } else {
                QCOMPARE(eventsOf(run, RunEvent::Kind::Text).size(), facts["count"].toInt());
            }
        }
    }

    void readsFilesOfTwoWriters()
    {
        store::RunStore seeds, tensors;
        ReadProgress progress;
        TensorboardImporter((kFolder + "/seeds/run_1").toStdString()).read(seeds, progress);
        const auto foo = valuesOf(seeds)["strict | foo | value"];
        QCOMPARE(foo.size(), 100);
        QCOMPARE(frames(seeds).size(), std::size_t{100});

        TensorboardImporter((kFolder + "/tf2-tensors").toStdString()).read(tensors, progress);
        const Values values = valuesOf(tensors);
        const auto loss = values["epoch_loss | epoch_loss | value"];
        QCOMPARE(loss.size(), 200);
        QVERIFY(std::isnan(loss[120]));
        QVERIFY(std::isinf(loss[121]));
        const QString kernel = "dense | kernel_0/histogram | ";
        QCOMPARE(histogramsOf(tensors, kernel + "histogram").size(), 20);
        for (const qint64 step : values[kernel + "mean"].keys()) {
            const auto at = [&](const char *label) { return values[kernel + label][step]; };
            QVERIFY(at("min") <= at("Q1") && at("Q1") <= at("Q3") && at("Q3") <= at("max"));
            QVERIFY(at("min") <= at("mean") && at("mean") <= at("max"));
        }
        QVERIFY(!eventsOf(tensors, RunEvent::Kind::Text).isEmpty());
        QVERIFY(eventsOf(tensors, RunEvent::Kind::Warning).isEmpty());
    }

    void theDetailsSayWhatIsRead()
    {
        EventLog log;
        log.add(mixedLog());
        QVERIFY(log.read());
        QVERIFY(!log.read());
        const record::RunInfo info = log.run.info();
        QCOMPARE(QString::fromStdString(info.name), QFileInfo(log.folder.path()).fileName());
        QVERIFY(info.status == record::RunStatus::Finished);
        QCOMPARE(info.createdSeconds, 1.7e9);
        QCOMPARE(info.environment[0].second, log.folder.path().toStdString());
        QCOMPARE(info.environment[3].second, std::string("brain.Event:2"));
        QCOMPARE(log.message(), QString());
        QCOMPARE(log.progress.done.load(), static_cast<std::uint64_t>(mixedLog().size()));
        QCOMPARE(log.progress.total.load(), log.progress.done.load());
        QCOMPARE(eventsOf(log.run, RunEvent::Kind::Text), QStringList("3: note\nhello"));
        QCOMPARE(frames(log.run).size(), std::size_t{4});
    }

    void tagsBecomeTagsAndLayers()
    {
        EventLog log;
        log.add(scalarRecord(1, "loss", 1) + scalarRecord(1, "a/b/c", 2) + scalarRecord(1, "a", 3) + scalarRecord(1, "/x", 4)
                + scalarRecord(1, "a/", 5) + scalarRecord(1, "", 6) + scalarRecord(1, "a (single)", 7)
                + scalarRecord(1, QByteArray("q\xFF/z"), 8) + scalarRecord(1, QByteArray("q\xFE/z"), 9)
                + scalarRecord(1, QByteArray("n\0n", 3), 10));
        log.read();
        Values expected;
        const auto expect = [&expected](const QString &series, double value) { expected[series][1] = value; };
        expect("loss | loss | value", 1);
        expect("a | b/c | value", 2);
        expect("a (single) | a (single) | value", 3);
        expect("/x | /x | value", 4);
        expect("a/ | a/ | value", 5);
        expect("(no name) | (no name) | value", 6);
        expect("a (single) (single) | a (single) (single) | value", 7);
        expect("q\uFFFD | z | value", 8);
        expect("q\uFFFD | z (2) | value", 9);
        expect("n\uFFFDn | n\uFFFDn | value", 10);
        QCOMPARE(log.values(), expected);
        for (const auto &[index, tag] : whole(log.run).tags) {
            QCOMPARE(tag.big, tag.name != "a" && tag.name != "q\uFFFD");
            QCOMPARE(QString::fromStdString(tag.lens), QString("TensorBoard"));
        }
    }

    void scalarsAndHistogramsOfOneNameStayApart()
    {
        EventLog log;
        const QByteArray histogram = tensorField(2, {1, 3}, doublesField(6, {0, 1, 5}));
        log.add(scalarRecord(1, "a/b", 1) + valueRecord(1, "a/b", pluginField("histograms") + histogram)
                + valueRecord(2, "a/b", histogram)); // the plugin is named in an earlier record
        log.read();
        QCOMPARE(log.values()["a | b | value"], (QMap<qint64, double>{{1, 1}}));
        QCOMPARE(log.values()["a (histograms) | b | mean"], (QMap<qint64, double>{{1, 0.5}, {2, 0.5}}));
    }

    void numbersOfEveryType_data()
    {
        QTest::addColumn<QByteArray>("tensor");
        QTest::addColumn<double>("value");
        QTest::newRow("float") << tensorField(1, {}, floatField(5, 0.5)) << 0.5;
        QTest::newRow("float, content") << tensorField(1, {}, bytesField(4, littleEndian(0.25F))) << 0.25;
        QTest::newRow("double") << tensorField(2, {1}, doublesField(6, {1e300})) << 1e300;
        QTest::newRow("int32") << tensorField(3, {1, 1}, integerField(7, -3)) << -3.0;
        QTest::newRow("int64") << tensorField(9, {}, integerField(10, -5)) << -5.0;
        QTest::newRow("uint8, content") << tensorField(4, {}, bytesField(4, "\xC8")) << 200.0;
        QTest::newRow("bool") << tensorField(10, {}, integerField(11, 1)) << 1.0;
        QTest::newRow("half") << tensorField(19, {}, integerField(13, 0xC100)) << -2.5;
        QTest::newRow("half, subnormal") << tensorField(19, {}, integerField(13, 1)) << std::ldexp(1.0, -24);
        QTest::newRow("half, infinite") << tensorField(19, {}, integerField(13, 0x7C00))
                                        << std::numeric_limits<double>::infinity();
        QTest::newRow("bfloat16") << tensorField(14, {}, integerField(13, 0x3FC0)) << 1.5;
        QTest::newRow("uint64") << tensorField(23, {}, integerField(17, 7)) << 7.0;
    }

    void numbersOfEveryType()
    {
        QFETCH(QByteArray, tensor);
        QFETCH(double, value);
        EventLog log;
        log.add(valueRecord(1, "x", pluginField("scalars") + tensor));
        log.read();
        QCOMPARE(log.values()["x | x | value"].value(1, -1), value);
    }

    void histogramsHaveABandForAll()
    {
        EventLog log;
        // 4 values from 0.5 to 3: one up to 1, two up to 2, one above
        log.add(valueRecord(1, "w", bytesField(5, doubleField(1, 0.5) + doubleField(2, 3) + doubleField(3, 4) + doubleField(4, 6.5)
                                                      + doublesField(6, {0, 1, 2, DBL_MAX}) + doublesField(7, {0, 1, 2, 1}))));
        log.add(valueRecord(2, "w", bytesField(5, doubleField(1, 7) + doubleField(2, 7) + doubleField(3, 3) + doubleField(4, 21)
                                                      + doublesField(6, {6, 8, DBL_MAX}) + doublesField(7, {0, 3, 0}))));
        log.read();
        const auto found = histogramsOf(log.run, "w | w | histogram");
        QVERIFY((found[1] == record::Histogram{{0.5, 1, 2, 3}, {1, 2, 1}}));
        QVERIFY((found[2] == record::Histogram{{6.5, 7.5}, {3}}));
        const Values values = log.values();
        const auto at = [&](const QString &label) { return values["w | w | " + label][1]; };
        QCOMPARE(at("mean"), 6.5 / 4);
        QCOMPARE(at("min"), 0.5);
        QCOMPARE(at("max"), 3.0);
        QCOMPARE(at("Q1"), 1.0);
        QCOMPARE(at("Q3"), 2.0);
        QCOMPARE(values["w | w | Q3"][2], 7.0);
        std::vector<record::SeriesRole> roles;
        for (const auto &series : whole(log.run).series)
            roles.push_back(series.role);
        using enum record::SeriesRole;
        QVERIFY((roles == std::vector{Histogram, Line, BandLow, BandHigh, BandLow, BandHigh}));
    }

    void rowsBecomeBuckets_data()
    {
        QTest::addColumn<QByteArray>("rows");
        QTest::addColumn<QList<double>>("edges");
        QTest::addColumn<QList<double>>("counts");
        QTest::newRow("contiguous") << doublesField(6, {0, 1, 2, 1, 2, 3}) << QList{0.0, 1.0, 2.0} << QList{2.0, 3.0};
        QTest::newRow("a gap") << doublesField(6, {0, 1, 2, 3, 4, 3}) << QList{0.0, 1.0, 3.0, 4.0} << QList{2.0, 0.0, 3.0};
        QTest::newRow("empty ends") << doublesField(6, {0, 1, 0, 1, 2, 3}) << QList{1.0, 2.0} << QList{3.0};
        QTest::newRow("equal values") << doublesField(6, {4, 4, 0, 4, 4, 3}) << QList{3.5, 4.5} << QList{3.0};
        QTest::newRow("none") << doublesField(6, {0, 1, 0, 1, 2, 0}) << QList<double>() << QList<double>();
        QTest::newRow("falling") << doublesField(6, {1, 0, 1, 1, 2, 1}) << QList<double>() << QList<double>();
        QTest::newRow("overlapping") << doublesField(6, {0, 2, 1, 1, 3, 1}) << QList<double>() << QList<double>();
        QTest::newRow("negative") << doublesField(6, {0, 1, -1, 1, 2, 1}) << QList<double>() << QList<double>();
        QTest::newRow("NaN") << doublesField(6, {0, qQNaN(), 1, 1, 2, 1}) << QList<double>() << QList<double>();
        QTest::newRow("too few") << doublesField(6, {0, 1, 1, 1, 2, 1, 5}) << QList<double>() << QList<double>();
    }

    void rowsBecomeBuckets()
    {
        QFETCH(QByteArray, rows);
        QFETCH(QList<double>, edges);
        QFETCH(QList<double>, counts);
        EventLog log;
        log.add(valueRecord(1, "w", pluginField("histograms") + tensorField(2, {2, 3}, rows)));
        log.read();
        const record::Histogram found = histogramsOf(log.run, "w | w | histogram").value(1);
        QCOMPARE(QList<double>(found.edges.begin(), found.edges.end()), edges);
        QCOMPARE(QList<double>(found.counts.begin(), found.counts.end()), counts);
        QCOMPARE(log.notices().size(), edges.isEmpty() ? 1 : 0);
    }

    void hyperparametersAreMerged()
    {
        EventLog log;
        const auto parameter = [](const QByteArray &name, const QByteArray &value) {
            return bytesField(1, bytesField(1, name) + bytesField(2, value));
        };
        const auto start = [](const QByteArray &parameters) {
            return valueRecord(0, "_hparams_/session_start_info",
                               pluginField("hparams", integerField(1, 0) + bytesField(3, parameters)));
        };
        log.add(start(parameter("lr", doubleField(2, 0.5)) + parameter("opt", bytesField(3, "adam")))
                + start(parameter("lr", doubleField(2, 0.25)) + parameter("amsgrad", integerField(4, 1))
                        + parameter("bad\xFF", integerField(1, 0)))
                + valueRecord(0, "_hparams_/experiment", pluginField("hparams", "\xFF")));
        log.read();
        QCOMPARE(QString::fromStdString(log.run.info().experiment),
                 QString("{\"hparams\":{\"amsgrad\":true,\"bad\uFFFD\":null,\"lr\":0.25,\"opt\":\"adam\"}}"));
        QVERIFY(log.values().isEmpty());
    }

    void whatTheSessionSaysStandsInTheDetails()
    {
        EventLog log;
        const auto hparams = [](const QByteArray &tag, const QByteArray &content) { return valueRecord(0, "_hparams_/" + tag, pluginField("hparams", content)); };
        const QByteArray metric = bytesField(5, bytesField(1, bytesField(2, "hp_metric")));
        log.add(hparams("experiment", bytesField(2, bytesField(6, "grid") + metric))
                + hparams("session_start_info", bytesField(3, bytesField(1, bytesField(1, "lr") + bytesField(2, doubleField(2, 0.5)))
                                                                  + bytesField(4, "g1") + doubleField(5, 1.7e9)))
                + hparams("session_end_info", bytesField(4, integerField(1, 2) + doubleField(2, 1.7e9 + 60))));
        log.read();
        const record::RunInfo info = log.run.info();
        QCOMPARE(QString::fromStdString(info.experiment), QString(R"({"hparams":{"lr":0.5},"metrics":["hp_metric"]})"));
        QStringList told;
        for (const auto &[name, value] : info.environment)
            told << QString::fromStdString(name + '=' + value);
        for (const char *fact : {"hyperparameters of=grid", "session group=g1", "session status=failure",
                                 "session started=2023-11-14 22:13:20 UTC", "session ended=2023-11-14 22:14:20 UTC"})
            QVERIFY2(told.contains(fact), fact);
        QCOMPARE(log.notices(), QStringList());
    }

    void hyperparametersWithoutValuesAreReported()
    {
        EventLog log;
        const auto hparams = [](const QByteArray &tag, const QByteArray &content) { return valueRecord(0, "_hparams_/" + tag, pluginField("hparams", content)); };
        log.add(hparams("experiment", bytesField(2, bytesField(4, bytesField(1, "lr")))) + hparams("session_start_info", bytesField(3, {})));
        log.read();
        log.add(scalarRecord(1, "x", 1));
        log.read();
        QCOMPARE(log.notices(), QStringList{"0: not shown: hyperparameters, since there are no values of them"});
    }

    void whatIsNotShownIsCounted()
    {
        EventLog log;
        const QByteArray image = valueRecord(1, "i", bytesField(4, "png"));
        log.add(image + image + valueRecord(1, "s", bytesField(6, "wav")) + wholeRecord(bytesField(4, "graph"))
                + valueRecord(1, "pr", pluginField("pr_curves") + tensorField(1, {2}, {})));
        log.read();
        QCOMPARE(log.notices(), (QStringList{"1: not shown: graphs (1)", "1: not shown: images (2)", "1: not shown: sounds (1)",
                                             "1: not shown: values of the plugin pr_curves (1)"}));
    }

    void growsByteByByte()
    {
        const QByteArray content = mixedLog();
        EventLog atOnce, growing;
        atOnce.add(content);
        atOnce.read();
        for (int i = 0; i < content.size(); ++i) {
            growing.add(content.mid(i, 1));
            growing.read();
        }
        QCOMPARE(growing.values(), atOnce.values());
        QCOMPARE(eventsOf(growing.run, RunEvent::Kind::Text), eventsOf(atOnce.run, RunEvent::Kind::Text));
        QCOMPARE(growing.warnings(), QStringList());
        QCOMPARE(growing.message(), QString());
    }

    void anUnfinishedEndIsWaitedFor()
    {
        EventLog log;
        const QByteArray last = scalarRecord(2, "x", 2);
        log.add(scalarRecord(1, "x", 1) + last.chopped(3));
        log.read();
        QCOMPARE(log.values()["x | x | value"].keys(), QList<qint64>{1});
        QCOMPARE(log.message(), QString("events.out.tfevents.1700000000.a: %1 bytes of an unfinished record at byte %2")
                                    .arg(last.size() - 3).arg(scalarRecord(1, "x", 1).size()));
        QVERIFY(!log.read());
        log.add(last.right(3));
        QVERIFY(log.read());
        QCOMPARE(log.values()["x | x | value"].keys(), (QList<qint64>{1, 2}));
        QCOMPARE(log.message(), QString());
        QCOMPARE(log.warnings(), QStringList());
    }

    void truncationAnywhereKeepsWhatIsBeforeIt()
    {
        const QByteArray content = contentOf(kFolder + "/tf2-tensors/events.out.tfevents.1700000000.lab.1.0.v2");
        QVERIFY(!content.isEmpty());
        Values before;
        for (int size = 0; size < content.size(); size += 211) {
            EventLog log;
            log.add(content.left(size));
            log.read();
            QCOMPARE(log.warnings(), QStringList());
            const Values values = log.values();
            for (const QString &series : before.keys())
                QVERIFY(values[series].size() >= before[series].size());
            before = values;
        }
    }

    void damageIsToldOnce_data()
    {
        QTest::addColumn<int>("byte"); // of the second record
        QTest::addColumn<QString>("cause");
        QTest::newRow("length") << 0 << "the length of a record is wrong";
        QTest::newRow("length's CRC") << 9 << "the length of a record is wrong";
        QTest::newRow("data") << 15 << "a record does not match its checksum";
        QTest::newRow("data's CRC") << -1 << "a record does not match its checksum";
    }

    void damageIsToldOnce()
    {
        QFETCH(int, byte);
        QFETCH(QString, cause);
        const QByteArray first = scalarRecord(1, "x", 1), third = scalarRecord(3, "x", 3);
        QByteArray second = scalarRecord(2, "x", 2);
        const auto at = byte < 0 ? second.size() + byte : byte;
        second[at] = static_cast<char>(second[at] ^ 0x10);
        EventLog log;
        log.add(first + second + third);
        log.add(scalarRecord(5, "x", 5), "events.out.tfevents.1700000001.a");
        log.read();
        QCOMPARE(log.values()["x | x | value"].keys(), (QList<qint64>{1, 5}));
        const QStringList told{QString("1: events.out.tfevents.1700000000.a is damaged at byte %1: %2. It is read up to there; "
                                       "%3 bytes after it are not").arg(first.size()).arg(cause).arg(second.size() + third.size())};
        QCOMPARE(log.warnings(), told);
        log.add(third);
        QVERIFY(!log.read());
        QCOMPARE(log.warnings(), told);
    }

    void aRecordThatIsNoEventIsSkipped()
    {
        EventLog log;
        log.add(scalarRecord(1, "x", 1) + wholeRecord("\xFF") + scalarRecord(2, "x", 1));
        log.read();
        QCOMPARE(log.values()["x | x | value"].size(), 2);
        QCOMPARE(log.warnings(), QStringList(QString("2: events.out.tfevents.1700000000.a: not an event, or only in "
                                                     "part: 1 record, the last at byte %1")
                                                 .arg(scalarRecord(1, "x", 1).size())));
    }

    void aLengthIsNotBelieved()
    {
        const QByteArray length = littleEndian(quint64{1} << 62);
        EventLog log;
        log.add(scalarRecord(1, "x", 1) + length + littleEndian(masked(crc32c(length))) + "abc");
        log.read();
        QCOMPARE(log.warnings().size(), 1);
        QCOMPARE(log.values().size(), 1);
    }

    void everyValueKeepsItsOwnTime()
    {
        EventLog log;
        const auto histogram = [](qint64 step, double wall) {
            return valueRecord(step, "h", pluginField("histograms") + tensorField(2, {1, 3}, doublesField(6, {0, 1, 5})), wall);
        };
        log.add(versionRecord() + scalarRecord(1, "x", 1, 1.7e9 + 10) + scalarRecord(1, "y", 2, 1.7e9 + 10.5) + histogram(1, 1.7e9 + 11)
                + scalarRecord(2, "x", 3, 1.7e9 + 20) + scalarRecord(2, "y", 4, 1.7e9 + 20));
        log.read();
        log.add(scalarRecord(2, "z", 5, 1.7e9 + 90) + histogram(2, 1.7e9 + 91)); // read later, at an existing step
        log.read();
        QCOMPARE(toldOf(log.run, shown("x")), (QStringList{"1: 1 at 10", "2: 3 at 20"}));
        QCOMPARE(toldOf(log.run, shown("y")), (QStringList{"1: 2 at 10.5", "2: 4 at 20"}));
        QCOMPARE(toldOf(log.run, shown("z")), (QStringList{"2: 5 at 90"}));
        QCOMPARE(toldOf(log.run, shown("h", "mean")), (QStringList{"1: 0.5 at 11", "2: 0.5 at 91"}));
        QStringList times;
        for (const auto &each : log.run.histograms(static_cast<std::uint32_t>(seriesNames(whole(log.run)).indexOf(shown("h", "histogram")))))
            times << QString::number(each.stamp.wallSeconds - 1.7e9);
        QCOMPARE(times, (QStringList{"11", "91"}));
    }

    /// A second file continues on the next day and repeats the last step.
    void aRunThatWasResumedGoesOn()
    {
        constexpr double kDay = 86400;
        EventLog log;
        for (int step = 0; step < 10; ++step)
            log.add((step ? "" : versionRecord()) + scalarRecord(step, "x", 1, 1.7e9 + step));
        for (int step = 9; step < 12; ++step)
            log.add((step > 9 ? "" : versionRecord()) + scalarRecord(step, "x", 2, 1.7e9 + kDay + step), "events.out.tfevents.1700086400.a");
        log.read();
        QCOMPARE(toldOf(log.run, shown("x")).mid(8), (QStringList{"8: 1 at 8", "9: 1 at 9", "9: 2 at 86409", "10: 2 at 86410", "11: 2 at 86411"}));
        QCOMPARE(log.run.frameCount(), std::size_t{13});
        QCOMPARE(log.notices(), QStringList());
    }

    /// Covers a file that goes back without a restart, a simultaneous file, and a file of other tags.
    void filesOfSeveralWritersStayApart_data()
    {
        QTest::addColumn<QByteArray>("second");
        QTest::addColumn<QStringList>("series");
        QTest::addColumn<bool>("areSeveral");
        const auto of = [](const char *tag, int first, int last, double wall) {
            QByteArray bytes = versionRecord();
            for (int step = first; step < last; ++step)
                bytes += scalarRecord(step, tag, 2, wall + step);
            return bytes;
        };
        QTest::newRow("steps") << of("x", 6, 12, 1.7e9 + 100) << QStringList{"x | x | value", "x | x | value (2)"} << true;
        QTest::newRow("from the first step") << of("x", 0, 1, 1.7e9 + 100) << QStringList{"x | x | value", "x | x | value (2)"} << true;
        QTest::newRow("times") << of("x", 50, 60, 1.7e9 - 45) << QStringList{"x | x | value", "x | x | value (2)"} << true;
        QTest::newRow("other tags") << of("y", 0, 10, 1.7e9) << QStringList{"x | x | value", "y | y | value"} << false;
        QTest::newRow("before") << of("x", -20, -10, 1.7e9 - 100) << QStringList{"x | x | value"} << false;
    }

    void filesOfSeveralWritersStayApart()
    {
        QFETCH(QByteArray, second);
        QFETCH(QStringList, series);
        QFETCH(bool, areSeveral);
        const QString name = "events.out.tfevents.1700000009.a";
        QByteArray first = versionRecord();
        for (int step = 0; step < 10; ++step)
            first += scalarRecord(step, "x", 1, 1.7e9 + step);
        EventLog log, followed;
        log.add(first);
        log.add(second, name);
        log.read();
        followed.add(first);
        followed.read();
        followed.add(second, name); // appears while the folder is followed
        followed.read();
        const auto recordCount = records(first + second).size() - 2; // without the version records
        for (const EventLog *each : {&log, &followed}) {
            QCOMPARE(seriesNames(whole(each->run)), series);
            QCOMPARE(toldOf(each->run, series.front()).filter(": 1 at ").size(), qsizetype{10});
            QStringList all;
            for (const QString &one : series)
                all += toldOf(each->run, one);
            QCOMPARE(all.size(), recordCount);
            QCOMPARE(each->notices().size(), areSeveral ? 1 : 0);
            QVERIFY(!areSeveral || each->notices()[0].contains(name + " overlaps"));
        }
    }

    /// Two files keep growing after an overlap was found: later values of the first file are kept apart as well.
    void aFileThatOverlapsLaterLosesNothing()
    {
        EventLog log;
        const QString second = "events.out.tfevents.1700000009.a";
        log.add(versionRecord() + scalarRecord(1, "x", 1, 1.7e9 + 1));
        log.add(versionRecord() + scalarRecord(2, "x", 2, 1.7e9 + 2), second);
        log.read();
        QCOMPARE(toldOf(log.run, shown("x")).size(), 2);
        log.add(scalarRecord(2, "x", 1, 1.7e9 + 3) + scalarRecord(3, "x", 1, 1.7e9 + 4));
        log.add(scalarRecord(3, "x", 2, 1.7e9 + 5), second);
        log.read();
        QStringList all;
        for (const QString &series : seriesNames(whole(log.run)))
            all += toldOf(log.run, series);
        all.sort();
        QCOMPARE(all, (QStringList{"1: 1 at 1", "2: 1 at 3", "2: 2 at 2", "3: 1 at 4", "3: 2 at 5"}));
    }

    void aNewFileIsReadLater()
    {
        EventLog log;
        log.add(versionRecord() + scalarRecord(1, "x", 1) + scalarRecord(2, "x", 1));
        QVERIFY(log.read());
        log.add(versionRecord() + scalarRecord(3, "x", 2) + scalarRecord(2, "new", 3), "events.out.tfevents.1700000009.a");
        QVERIFY(log.read());
        QVERIFY(!log.read());
        QCOMPARE(log.values()["x | x | value"], (QMap<qint64, double>{{1, 1}, {2, 1}, {3, 2}}));
        QCOMPARE(log.values()["new | new | value"].size(), 1);
        QCOMPARE(log.notices().size(), 0);
    }

    void filesAreReadByTheTimesInTheirNames()
    {
        EventLog log;
        log.add(scalarRecord(1, "x", 2), "events.out.tfevents.1000000000.a");
        log.add(scalarRecord(1, "x", 1), "events.out.tfevents.999999999.a");
        log.read();
        QCOMPARE(toldOf(log.run, shown("x")), (QStringList{"1: 1 at 0", "1: 2 at 0"}));
    }

    /// The first session start of a run restarts no earlier session.
    void aSessionThatStartsAgainVoidsWhatCameAfterIt()
    {
        EventLog log;
        const QString second = "events.out.tfevents.1700000009.a";
        log.add(versionRecord() + scalarRecord(0, "x", 1) + sessionStartRecord(0));
        for (int step = 1; step < 10; ++step)
            log.add(scalarRecord(step, "x", 1) + scalarRecord(step, "y", 1));
        log.read();
        QCOMPARE(log.values()["x | x | value"].size(), 10);
        log.add(versionRecord() + sessionStartRecord(4), second);
        log.read();
        QCOMPARE(log.values()["x | x | value"].size(), 10); // the file may belong to another writer
        log.add(scalarRecord(5, "x", 2) + scalarRecord(7, "x", 2), second);
        log.add(sessionStartRecord(5) + scalarRecord(6, "x", 3), second);
        log.read();
        QCOMPARE(log.values()["x | x | value"].keys(), (QList<qint64>{0, 1, 2, 3, 6}));
        QCOMPARE(log.values()["y | y | value"].keys(), (QList<qint64>{1, 2, 3}));
        QCOMPARE(log.notices(), QStringList("4: restarted at step 4: 14 values of 2 tags after it were replaced (" + second + ")"));
        QCOMPARE(log.run.frameCount(), std::size_t{5}); // no tick for discarded values
    }

    /// A simultaneous writer's start voids no values.
    void aSessionOfAnotherWriterVoidsNothing()
    {
        EventLog log;
        const QString second = "events.out.tfevents.1700000009.a";
        log.add(versionRecord() + scalarRecord(1, "x", 1, 1.7e9 + 1) + scalarRecord(2, "x", 1, 1.7e9 + 20));
        log.add(versionRecord() + sessionStartRecord(0), second);
        log.read();
        log.add(scalarRecord(1, "x", 2, 1.7e9 + 10) + scalarRecord(2, "x", 2, 1.7e9 + 11), second);
        log.add(sessionStartRecord(2) + scalarRecord(2, "x", 3, 1.7e9 + 12), second);
        log.read();
        QCOMPARE(toldOf(log.run, shown("x")), (QStringList{"1: 1 at 1", "2: 1 at 20"}));
        QCOMPARE(toldOf(log.run, shown("x", "value (2)")), (QStringList{"1: 2 at 10", "2: 3 at 12"}));
    }

    void repeatedStepsHaveAllTheirValues()
    {
        EventLog log;
        log.add(versionRecord() + scalarRecord(1, "x", 1, 1.7e9 + 1) + scalarRecord(2, "x", 2, 1.7e9 + 2) + scalarRecord(1, "x", 3, 1.7e9 + 3)
                + scalarRecord(2, "x", 4, 1.7e9 + 4));
        log.read();
        QCOMPARE(toldOf(log.run, shown("x")), (QStringList{"1: 1 at 1", "1: 3 at 3", "2: 2 at 2", "2: 4 at 4"}));
        log.add(scalarRecord(0, "x", 5, 1.7e9 + 5) + scalarRecord(2, "x", 6, 1.7e9 + 6));
        log.read();
        QCOMPARE(toldOf(log.run, shown("x")), (QStringList{"0: 5 at 5", "1: 1 at 1", "1: 3 at 3", "2: 2 at 2", "2: 4 at 4", "2: 6 at 6"}));
        QCOMPARE(log.run.frameCount(), std::size_t{6});
        QCOMPARE(log.notices(), QStringList());
    }

    /// Matches TensorBoard's own reader: a step that goes back discards later values tag by tag.
    void withoutSessionsWhatGoesBackVoidsItsTags_data()
    {
        QTest::addColumn<QByteArray>("version");
        QTest::newRow("no version") << QByteArray();
        QTest::newRow("version 1") << wholeRecord(bytesField(3, "brain.Event:1"));
    }

    void withoutSessionsWhatGoesBackVoidsItsTags()
    {
        QFETCH(QByteArray, version);
        EventLog log;
        log.add(version);
        for (int step = 0; step < 5; ++step)
            log.add(scalarRecord(step, "x", 1) + scalarRecord(step, "y", 1));
        log.add(scalarRecord(2, "x", 2) + scalarRecord(3, "x", 2));
        log.read();
        QCOMPARE(log.values()["x | x | value"], (QMap<qint64, double>{{0, 1}, {1, 1}, {2, 2}, {3, 2}}));
        QCOMPARE(log.values()["y | y | value"].size(), 5);
        log.add(scalarRecord(1, "y", 3) + sessionStartRecord(0)); // the earlier ticks are already committed
        log.read();
        QCOMPARE(log.values()["y | y | value"], (QMap<qint64, double>{{0, 1}, {1, 3}}));
        QCOMPARE(log.run.frameCount(), std::size_t{5}); // two of them are of step 1
    }

    void aFileThatShrinksOrIsReplacedIsReadAnew()
    {
        EventLog log;
        const QString path = log.path("events.out.tfevents.1700000000.a");
        log.add(scalarRecord(1, "x", 1) + scalarRecord(2, "x", 2));
        log.read();
        QVERIFY(QFile::resize(path, 10));
        QVERIFY_EXCEPTION_THROWN(log.read(), imports::SourceReplaced);
        log.importer = std::make_unique<TensorboardImporter>(log.folder.path().toStdString());
        log.read();
        log.add(QByteArray(100, 'x'), "other");
        QVERIFY(QFile::remove(path) && QFile::rename(log.path("other"), path));
        QVERIFY_EXCEPTION_THROWN(log.read(), imports::SourceReplaced);
        log.add({}, "events.out.tfevents.1700000001.a");
        QVERIFY(QFile::remove(path));
        QVERIFY_EXCEPTION_THROWN(log.read(), imports::SourceReplaced);
    }

    void aFolderThatVanishesMayReturn()
    {
        QTemporaryDir parent;
        const QString folder = parent.filePath("run"), file = folder + "/events.out.tfevents.1700000000.a";
        QVERIFY(QDir().mkpath(folder));
        TensorboardImporter importer(folder.toStdString());
        store::RunStore run;
        ReadProgress progress;
        QVERIFY_EXCEPTION_THROWN(importer.read(run, progress), imports::ImportError); // still empty
        append(file, scalarRecord(1, "x", 1));
        QVERIFY(importer.read(run, progress));
        QVERIFY(QDir().rename(folder, folder + "2"));
        QVERIFY_EXCEPTION_THROWN(importer.read(run, progress), imports::ImportError);
        QVERIFY(QDir().rename(folder + "2", folder));
        append(file, scalarRecord(2, "x", 1));
        QVERIFY(importer.read(run, progress));
        QCOMPARE(valuesOf(run)["x | x | value"].size(), 2);
        QVERIFY(QDir(folder).removeRecursively());
        QVERIFY_EXCEPTION_THROWN(importer.read(run, progress), imports::ImportError);
        QVERIFY(QDir().mkpath(folder));
        append(file, scalarRecord(1, "x", 1));
        QVERIFY_EXCEPTION_THROWN(importer.read(run, progress), imports::SourceReplaced);
    }

    void aFileMayBeReadAlone()
    {
        EventLog log;
        log.add(scalarRecord(1, "x", 1));
        log.add(scalarRecord(1, "y", 1), "events.out.tfevents.1700000009.a");
        TensorboardImporter importer(log.path("events.out.tfevents.1700000009.a").toStdString());
        importer.read(log.run, log.progress);
        QCOMPARE(log.values().keys(), QStringList("y | y | value"));
    }

    void aStopIsObeyed()
    {
        EventLog log;
        log.add(scalarRecord(1, "x", 1));
        std::stop_source source;
        source.request_stop();
        log.progress.stop = source.get_token();
        log.read();
        QVERIFY(log.values().isEmpty());
        log.progress.stop = {};
        log.read();
        QCOMPARE(log.values().size(), 1);
    }

    void extremesAreHarmless()
    {
        EventLog log;
        constexpr auto least = std::numeric_limits<qint64>::min(), most = std::numeric_limits<qint64>::max();
        log.add(scalarRecord(least, "x", 1, qInf()) + scalarRecord(most, "x", 2, qQNaN()) + scalarRecord(-1, "x", 3, -5)
                + sessionStartRecord(most) + scalarRecord(most, "y", 2, 1e300)
                + valueRecord(1, "t", tensorField(1, {most, most}, floatField(5, 1)))
                + valueRecord(1, "t", tensorField(1, {-1}, floatField(5, 1)))
                + valueRecord(1, "t", tensorField(1, {1 << 20}, floatField(5, 1)))
                + valueRecord(1, "t", tensorField(1, {0}, {}))
                + valueRecord(1, "h", pluginField("histograms") + tensorField(2, {most, 3}, doublesField(6, {1, 2, 3})))
                + valueRecord(1, "h", bytesField(5, doublesField(6, {1, 2}) + doublesField(7, {1})))
                + valueRecord(1, "h", bytesField(5, doublesField(6, {1, qInf()}) + doublesField(7, {1, 1})))
                + valueRecord(1, "h", bytesField(5, doublesField(6, {1, 2}) + doublesField(7, {1e308, 1e308}))));
        log.read();
        QCOMPARE(log.values()["x | x | value"], (QMap<qint64, double>{{least, 1}, {-1, 3}}));
        QCOMPARE(log.values()["y | y | value"].size(), 1);
        for (const record::Frame &frame : frames(log.run))
            QCOMPARE(frame.stamp.wallSeconds, 0.0);
        QCOMPARE(log.values().size(), 2);
    }

    void tensOfThousandsOfTags()
    {
        QByteArray content;
        for (int tag = 0; tag < 30000; ++tag)
            content += scalarRecord(tag % 7, "group" + QByteArray::number(tag % 100) + "/" + QByteArray::number(tag), 1);
        EventLog log;
        log.add(content);
        log.read();
        QCOMPARE(whole(log.run).series.size(), std::size_t{30000});
        QCOMPARE(frames(log.run).size(), std::size_t{7});
    }

    /// Complete records with random content.
    void nothingBreaksIt()
    {
        QRandomGenerator random(1);
        const QList<QByteArray> events = records(mixedLog());
        for (int round = 0; round < 2000; ++round) {
            QByteArray data = events[random.bounded(static_cast<int>(events.size()))];
            for (int change = random.bounded(6); change >= 0; --change)
                data[random.bounded(static_cast<int>(data.size()))] = static_cast<char>(random.bounded(256));
            if (random.bounded(4) == 0)
                data.truncate(random.bounded(static_cast<int>(data.size())));
            EventLog log;
            log.add(wholeRecord(data) + scalarRecord(7, "after", 1));
            log.read();
            QCOMPARE(log.values()["after | after | value"].value(7), 1.0);
        }
    }
};

LENSBOARD_TEST(TensorboardImporterTest)
#include "tst_tensorboard_importer.moc"
