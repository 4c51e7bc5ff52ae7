// Monitors and recorders of an experiment: from the training to the run file.

#include "core/record/frame.h"
#include "core/store/columns/store_visualizer.h"
#include "core/store/derived/run_replay.h"
#include "core/store/file/run_file.h"
#include "core/store/file/run_file_writer.h"
#include "core/store/file/run_saver.h"
#include "core/training/experiment_trainer.h"
#include "tests/support/settings.h"

#include <QTemporaryDir>
#include <QTest>

#include <sqlite3.h>

#include <cmath>
#include <cstring>
#include <numeric>

using namespace lensboard;
using experiment::Experiment;
using experiment::Json;
using store::RunStore;

namespace {

/// Six batches of 20 per epoch and one of 10, a tick per step; the model is linear, norm, activation, linear.
Json small(const Json &monitors = Json::array(), const Json &recorders = Json::array())
{
    return {{"format", 1},
            {"dataset", {{"kind", "spirals"}, {"train_samples", 130}, {"validation_samples", 30}}},
            {"model", {{"kind", "mlp"}, {"hidden", {8}}, {"norm", "batch"}, {"dropout", 0.2}}},
            {"optimizer", {{"kind", "adam"}, {"lr", 0.01}}},
            {"epochs", 2},
            {"batch_size", 20},
            {"threads", 1},
            {"tick", {{"unit", "steps"}, {"every", 1}}},
            {"lenses", {{{"kind", "LossMetrics"}}}},
            {"monitors", monitors},
            {"recorders", recorders}};
}

struct Training
{
    std::shared_ptr<RunStore> run = std::make_shared<RunStore>();
    store::StoreVisualizer recorder{run};
    training::ExperimentTrainer trainer;
    session::Preparation preparation;
    std::vector<double> losses;

    explicit Training(const Json &json) : trainer(Experiment::fromJson(json))
    {
        preparation = trainer.prepare(recorder, [](const std::string &) {});
    }

    Training &toTheEnd()
    {
        for (bool finished = false; !finished;) {
            const session::Position position = trainer.advance();
            losses.push_back(position.loss);
            finished = position.finished;
        }
        return *this;
    }
};

std::uint32_t seriesOf(const store::Run &run, const std::string &tag, const std::string &label, const std::string &layer = {})
{
    store::RunCursor cursor;
    const store::RunChanges all = run.since(cursor);
    for (std::uint32_t i = 0; i < all.series.size(); ++i) {
        const record::SeriesSpec &series = all.series[i];
        if (all.tags[series.tag].second.name == tag && (label.empty() || series.label == label) && (layer.empty() || series.layer == layer))
            return i;
    }
    return 0xffffffff;
}

struct Shown
{
    std::vector<std::int64_t> steps;
    std::vector<record::TensorValue> tensors;
};

Shown tensorsOf(const store::Run &run, const std::string &tag, const std::string &layer = {})
{
    Shown shown;
    const std::uint32_t series = seriesOf(run, tag, {}, layer);
    for (const store::TensorPlace &place : run.tensorPlaces(series)) {
        shown.steps.push_back(place.stamp.step);
        shown.tensors.push_back(*run.tensor(series, place.frame));
    }
    return shown;
}

std::vector<double> valuesOf(const store::Run &run, const std::string &tag, const std::string &label)
{
    std::vector<double> values;
    for (const store::PlacedValue &placed : run.values(seriesOf(run, tag, label), 0, 1000))
        values.push_back(placed.value);
    return values;
}

QStringList notices(const store::Run &run)
{
    store::RunCursor cursor;
    QStringList texts;
    for (const record::RunEvent &event : run.since(cursor).events)
        texts << QString::fromStdString(event.text);
    return texts;
}

void writeTo(const store::Run &run, const std::filesystem::path &path)
{
    store::RunFileWriter writer(path);
    writer.writeWhole(run);
    writer.close();
}

bool close(double a, double b)
{
    return std::abs(a - b) <= 1e-6 + 1e-5 * std::abs(b);
}

const char *kNorm = "norm1";

Json everyWatcher(bool monitors)
{
    if (!monitors)
        return {{{"kind", "ForwardPre"}, {"condition", {{"kind", "always"}}}, {"reduction", "none"}},
                {{"kind", "ForwardInput"}, {"condition", {{"kind", "class"}, {"class", 1}}}, {"reduction", "sum"}},
                {{"kind", "ForwardOutput"}, {"reduction", "max"}, {"evaluation", true}, {"condition", {{"kind", "always"}}}},
                {{"kind", "BackwardInput"}, {"data", "sample"}, {"condition", {{"kind", "steps"}, {"every", 2}}}},
                {{"kind", "BackwardOutput"}, {"reduction", "mean"}, {"condition", {{"kind", "tag"}, {"criterion", "x > 0"}}}}};
    return {{{"kind", "StateMonitor"}, {"module", kNorm}, {"attribute", "running_var"}, {"reducer", {{"kind", "EMA"}, {"duration", 5}}}},
            {{"kind", "DifferenceMonitor"}, {"module", kNorm}, {"attribute", "running_mean"}, {"evaluation", true}},
            {{"kind", "InputMonitor"}, {"module", kNorm}, {"reducer", {{"kind", "ScaledCumulativeTrace"}}}},
            {{"kind", "OutputMonitor"}, {"over_batch", "keep"}, {"prepend", true}, {"reducer", {{"kind", "CumulativeAverage"}}}},
            {{"kind", "MultiStateMonitor"}, {"module", kNorm}, {"subattributes", {"weight", "bias"}},
             {"reducer", {{"kind", "ConditionalNearestTrace"}}}}};
}

} // namespace

class WatchedTrainingTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void watchingChangesNoBit()
    {
        Training plain(small()), watched(small(everyWatcher(true), everyWatcher(false)));
        plain.toTheEnd();
        watched.toTheEnd();
        QCOMPARE(watched.losses.size(), plain.losses.size());
        QCOMPARE(std::memcmp(watched.losses.data(), plain.losses.data(), plain.losses.size() * sizeof(double)), 0);
        store::RunCursor cursor;
        std::size_t shown = 0;
        for (const auto &[index, tag] : watched.run->since(cursor).tags)
            shown += tag.kind == record::TagKind::Tensors && !tensorsOf(*watched.run, tag.name).tensors.empty() ? 1 : 0;
        QCOMPARE(shown, std::size_t(10)); // all of them have values
    }

    void aLayerWithManyWatchersIsHookedByNobodyAfterwards()
    {
        Training training(small(everyWatcher(true), everyWatcher(false)));
        const std::size_t with = training.trainer.hookCount();
        QVERIFY(with > 10);
        const Json json = small(everyWatcher(true), everyWatcher(false));
        const experiment::Roster watchers = Experiment::fromJson(json).watchers;
        for (const experiment::KindSettings &watcher : watchers.all())
            training.trainer.watch(test::switched(json, watcher.name(), false));
        QCOMPARE(training.trainer.hookCount(), std::size_t(0));
    }

    void numbersAreThoseOfTheTensorThatIsShown()
    {
        Training training(small({{{"kind", "StateMonitor"}, {"name", "mean"}, {"module", kNorm}, {"attribute", "running_mean"}},
                                 {{"kind", "DifferenceMonitor"}, {"name", "drift"}, {"module", kNorm}, {"attribute", "running_mean"}}}));
        training.toTheEnd();
        const Shown state = tensorsOf(*training.run, "mean tensor"), drift = tensorsOf(*training.run, "drift tensor");
        QCOMPARE(state.tensors.size(), std::size_t(14));
        QCOMPARE(drift.steps, state.steps);
        const auto norms = valuesOf(*training.run, "mean", "norm"), means = valuesOf(*training.run, "mean", "mean"),
                   least = valuesOf(*training.run, "mean", "min"), greatest = valuesOf(*training.run, "mean", "max");
        QCOMPARE(norms.size(), state.tensors.size());
        for (std::size_t i = 0; i < state.tensors.size(); ++i) {
            const std::vector<float> &now = state.tensors[i].values;
            QCOMPARE(state.tensors[i].shape, (std::vector<std::int64_t>{8}));
            QVERIFY(close(norms[i], std::sqrt(std::inner_product(now.begin(), now.end(), now.begin(), 0.0))));
            QVERIFY(close(means[i], std::accumulate(now.begin(), now.end(), 0.0) / 8));
            QVERIFY(close(least[i], *std::min_element(now.begin(), now.end())));
            QVERIFY(close(greatest[i], *std::max_element(now.begin(), now.end())));
            for (std::size_t k = 0; k < 8; ++k)
                QVERIFY(close(drift.tensors[i].values[k], now[k] - (i == 0 ? 0.0F : state.tensors[i - 1].values[k])));
        }
    }

    void anEvaluationIsWatchedWhereItIsAskedFor()
    {
        const Json monitor = {{"kind", "OutputMonitor"}, {"name", "validated"}, {"training", false}, {"evaluation", true}};
        Training training(small(Json::array({monitor})));
        training.toTheEnd();
        QCOMPARE(tensorsOf(*training.run, "validated tensor").steps, (std::vector<std::int64_t>{7, 14}));
    }

    void recordersObeyTheirConditions()
    {
        const auto recorder = [](const char *name, const Json &condition, const char *reduction) {
            return Json{{"kind", "ForwardOutput"}, {"name", name}, {"layers", {kNorm}}, {"condition", condition}, {"reduction", reduction}, {"data", "batch"}};
        };
        Training training(small(Json::array(),
                                {recorder("every third", {{"kind", "steps"}, {"every", 3}}, "last"),
                                 recorder("class 2", {{"kind", "class"}, {"class", 2}}, "none"),
                                 recorder("all", {{"kind", "always"}}, "none"), recorder("sum", {{"kind", "always"}}, "sum"),
                                 recorder("mean", {{"kind", "always"}}, "mean"), recorder("max", {{"kind", "always"}}, "max"),
                                 recorder("high loss", {{"kind", "tag"}, {"tag", "Loss"}, {"criterion", "x > 1000"}}, "last")}));
        training.toTheEnd();
        const RunStore &run = *training.run;
        QCOMPARE(tensorsOf(run, "every third").steps, (std::vector<std::int64_t>{1, 4, 7, 10, 13}));
        QVERIFY(tensorsOf(run, "high loss").tensors.empty());
        const Shown all = tensorsOf(run, "all"), sum = tensorsOf(run, "sum"), mean = tensorsOf(run, "mean"), max = tensorsOf(run, "max");
        QCOMPARE(all.tensors.size(), std::size_t(14));
        QCOMPARE(all.tensors[0].shape, (std::vector<std::int64_t>{20, 8}));
        QCOMPARE(all.tensors[6].shape, (std::vector<std::int64_t>{10, 8}));
        std::int64_t ofClass = 0;
        for (const record::TensorValue &tensor : tensorsOf(run, "class 2").tensors)
            ofClass += tensor.shape[0];
        QVERIFY(ofClass > 60 && ofClass < 110); // a third of 260
        for (std::size_t i = 0; i < all.tensors.size(); ++i) {
            const auto &[shape, values] = all.tensors[i];
            for (std::size_t k = 0; k < 8; ++k) {
                double total = 0, greatest = -INFINITY;
                for (std::size_t row = 0; row < static_cast<std::size_t>(shape[0]); ++row) {
                    total += values[row * 8 + k];
                    greatest = std::max<double>(greatest, values[row * 8 + k]);
                }
                QVERIFY(std::abs(sum.tensors[i].values[k] - total) < 1e-4);
                QVERIFY(std::abs(mean.tensors[i].values[k] - total / static_cast<double>(shape[0])) < 1e-5);
                QVERIFY(close(max.tensors[i].values[k], greatest));
            }
        }
    }

    void aTickOfManyStepsIsReducedToOne()
    {
        Json json = small(Json::array(), {{{"kind", "ForwardOutput"}, {"name", "each"}, {"layers", {kNorm}}, {"reduction", "none"}, {"data", "batch"}},
                                          {{"kind", "ForwardOutput"}, {"name", "firsts"}, {"layers", {kNorm}}, {"condition", {{"kind", "always"}}}, {"reduction", "none"}, {"data", "sample"}}});
        json["tick"] = {{"unit", "epoch"}};
        Training training(json);
        training.toTheEnd();
        const Shown each = tensorsOf(*training.run, "each");
        QCOMPARE(each.steps, (std::vector<std::int64_t>{7, 14}));
        QCOMPARE(each.tensors[0].shape, (std::vector<std::int64_t>{130, 8}));
        QCOMPARE(tensorsOf(*training.run, "firsts").tensors[0].shape, (std::vector<std::int64_t>{7, 8}));
    }

    void statesOfBeforeAreShownToo()
    {
        const auto monitor = [](const char *name, Json reducer, const Json &lags) {
            return Json{{"kind", "StateMonitor"}, {"name", name}, {"module", kNorm}, {"attribute", "running_var"}, {"reducer", std::move(reducer)}, {"lags", lags}};
        };
        const Json kept = {{"kind", "Passthrough"}, {"step_time", 0.5}, {"duration", 1}, {"inclusive", true}};
        Training training(small({monitor("chosen", kept, {0.5, 1}), monitor("oldest", kept, Json::array())}));
        training.toTheEnd();
        const auto norms = valuesOf(*training.run, "chosen", "norm"), one = valuesOf(*training.run, "chosen", "norm 0.5 ago"),
                   two = valuesOf(*training.run, "chosen", "norm 1 ago");
        QCOMPARE(norms.size(), std::size_t{14});
        QVERIFY(one == std::vector(norms.begin(), norms.end() - 1)); // no value before the first observation
        QVERIFY(two == std::vector(norms.begin(), norms.end() - 2));
        QVERIFY(valuesOf(*training.run, "oldest", "norm 1 ago") == two);
        const auto newest = tensorsOf(*training.run, "chosen tensor");
        const std::uint32_t before = seriesOf(*training.run, "chosen tensor", "Passthrough 1 ago");
        QCOMPARE(training.run->tensorPlaces(before).size(), std::size_t{12});
        QVERIFY(training.run->tensor(before, training.run->tensorPlaces(before).back().frame)->values == newest.tensors[11].values);
        QVERIFY_EXCEPTION_THROWN(Training(small({monitor("too long ago", kept, {1.5})})), experiment::ExperimentError);
    }

    void aSumOfTheTrainingIsThatOfItsTicks()
    {
        const auto recorder = [](const char *name, const char *reduction, const char *over) {
            return Json{{"kind", "ForwardOutput"}, {"name", name}, {"layers", {kNorm}}, {"data", "batch"}, {"reduction", reduction}, {"over", over},
                        {"condition", {{"kind", "steps"}, {"every", 2}}}};
        };
        Training training(small(Json::array(), {recorder("ticks", "sum", "tick"), recorder("all", "sum", "training"), recorder("max", "max", "training")}));
        training.toTheEnd();
        const Shown ticks = tensorsOf(*training.run, "ticks"), all = tensorsOf(*training.run, "all");
        QCOMPARE(ticks.steps.size(), std::size_t{7});
        QVERIFY(all.steps == ticks.steps); // a tick without a new sample shows no value
        std::vector<double> sum(8, 0);
        for (std::size_t i = 0; i < all.tensors.size(); ++i)
            for (std::size_t unit = 0; unit < sum.size(); ++unit) {
                sum[unit] += ticks.tensors[i].values[unit];
                QVERIFY(std::abs(all.tensors[i].values[unit] - sum[unit]) < 1e-3);
            }
        QVERIFY_EXCEPTION_THROWN(Training(small(Json::array(), {recorder("last", "last", "training")})), experiment::ExperimentError);
    }

    void memoryHasALimitThatIsReported()
    {
        const double kilobyte = 1.0 / 1024;
        Training training(small({{{"kind", "StateMonitor"}, {"name", "few"}, {"module", kNorm}, {"attribute", "weight"}, {"limit_mb", 0.1 * kilobyte}}},
                                {{{"kind", "ForwardOutput"}, {"name", "little"}, {"layers", {kNorm}}, {"data", "batch"}, {"limit_mb", 2 * kilobyte}}}));
        training.toTheEnd();
        QCOMPARE(tensorsOf(*training.run, "few tensor").tensors.size(), std::size_t(3)); // of 32 bytes each
        QCOMPARE(valuesOf(*training.run, "few", "norm").size(), std::size_t(14)); // numbers continue
        QCOMPARE(tensorsOf(*training.run, "little").tensors.size(), std::size_t(3)); // of 640 bytes each
        QCOMPARE(notices(*training.run).filter("keeps no more tensors").size(), 2);
    }

    void whatCannotBeWatchedIsToldAndTheTrainingGoesOn()
    {
        Training training(small({{{"kind", "StateMonitor"}, {"module", kNorm}, {"attribute", "runing_mean"}}},
                                {{{"kind", "ForwardOutput"}, {"layers", {"nrm"}}}}));
        training.toTheEnd();
        const QStringList told = notices(*training.run);
        QCOMPARE(told.filter("has no parameter or buffer \"runing_mean\"; it has weight, bias, running_mean").size(), 1);
        QCOMPARE(told.filter("the model has no module \"nrm\"").size(), 1);
    }

    void aNameThatIsTakenIsRefused()
    {
        const Json monitor = {{"kind", "StateMonitor"}, {"module", kNorm}, {"attribute", "weight"}};
        Json named = monitor;
        named["name"] = "Loss";
        QVERIFY_EXCEPTION_THROWN(Experiment::fromJson(small(Json::array({named}))), experiment::ExperimentError);
        QVERIFY_EXCEPTION_THROWN(Experiment::fromJson(small(Json::array({monitor, monitor}))), experiment::ExperimentError);
        QCOMPARE(Experiment::fromJson(small(Json::array({monitor}))).watchers.all().back().name(), std::string("norm1.weight"));
    }

    void whatIsAddedMeanwhileIsShown()
    {
        Training training(small());
        training.trainer.advance();
        training.trainer.watch(experiment::lensChoice({{"kind", "StateMonitor"}, {"module", kNorm}, {"attribute", "weight"}, {"name", "StateMonitor"}}));
        training.toTheEnd();
        QCOMPARE(valuesOf(*training.run, "StateMonitor", "norm").size(), std::size_t(13));
    }

    void runFilesKeepTensors()
    {
        Training training(small(everyWatcher(true), everyWatcher(false)));
        QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("run.lbrun").toStdString(), copy = folder.filePath("copy.lbrun").toStdString();
        {
            store::RunSaver file(training.run, path);
            training.toTheEnd();
            training.run->update([](record::RunInfo &info) {
                info.status = record::RunStatus::Finished;
                info.layers = {{"a", "BatchNorm1d", true, {}, {}, {{"running_mean", {8}}, {"num_batches_tracked", {}}}}};
            });
        }
        const store::RunFile recorded(path);
        writeTo(recorded, copy);
        store::RunReplay replay(std::make_shared<store::RunFile>(path));
        replay.seek(1000);
        while (replay.isSeeking())
            replay.advanceTo(0);
        const store::RunFile copied(copy);
        store::RunCursor cursor;
        std::size_t count = 0;
        for (const auto &[index, tag] : training.run->since(cursor).tags) {
            const Shown wanted = tensorsOf(*training.run, tag.name);
            count += wanted.tensors.size();
            for (const store::Run *run : {static_cast<const store::Run *>(&recorded), static_cast<const store::Run *>(&copied),
                                          static_cast<const store::Run *>(replay.run().get())}) {
                QVERIFY(tensorsOf(*run, tag.name).steps == wanted.steps);
                QVERIFY(tensorsOf(*run, tag.name).tensors == wanted.tensors);
            }
        }
        QVERIFY(count > 100);
        QVERIFY(recorded.info().layers == training.run->info().layers);
    }

    void damagedTensorsAreRefused_data()
    {
        QTest::addColumn<QString>("change");
        QTest::newRow("a size too many") << "UPDATE tensor SET shape = shape || x'0200000000000000'";
        QTest::newRow("less than nothing") << "UPDATE tensor SET shape = x'ffffffffffffffff'";
        QTest::newRow("beyond memory") << "UPDATE tensor SET shape = x'00000000000000400000000000000040'";
        QTest::newRow("half a number") << "UPDATE tensor SET readings = readings || x'00'";
        QTest::newRow("no shape") << "UPDATE tensor SET shape = 'a text'";
    }

    void damagedTensorsAreRefused()
    {
        QFETCH(QString, change);
        Training training(small({{{"kind", "StateMonitor"}, {"name", "weight"}, {"module", kNorm}, {"attribute", "weight"}}}));
        training.toTheEnd();
        QTemporaryDir folder;
        const std::filesystem::path path = folder.filePath("run.lbrun").toStdString();
        writeTo(*training.run, path);
        sqlite3 *database = nullptr;
        QCOMPARE(sqlite3_open(path.c_str(), &database), SQLITE_OK);
        QCOMPARE(sqlite3_exec(database, change.toUtf8().constData(), nullptr, nullptr, nullptr), SQLITE_OK);
        sqlite3_close(database);
        const store::RunFile run(path);
        QVERIFY_EXCEPTION_THROWN(tensorsOf(run, "weight tensor"), store::RunFileError);
        QCOMPARE(valuesOf(run, "weight", "norm").size(), std::size_t(14));
    }
};

QTEST_GUILESS_MAIN(WatchedTrainingTest)
#include "tst_watched_training.moc"
