#include "core/export/csv_export.h"
#include "core/export/json_lines_export.h"
#include "core/export/tensorboard_export.h"
#include "core/runs/run_source.h"
#include "core/store/file/run_file.h"
#include "core/store/file/run_file_writer.h"
#include "tests/support/event_file_maker.h"
#include "tests/support/held_values.h"
#include "tests/support/test_program.h"

#include <QTemporaryDir>
#include <QTest>

#include <cfloat>
#include <set>

using namespace lensboard;
using namespace lensboard::test;
using RunPointer = std::shared_ptr<const store::Run>;

namespace {

/// Returns a run with bands, lines with names of band marks, relations, non-finite numbers, gaps, and names that differ only in case.
RunPointer madeRun()
{
    auto run = std::make_shared<store::RunStore>();
    addMadeSeries(*run, 3);
    run->registerTag({"Loss", "LossMetrics", record::TagKind::Numerical, "loss", true});
    run->registerTag({"Mean Norm", "OutputNorm", record::TagKind::Relations, "share", true});
    run->registerTag({"weight norm", "ParameterNorm"});
    using enum record::SeriesRole;
    run->registerSeries({1, "Loss", "min", Line});
    run->registerSeries({1, "Loss", "min", BandLow});
    run->registerSeries({1, "Loss", "max, \"all\"", BandHigh});
    run->registerSeries({2, "Mean Norm", "Fc 1", Line});
    run->registerSeries({2, "Mean Norm", "fc 1", Line});
    run->registerSeries({3, "LAYER0", "mean", Line});
    run->registerSeries({3, "LAYER0", "x (low)", Line});
    run->registerSeries({3, "LAYER0", "-σ", BandLow});
    run->registerSeries({3, "LAYER0", "+σ", BandHigh});
    for (std::size_t i = 0; i < 300; ++i) {
        record::Frame frame = madeFrame(i, 3);
        for (std::uint32_t series = 3; series < 12; ++series)
            if (i % 2 == 0 || series < 6)
                frame.values.push_back({series, 1.0 / static_cast<double>(i + series)});
        run->commit(frame);
    }
    return run;
}

QByteArray histogramField(double first)
{
    return bytesField(5, doubleField(1, first) + doubleField(2, 3) + doubleField(3, 4) + doubleField(4, 6.3)
                             + doublesField(6, {0, 1, 2, DBL_MAX}) + doublesField(7, {0, 1, 2, 1}));
}

/// Writes everything an event file can hold, with a time for each value.
void writeLog(const QString &folder)
{
    QDir().mkpath(folder + "/lo_ss_train/a");
    QDir().mkpath(folder + "/lo_ss_val");
    const QString file = "/events.out.tfevents.1700000000.a";
    QByteArray log = versionRecord();
    const auto parameter = [](const QByteArray &name, const QByteArray &value) { return bytesField(1, bytesField(1, name) + bytesField(2, value)); };
    log += valueRecord(0, "_hparams_/experiment", pluginField("hparams", bytesField(2, bytesField(5, bytesField(1, bytesField(2, "Loss"))))));
    log += valueRecord(0, "_hparams_/session_start_info",
                       pluginField("hparams", bytesField(3, parameter("lr", doubleField(2, 0.5)) + parameter("opt", bytesField(3, "adam"))
                                                                + parameter("amsgrad", integerField(4, 1)))));
    for (int step = 0; step < 40; ++step) {
        double wall = 1.7e9 + step;
        const auto later = [&wall] { return wall += 0.125; };
        int number = 0;
        for (const char *tag : {"Loss", "loss", "lo ss", "lo_ss", "epoch_loss", "epoch", "a/b/c", "a", "A/b/C", "x/y (low)", "x/y (high)", "q,\"z\"/σ"})
            log += scalarRecord(step, tag, static_cast<float>(++number) / static_cast<float>(step + 1), later());
        log += valueRecord(step, "tf2", pluginField("scalars") + tensorField(1, {}, floatField(5, static_cast<float>(step))), later());
        log += valueRecord(step, "w/kernel", histogramField(0.5), later());
        log += valueRecord(step, "a/b/c", histogramField(0.25), later()); // also a scalar
        log += valueRecord(step, "w/rows", pluginField("histograms") + tensorField(2, {2, 3}, doublesField(6, {0, 1, 2, 1, 2.5, 3})), later());
        log += valueRecord(step, "w/equal", pluginField("histograms") + tensorField(2, {1, 3}, doublesField(6, {4, 4, 3})), later());
        if (step % 10 == 0)
            log += valueRecord(step, "note", pluginField("text") + tensorField(7, {}, bytesField(8, "step " + QByteArray::number(step) + "\nsecond line")), later());
    }
    append(folder + file, log);
    for (int step = 0; step < 40; ++step) {
        append(folder + "/lo_ss_train/a" + file, scalarRecord(step, "lo/ss", 0.25F, 1.7e9 + step));
        append(folder + "/lo_ss_val" + file, scalarRecord(step, "lo/ss", 0.75F, 1.7e9 + step + 0.5));
    }
}

RunPointer opened(const QString &path)
{
    imports::ReadProgress progress;
    return runs::openRun(path.toStdString(), progress)->run();
}

/// Reads tags exported into separate files as one run. Each file has its own tag names.
RunPointer joined(const std::vector<std::filesystem::path> &files)
{
    auto all = std::make_shared<store::RunStore>();
    std::set<std::string> taken;
    for (const auto &file : files) {
        const RunPointer part = opened(QString::fromStdString(file.string()));
        const store::RunChanges changes = whole(*part);
        std::map<std::uint32_t, std::uint32_t> tags, series;
        for (auto [index, tag] : changes.tags) {
            while (!taken.insert(tag.name).second)
                tag.name += '+';
            tags[index] = all->registerTag(tag);
        }
        for (std::uint32_t i = 0; i < changes.series.size(); ++i) {
            record::SeriesSpec spec = changes.series[i];
            spec.tag = tags.at(spec.tag);
            series[i] = all->registerSeries(spec);
        }
        for (std::uint32_t i = 0; i < changes.series.size(); ++i) {
            for (const auto &[stamp, value] : part->sampled(i, {record::Axis::Step, -INFINITY, INFINITY, 1}, std::size_t{1} << 30))
                all->commit({stamp, {{series.at(i), value}}});
            if (changes.series[i].role == record::SeriesRole::Histogram)
                for (const store::StampedHistogram &placed : part->histograms(i))
                    all->commit({placed.stamp, {}, {{series.at(i), *placed.histogram, placed.stamp.wallSeconds}}});
        }
    }
    return all;
}

QString firstDifference(const QStringList &a, const QStringList &b)
{
    QStringList different;
    for (const QString &line : a)
        if (!b.contains(line) && different.size() < 5)
            different << "lost: " + line.left(300);
    for (const QString &line : b)
        if (!a.contains(line) && different.size() < 10)
            different << "gained: " + line.left(300);
    return QString("%1 lines became %2\n").arg(a.size()).arg(b.size()) + different.join('\n');
}

} // namespace

class RoundTripsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        m_sources["made"] = madeRun();
        writeLog(m_folder.filePath("log"));
        m_sources["TensorBoard"] = opened(m_folder.filePath("log"));
        m_sources["monitorch"] = opened(LENSBOARD_SOURCE_DIR "/tests/data/monitorch/two-epochs.pkl");
    }

    void whatBothHoldComesBack_data()
    {
        QTest::addColumn<QString>("source");
        QTest::addColumn<Form>("one");
        QTest::addColumn<Form>("other");
        const std::map<Form, const char *> names = {{Form::RunFile, "lbrun"}, {Form::Tensorboard, "tensorboard"}, {Form::Csv, "csv"}, {Form::Json, "jsonl"}};
        for (const char *source : {"made", "TensorBoard", "monitorch"})
            for (const auto &[one, oneName] : names)
                for (const auto &[other, otherName] : names)
                    QTest::addRow("%s, %s, %s", source, oneName, otherName) << source << one << other;
    }

    void whatBothHoldComesBack()
    {
        QFETCH(QString, source);
        QFETCH(Form, one);
        QFETCH(Form, other);
        const RunPointer first = through(one, m_sources.at(source)), second = through(other, first), third = through(one, second);
        const QStringList sourceLines = heldBy(one, one, one, *m_sources.at(source)), firstLines = heldBy(one, other, other, *first);
        QVERIFY(firstLines.size() > 20);
        const QStringList alone = heldBy(one, one, one, *first);
        QVERIFY2(alone == sourceLines, qPrintable(firstDifference(sourceLines, alone)));
        const QStringList secondLines = heldBy(one, other, other, *second), thirdLines = heldBy(one, other, other, *third);
        QVERIFY2(secondLines == firstLines, qPrintable(firstDifference(firstLines, secondLines)));
        QVERIFY2(thirdLines == firstLines, qPrintable(firstDifference(firstLines, thirdLines)));
    }

    void theSecondTripChangesNothing_data()
    {
        QTest::addColumn<Form>("form");
        QTest::newRow("lbrun") << Form::RunFile;
        QTest::newRow("tensorboard") << Form::Tensorboard;
        QTest::newRow("csv") << Form::Csv;
        QTest::newRow("jsonl") << Form::Json;
    }

    /// Even names stay unchanged.
    void theSecondTripChangesNothing()
    {
        QFETCH(Form, form);
        for (const auto &[name, source] : m_sources) {
            const RunPointer once = through(form, source), twice = through(form, once);
            const store::RunChanges before = whole(*once), after = whole(*twice);
            const auto sorted = [](const store::RunChanges &changes) {
                std::map<std::string, record::TagSpec> tags;
                for (const auto &[index, tag] : changes.tags)
                    tags[tag.name] = tag;
                return tags;
            };
            QVERIFY(sorted(before) == sorted(after));
            const QStringList lines = heldBy(form, form, Form::RunFile, *once), again = heldBy(form, form, Form::RunFile, *twice);
            QVERIFY2(lines == again, qPrintable(firstDifference(lines, again)));
        }
    }

private:
    RunPointer through(Form form, const RunPointer &run)
    {
        const QString path = m_folder.filePath(QString::number(++m_count));
        record::Progress progress;
        switch (form) {
        case Form::RunFile: store::saveRunCopy(*run, (path + ".lbrun").toStdString()); return opened(path + ".lbrun");
        case Form::Tensorboard: exports::exportTensorboard(*run, {}, path.toStdString(), progress); return opened(path);
        case Form::Json: exports::exportJsonLines(*run, {}, (path + ".jsonl").toStdString(), progress); return opened(path + ".jsonl");
        case Form::Csv: return joined(exports::exportCsv(*run, {}, path.toStdString(), progress));
        }
        return nullptr;
    }

    QTemporaryDir m_folder;
    int m_count = 0;
    std::map<QString, RunPointer> m_sources;
};

LENSBOARD_TEST(RoundTripsTest)
#include "tst_round_trips.moc"
