#include "core/store/columns/store_visualizer.h"
#include "core/training/checkpoint.h"
#include "core/training/experiment_trainer.h"
#include "tests/support/made_run.h"
#include "tests/support/mutations.h"
#include "tests/support/settings.h"

#include <ATen/core/Tensor.h>

#include <QTemporaryDir>
#include <QTest>

#include <cstring>
#include <fstream>
#include <iterator>
#include <map>
#include <span>

using namespace lensboard;
using experiment::Experiment;
using experiment::Json;

namespace {

/// Uses dropout and batch normalisation, so that random numbers and buffers matter.
Json small(const char *optimizer, const Json &scheduler)
{
    return {{"format", 1},
            {"dataset", {{"kind", "spirals"}, {"train_samples", 110}, {"validation_samples", 30}}},
            {"model", {{"kind", "mlp"}, {"hidden", {16, 8}}, {"dropout", 0.2}, {"norm", "batch"}}},
            {"optimizer", {{"kind", optimizer}, {"lr", 0.02}}},
            {"scheduler", scheduler},
            {"epochs", 4},
            {"batch_size", 20},
            {"threads", 1},
            {"tick", {{"unit", "steps"}, {"every", 4}}},
            {"lenses", {{{"kind", "LossMetrics"}}, {{"kind", "ParameterNorm"}}}}};
}

struct Training
{
    std::shared_ptr<store::RunStore> run = std::make_shared<store::RunStore>();
    store::StoreVisualizer recorder{run};
    training::ExperimentTrainer trainer;
    session::Position position;
    std::vector<double> losses;

    explicit Training(const Json &json, const std::filesystem::path &checkpoint = {}, bool isSameRun = false)
        : trainer(Experiment::fromJson(json), {checkpoint, {}, isSameRun})
    {
        position = trainer.prepare(recorder, [](const std::string &) {}).position;
    }

    void advance(int batches)
    {
        for (; batches > 0 && !position.finished; --batches) {
            position = trainer.advance();
            losses.push_back(position.loss);
        }
    }
};

bool bitwiseSame(std::span<const double> a, std::span<const double> b)
{
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size_bytes()) == 0;
}

/// Returns the number, step, loss and metrics of each tick, by tag and label.
std::vector<std::map<std::string, double>> ticksOf(const store::RunStore &run)
{
    const store::RunChanges all = test::whole(run);
    std::map<std::uint32_t, std::string> tags;
    for (const auto &[index, tag] : all.tags)
        tags[index] = tag.name;
    std::vector<std::map<std::string, double>> ticks;
    for (const record::Frame &frame : run.frames(0, all.lastFrame)) {
        auto &tick = ticks.emplace_back();
        tick["tick"] = static_cast<double>(frame.stamp.tick);
        tick["step"] = static_cast<double>(frame.stamp.step);
        tick["samples"] = static_cast<double>(frame.stamp.samples);
        for (const auto &[series, value] : frame.values)
            if (const std::string &tag = tags.at(all.series.at(series).tag); tag == "Loss" || tag == "Metrics")
                tick[tag + ' ' + all.series[series].label] = value;
    }
    return ticks;
}

/// Returns the values of each tick by series.
std::map<std::int64_t, std::map<std::string, double>> valuesOf(const store::RunStore &run)
{
    const store::RunChanges all = test::whole(run);
    std::map<std::int64_t, std::map<std::string, double>> ticks;
    for (const record::Frame &frame : run.frames(0, all.lastFrame))
        for (const auto &[index, value] : frame.values) {
            const record::SeriesSpec &series = all.series.at(index);
            ticks[frame.stamp.tick][all.tags.at(series.tag).second.name + '/' + series.layer + '/' + series.label] = value;
        }
    return ticks;
}

/// Returns the recorded tensors by tag, layer and tick.
std::map<std::string, std::vector<float>> tensorsOf(const store::RunStore &run)
{
    const store::RunChanges all = test::whole(run);
    std::map<std::string, std::vector<float>> tensors;
    for (std::uint32_t index = 0; index < all.series.size(); ++index)
        for (const store::TensorPlace &place : run.tensorPlaces(index)) {
            const record::SeriesSpec &series = all.series[index];
            tensors[all.tags.at(series.tag).second.name + '/' + series.layer + '/' + std::to_string(place.stamp.tick)] =
                run.tensor(index, place.frame)->values;
        }
    return tensors;
}

constexpr int kTraining = 6, kValidation = 2; ///< batches per epoch
constexpr int kEpoch = kTraining + kValidation;
constexpr int kBatches = 4 * kEpoch;

} // namespace

class CheckpointTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void goesOnBitForBitFromAnyBatch_data()
    {
        QTest::addColumn<QByteArray>("optimizer");
        QTest::addColumn<QByteArray>("scheduler");
        QTest::newRow("sgd") << QByteArray("sgd") << QByteArray(R"({"kind": "plateau", "patience": 0, "factor": 0.5, "threshold": 0.5})");
        QTest::newRow("adam") << QByteArray("adam") << QByteArray(R"({"kind": "cosine", "warmup_steps": 5})");
        QTest::newRow("adamw") << QByteArray("adamw") << QByteArray(R"({"kind": "none"})");
        QTest::newRow("rmsprop") << QByteArray("rmsprop") << QByteArray(R"({"kind": "step", "every": 1})");
        QTest::newRow("adagrad") << QByteArray("adagrad") << QByteArray(R"({"kind": "warmup"})");
    }

    void goesOnBitForBitFromAnyBatch()
    {
        QFETCH(QByteArray, optimizer);
        QFETCH(QByteArray, scheduler);
        const Json json = small(optimizer.constData(), Json::parse(scheduler.toStdString()));
        Training whole(json);
        whole.advance(kBatches);
        QVERIFY(whole.position.finished);
        const auto wholeTicks = ticksOf(*whole.run);
        const std::string file = path("going-on.pt");
        for (int stop = 1; stop < kBatches; stop += optimizer == "sgd" ? 1 : 5) {
            Training first(json);
            first.advance(stop);
            first.trainer.saveCheckpoint(file);
            Training second(json, file);
            second.advance(kBatches);
            QVERIFY(second.position.finished);
            const int inEpoch = stop % kEpoch; // a started validation is repeated
            const auto from = static_cast<std::size_t>(inEpoch > kTraining ? stop - (inEpoch - kTraining) : stop);
            QVERIFY2(bitwiseSame(std::span(whole.losses).subspan(from), second.losses), qPrintable(QString::number(stop)));
            const auto ticks = ticksOf(*second.run);
            QVERIFY(!ticks.empty());
            QVERIFY2(std::equal(ticks.rbegin(), ticks.rend(), wholeTicks.rbegin()), qPrintable(QString::number(stop)));
            QCOMPARE(ticks.front().at("tick"), static_cast<double>(training::readCheckpointInfo(file).tick + 1));
        }
    }

    /// The previous step's tensors are unknown after a checkpoint. Cosines with them are omitted; the tick's other cosines are not averaged over
    /// fewer steps.
    void whatLensesShowIsThatOfTheWholeTraining()
    {
        Json json = small("adam", {{"kind", "none"}});
        for (const char *lens : {"ParameterGradientGeometry", "ParameterUpdateGeometry", "OutputGradientGeometry", "OutputActivation", "OutputNorm"})
            json["lenses"].push_back({{"kind", lens}});
        Training whole(json);
        whole.advance(kBatches);
        const auto expected = valuesOf(*whole.run);
        const std::string file = path("lenses.pt");
        for (const int stop : {4, kEpoch, kEpoch + 4, 2 * kEpoch}) { // at the end of a tick
            Training first(json);
            first.advance(stop);
            first.trainer.saveCheckpoint(file);
            Training second(json, file);
            second.advance(kBatches);
            const auto found = valuesOf(*second.run);
            const std::int64_t resumed = found.begin()->first;
            QCOMPARE(resumed, training::readCheckpointInfo(file).tick + 1);
            for (const auto &[tick, values] : found) {
                auto all = expected.at(tick);
                if (tick == resumed)
                    std::erase_if(all, [](const auto &value) { return value.first.find("Correlation") != std::string::npos; });
                QCOMPARE(values.size(), all.size());
                for (const auto &[series, value] : values)
                    QVERIFY2(test::same(value, all.at(series)), qPrintable(QString("%1, tick %2: %3 instead of %4").arg(series.c_str()).arg(tick).arg(value, 0, 'g', 17).arg(all.at(series), 0, 'g', 17)));
            }
        }
    }

    /// Averages, traces, sums of an unfinished tick, and conditions continue, independent of the place of the stop.
    void monitorsAndRecordersGoOn()
    {
        const auto monitor = [](const char *kind, const char *name, Json settings, const Json &reducer) {
            settings.update({{"kind", kind}, {"name", name}, {"reducer", reducer}});
            return settings;
        };
        Json json = small("sgd", {{"kind", "none"}});
        json["monitors"] = {
            monitor("OutputMonitor", "outputs", {{"module", "fc1"}, {"evaluation", true}, {"over_batch", "mean"}}, {{"kind", "EMA"}, {"alpha", 0.1}}),
            monitor("InputMonitor", "validated", {{"module", "fc1"}, {"training", false}, {"evaluation", true}, {"over_batch", "mean"}}, {{"kind", "Passthrough"}}),
            monitor("StateMonitor", "weights", {{"module", "fc2"}, {"attribute", "weight"}, {"tensors", true}, {"limit_mb", 2.0 / 1024}}, {{"kind", "CumulativeAverage"}}),
            monitor("DifferenceMonitor", "drift", {{"module", "norm1"}, {"attribute", "running_mean"}, {"lags", {1, 3}}},
                    {{"kind", "Event"}, {"criterion", "x > 0.001"}, {"duration", 4}})};
        json["recorders"] = {
            {{"kind", "ForwardOutput"}, {"name", "sums"}, {"layers", {"fc*"}}, {"reduction", "sum"}},
            {{"kind", "ForwardOutput"}, {"name", "total"}, {"layers", {"fc2"}}, {"reduction", "mean"}, {"over", "training"}},
            {{"kind", "BackwardOutput"}, {"name", "each"}, {"layers", {"fc1"}}, {"reduction", "none"}},
            {{"kind", "ForwardOutput"}, {"name", "third"}, {"layers", {"fc1"}}, {"data", "sample"}, {"condition", {{"kind", "steps"}, {"every", 3}}}},
            {{"kind", "ForwardOutput"}, {"name", "good"}, {"layers", {"fc1"}}, {"data", "sample"},
             {"condition", {{"kind", "tag"}, {"tag", "Loss"}, {"criterion", "x < 1"}}}}};
        Training whole(json);
        whole.advance(kBatches);
        const auto expected = valuesOf(*whole.run);
        const auto expectedTensors = tensorsOf(*whole.run);
        QVERIFY(expectedTensors.size() > 30);
        const std::string file = path("watchers.pt");
        for (int stop = 1; stop < kBatches; ++stop) {
            Training first(json);
            first.advance(stop);
            first.trainer.saveCheckpoint(file);
            Training second(json, file, true);
            second.advance(kBatches);
            const auto found = valuesOf(*second.run);
            const auto monitored = [](std::map<std::string, double> values) {
                std::erase_if(values, [](const auto &value) { return value.first.starts_with("Loss") || value.first.starts_with("Metrics") || value.first.find(" Norm") != std::string::npos; });
                return values;
            };
            for (const auto &[tick, values] : found)
                QVERIFY2(monitored(values) == monitored(expected.at(tick)), qPrintable(QString("%1, tick %2").arg(stop).arg(tick)));
            auto tensors = expectedTensors;
            std::erase_if(tensors, [&](const auto &each) { return std::stoll(each.first.substr(each.first.rfind('/') + 1)) < found.begin()->first; });
            QVERIFY2(tensorsOf(*second.run) == tensors, qPrintable(QString::number(stop)));

            Training another(json, file); // a new run, like with --from: the recorders' whole memory limit is available
            another.advance(kBatches);
            std::size_t kept = 0;
            for (const auto &[place, tensor] : tensorsOf(*another.run))
                kept += place.starts_with("weights");
            QCOMPARE(kept, std::min<std::size_t>(4, valuesOf(*another.run).size()));
        }
    }

    void aMonitorWithOtherSettingsBeginsAnew()
    {
        Json json = small("sgd", {{"kind", "none"}});
        json["monitors"] = {{{"kind", "OutputMonitor"}, {"name", "outputs"}, {"module", "fc1"}, {"over_batch", "mean"}, {"reducer", {{"kind", "CumulativeAverage"}}}}};
        const std::string file = path("settings.pt");
        Training first(json);
        first.advance(8);
        first.trainer.saveCheckpoint(file);
        const auto noticesOf = [&] {
            Training second(json, file);
            second.advance(4);
            QStringList notices;
            for (const record::RunEvent &event : test::whole(*second.run).events)
                notices << QString::fromStdString(event.text);
            return notices.filter("\"outputs\" begins anew").size();
        };
        QCOMPARE(noticesOf(), 0);
        json["monitors"][0]["reducer"] = {{"kind", "EMA"}};
        QCOMPARE(noticesOf(), 1);
    }

    void otherSamplesAreNoticed()
    {
        const std::string file = path("of-data.pt"), table = path("table.csv");
        const auto write = [&](const char *last) {
            std::ofstream out(table);
            for (int i = 0; i < 99; ++i)
                out << i % 7 << ',' << i % 5 << ',' << (i % 2 ? "a" : "b") << '\n';
            out << "3,4," << last << '\n';
        };
        write("a");
        Json json = small("sgd", {{"kind", "none"}});
        json["dataset"] = {{"kind", "csv"}, {"path", table}};
        Training first(json);
        first.advance(3);
        first.trainer.saveCheckpoint(file);
        const auto goOn = [&](bool isSameRun) {
            training::ExperimentTrainer trainer(Experiment::fromJson(json), {file, {}, isSameRun});
            store::StoreVisualizer recorder(std::make_shared<store::RunStore>());
            return trainer.prepare(recorder, [](const std::string &) {}).position;
        };
        QCOMPARE(goOn(true).batch, 3);
        write("b"); // same length as before
        try {
            goOn(true);
            QFAIL("the samples are others");
        } catch (const std::invalid_argument &error) {
            QVERIFY2(QString(error.what()).contains("the data set has changed") && QString(error.what()).contains("--from"), error.what());
        }
        QCOMPARE(goOn(false).batch, 0); // the epoch restarts
    }

    void changesAreTakenAndReported()
    {
        const std::string file = path("changed.pt");
        Json json = small("sgd", {{"kind", "none"}});
        Training first(json);
        first.advance(kBatches);
        first.trainer.saveCheckpoint(file);
        QVERIFY_EXCEPTION_THROWN(Training(json, file), std::invalid_argument); // all epochs are done
        json["epochs"] = 5;
        json["optimizer"] = {{"kind", "adam"}, {"lr", 0.5}};
        Training second(json, file);
        QCOMPARE(second.position.epoch, 5);
        QCOMPARE(second.position.learningRate, 0.5);
        second.advance(1);
        QCOMPARE(second.position.step, 25);
        QVERIFY(second.losses.front() < 1.5 * first.losses.at(kBatches - kEpoch)); // continues the training instead of starting again
        json["model"]["hidden"] = {16, 9};
        QVERIFY_EXCEPTION_THROWN(Training(json, file), std::invalid_argument); // a different model
    }

    void whatIsWrittenReadsBack()
    {
        const std::string file = path("whole.pt");
        Training first(small("adam", {{"kind", "none"}}));
        first.advance(9);
        first.trainer.saveCheckpoint(file);
        const auto info = training::readCheckpointInfo(file);
        QCOMPARE(info.step, 7);
        QCOMPARE(info.tick, 2);
        QCOMPARE(Experiment::fromJson(experiment::parseJson(info.experiment)).optimizer.kind, std::string("adam"));
        first.trainer.saveModel(path("model.pt"));
        QVERIFY_EXCEPTION_THROWN(training::readCheckpoint(path("model.pt")), std::runtime_error); // not a checkpoint
        QVERIFY_EXCEPTION_THROWN(training::readCheckpoint(path("none.pt")), std::runtime_error);
        QVERIFY_EXCEPTION_THROWN(first.trainer.saveCheckpoint(path("no/such/folder.pt")), std::runtime_error);
    }

    void damagedOnesAreRefused()
    {
        const std::string file = path("damaged.pt");
        Training first(small("sgd", {{"kind", "none"}}));
        first.advance(3);
        first.trainer.saveCheckpoint(file);
        std::ifstream in(file, std::ios::binary);
        const std::string whole{std::istreambuf_iterator<char>(in), {}};
        const auto refused = [&](const std::string &bytes) {
            std::ofstream(file, std::ios::binary) << bytes;
            try {
                Training(small("sgd", {{"kind", "none"}}), file);
            } catch (const std::exception &error) {
                return *error.what() != 0;
            }
            return false;
        };
        for (std::size_t size = 0; size < whole.size(); size += 97)
            QVERIFY2(refused(whole.substr(0, size)), qPrintable(QString::number(size)));
        test::Random random(1);
        for (int i = 0; i < 300; ++i)
            (void)refused(test::mutatedBytes(whole, random)); // the mutated file may also be valid
    }

private:
    std::string path(const char *name) const { return m_folder.filePath(name).toStdString(); }

    QTemporaryDir m_folder;
};

QTEST_APPLESS_MAIN(CheckpointTest)
#include "tst_checkpoint.moc"
