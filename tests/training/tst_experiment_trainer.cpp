#include "core/record/frame.h"
#include "core/store/columns/store_visualizer.h"
#include "core/training/experiment_trainer.h"
#include "tests/support/made_run.h"
#include "tests/support/settings.h"

#include <QTemporaryDir>
#include <QTest>

#include <cstring>

using namespace lensboard;
using experiment::Experiment;
using experiment::Json;

namespace {

Json small()
{
    return {{"format", 1},
            {"dataset", {{"kind", "spirals"}, {"train_samples", 110}, {"validation_samples", 30}}},
            {"model", {{"kind", "mlp"}, {"hidden", {16, 8}}, {"dropout", 0.2}}},
            {"optimizer", {{"kind", "sgd"}, {"lr", 0.1}}},
            {"epochs", 3},
            {"batch_size", 20},
            {"threads", 1},
            {"tick", {{"unit", "steps"}, {"every", 4}}},
            {"lenses",
             {{{"kind", "LossMetrics"}},
              {{"kind", "OutputActivation"}},
              {{"kind", "ParameterGradientGeometry"}},
              {{"kind", "ParameterUpdateGeometry"}}}}};
}

struct Training
{
    std::shared_ptr<store::RunStore> run = std::make_shared<store::RunStore>();
    store::StoreVisualizer recorder{run};
    training::ExperimentTrainer trainer;
    session::Preparation preparation;
    std::vector<double> losses;

    explicit Training(const Json &json) : trainer(Experiment::fromJson(json))
    {
        preparation = trainer.prepare(recorder, [](const std::string &) {});
    }

    session::Position advance()
    {
        const session::Position position = trainer.advance();
        losses.push_back(position.loss);
        return position;
    }

    void toTheEnd()
    {
        while (!advance().finished) { }
    }
};

bool bitwiseSame(const std::vector<double> &a, const std::vector<double> &b)
{
    return a.size() == b.size() && std::memcmp(a.data(), b.data(), a.size() * sizeof(double)) == 0;
}

} // namespace

class ExperimentTrainerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aScheduleIsShownAsARateATick()
    {
        Json json = small();
        json["scheduler"] = {{"kind", "warmup"}, {"warmup_steps", 10}};
        Training training(json);
        const auto all = [&] {
            store::RunCursor cursor;
            return training.run->since(cursor);
        };
        QStringList names;
        for (const auto &[index, tag] : all().tags)
            names << QString::fromStdString(tag.name);
        QCOMPARE(names.mid(0, 3), (QStringList{"Loss", "Metrics", "Learning Rate"})); // known before the first tick
        training.toTheEnd();
        const auto series = all().series;
        const auto rate = std::find_if(series.begin(), series.end(), [](const auto &one) { return one.label == "learning rate"; });
        QVERIFY(rate != series.end());
        QList<double> rates;
        for (const record::Frame &frame : test::frames(*training.run))
            for (const auto &value : frame.values)
                if (value.series == static_cast<std::size_t>(rate - series.begin()))
                    rates << value.value;
        QCOMPARE(rates.size(), qsizetype(training.run->frameCount()));
        QCOMPARE(rates.mid(0, 2), (QList<double>{0.1 * 4 / 10, 0.1 * 6 / 10})); // at the last step of each tick: 4 of 6, then the rest
        QCOMPARE(rates.back(), 0.1);

        const Training without(small());
        store::RunCursor cursor;
        for (const auto &[index, tag] : without.run->since(cursor).tags)
            QVERIFY(tag.name != "Learning Rate");
    }

    void lensesThatAreOnTellWhatTheyCost()
    {
        Json json = small();
        json["tick"]["every"] = 1;
        json["lenses"].push_back({{"kind", "ParameterNorm"}});
        json["lenses"].push_back({{"kind", "OutputNorm"}, {"enabled", false}});
        Training training(json);
        training.advance();
        const session::LensCosts costs = training.trainer.lensCosts();
        QStringList on;
        double sum = 0;
        for (const auto &[kind, seconds] : costs.lenses) {
            on << QString::fromStdString(kind);
            QVERIFY2(seconds > 0, kind.c_str());
            sum += seconds;
        }
        QCOMPARE(on, (QStringList{"LossMetrics", "OutputActivation", "ParameterGradientGeometry", "ParameterNorm", "ParameterUpdateGeometry"}));
        QVERIFY2(sum < costs.stepSeconds, qPrintable(QString("%1 of %2").arg(sum).arg(costs.stepSeconds)));
        for (const char *kind : {"LossMetrics", "ParameterNorm"})
            training.trainer.watch(test::switched(json, kind, false));
        training.advance();
        QCOMPARE(training.trainer.lensCosts().lenses.size(), std::size_t{3});
        QVERIFY(training.trainer.lensCosts().lenses.at("OutputActivation") > 0);
    }

    void outputShapesAreSeenInTheFirstBatch()
    {
        Training training(small());
        const std::size_t hooks = training.trainer.hookCount();
        QVERIFY(training.trainer.outputShapes().empty());
        training.advance();
        QCOMPARE(training.trainer.hookCount(), hooks); // no watcher remains
        const auto shapes = training.trainer.outputShapes();
        QCOMPARE(shapes.size(), training.preparation.layers.size());
        std::vector<record::LayerInfo> layers = training.preparation.layers;
        for (std::size_t i = 0; i < layers.size(); ++i)
            layers[i].outputShape = shapes[i];
        QCOMPARE(outputShapeText(layers.front()), std::string("N×3"));
        QCOMPARE(layers[1].name, std::string("fc1"));
        QCOMPARE(outputShapeText(layers[1]), std::string("N×16"));
        training.advance();
        QVERIFY(training.trainer.outputShapes() == shapes);
    }

    void lossesAreTheSameBitForBitWithAndWithoutLenses_data()
    {
        QTest::addColumn<QString>("optimizer");
        QTest::addColumn<int>("threads");
        for (const char *optimizer : {"sgd", "adam"})
            for (const int threads : {1, 2})
                QTest::addRow("%s, %d threads", optimizer, threads) << QString(optimizer) << threads;
    }

    void lossesAreTheSameBitForBitWithAndWithoutLenses()
    {
        QFETCH(QString, optimizer);
        QFETCH(int, threads);
        Json json = small();
        json["optimizer"]["kind"] = optimizer.toStdString();
        json["threads"] = threads;
        Training first(json), again(json), switching(json);
        json["lenses"] = Json::array();
        Training bare(json), adding(json);
        json["seed"] = 2;
        Training other(json);
        first.toTheEnd();
        again.toTheEnd();
        bare.toTheEnd();
        other.toTheEnd();
        for (int i = 0;; ++i) {
            switching.trainer.watch(test::switched(json, "ParameterUpdateGeometry", i % 3 == 0));
            switching.trainer.watch(test::switched(json, "OutputActivation", i % 2 == 0));
            switching.trainer.watch(test::lensChoice("ParameterGradientGeometry", {{"inplace", i % 2 == 0}}));
            if (switching.advance().finished)
                break;
        }
        do {
            const char *lens = adding.losses.size() % 2 ? "ParameterUpdateGeometry" : "OutputActivation";
            adding.trainer.watch(test::lensChoice(lens, {{"parity", adding.losses.size() % 3 == 0}}));
        } while (!adding.advance().finished);
        QVERIFY(bitwiseSame(first.losses, again.losses));
        QVERIFY(bitwiseSame(first.losses, bare.losses));
        QVERIFY(bitwiseSame(first.losses, switching.losses));
        QVERIFY(bitwiseSame(first.losses, adding.losses));
        QVERIFY(!bitwiseSame(first.losses, other.losses));
        QVERIFY(first.losses.back() < first.losses.front());
    }

    void ticksComeEverySoManyStepsAndAtTheEndOfAnEpoch()
    {
        Training training(small());
        QCOMPARE(training.preparation.trainingBatches, 6); // 110 samples by 20, the last batch has 10
        QCOMPARE(training.preparation.validationBatches, 2);
        training.toTheEnd();
        const auto all = test::whole(*training.run);
        std::vector<std::int64_t> steps, epochs, samples;
        for (const auto &frame : test::frames(*training.run)) {
            steps.push_back(frame.stamp.step);
            epochs.push_back(frame.stamp.epoch);
            samples.push_back(frame.stamp.samples);
        }
        QCOMPARE(steps, (std::vector<std::int64_t>{4, 6, 10, 12, 16, 18}));
        QCOMPARE(epochs, (std::vector<std::int64_t>{1, 1, 2, 2, 3, 3}));
        QCOMPARE(samples, (std::vector<std::int64_t>{80, 110, 190, 220, 300, 330}));
        std::size_t validated = 0; // the validation belongs only to the tick that ends the epoch
        for (const auto &frame : test::frames(*training.run))
            for (const auto &value : frame.values)
                if (all.series[value.series].label == "val_loss mean") {
                    ++validated;
                    QCOMPARE(frame.stamp.step % 6, 0);
                }
        QCOMPARE(validated, std::size_t{3});
    }

    void aTickCanBeSeveralEpochs()
    {
        Json json = small();
        json["tick"] = {{"unit", "epoch"}, {"every", 2}};
        Training training(json);
        training.toTheEnd();
        const auto frames = test::frames(*training.run);
        QCOMPARE(frames.size(), std::size_t{2}); // after epoch 2, and the remaining steps
        QCOMPARE(frames[0].stamp.epoch, 2);
        QCOMPARE(frames[1].stamp.epoch, 3);
    }

    void stoppingKeepsTheUnfinishedTick()
    {
        Training training(small());
        for (int i = 0; i < 5; ++i)
            training.advance();
        QCOMPARE(training.run->frameCount(), std::size_t{1});
        training.trainer.finishTick();
        training.trainer.finishTick(); // nothing remains
        QCOMPARE(training.run->frameCount(), std::size_t{2});
    }

    void lensesOffLeaveNoHook()
    {
        Training training(small());
        training.advance();
        QVERIFY(training.trainer.hookCount() > 0);
        for (const char *lens : {"OutputActivation", "ParameterGradientGeometry", "ParameterUpdateGeometry", "LossMetrics"})
            training.trainer.watch(test::switched(small(), lens, false));
        QCOMPARE(training.trainer.hookCount(), std::size_t{0});
        training.toTheEnd();
    }

    void theLearningRateTakesEffectAtOnce()
    {
        Training steady(small()), changed(small());
        for (int i = 0; i < 3; ++i) {
            steady.advance();
            changed.advance();
        }
        changed.trainer.setLearningRate(0.4);
        steady.advance();
        changed.advance();
        QCOMPARE(changed.losses[3], steady.losses[3]); // computed before the step
        steady.advance();
        changed.advance();
        QVERIFY(changed.losses[4] != steady.losses[4]);
    }

    void aDivergingLossIsRecordedAsItIs()
    {
        Json json = small();
        json["optimizer"]["lr"] = 1e30;
        Training training(json);
        training.toTheEnd();
        QVERIFY(!std::isfinite(training.losses.back()));
        QVERIFY(!std::isfinite(test::frames(*training.run).back().values.front().value));
    }

    void modelsHaveTheLayersThatTheyWereToldTo()
    {
        Json json = small();
        json["model"]["norm"] = "layer";
        const Training training(json);
        QStringList names;
        for (const auto &layer : training.preparation.layers)
            names << QString::fromStdString(layer.name);
        QCOMPARE(names, (QStringList{"", "fc1", "norm1", "relu1", "dropout1", "fc2", "norm2", "relu2", "dropout2", "fc3"}));
    }

    void everyActivationAndNormTrains()
    {
        for (const char *norm : {"none", "batch", "layer"})
            for (const char *activation : {"relu", "tanh", "sigmoid", "gelu", "leaky_relu", "elu", "silu"}) {
                Json json = small();
                json["model"]["norm"] = norm;
                json["model"]["activation"] = activation;
                json["epochs"] = 1;
                Training training(json);
                training.toTheEnd();
                QVERIFY2(std::isfinite(training.losses.back()), activation);
            }
    }

    void aMissingDataSetSaysWhereItLookedAndWhatToInstall()
    {
        const QTemporaryDir folder;
        Json json = small();
        json["dataset"] = {{"kind", "fashion-mnist"}, {"path", folder.path().toStdString()}};
        try {
            Training training(json);
            QFAIL("no error");
        } catch (const std::exception &error) {
            const QString message = error.what();
            QVERIFY2(message.contains(folder.path()) && message.contains("dataset-fashion-mnist"), error.what());
        }
    }

    void fashionMnistTrainsACnn()
    {
        Json json = small();
        json["dataset"] = {{"kind", "fashion-mnist"}, {"train_samples", 600}, {"validation_samples", 100}};
        json["model"] = {{"kind", "cnn"}, {"channels", {4, 8}}, {"hidden", {16}}};
        Training training(json);
        QCOMPARE(training.preparation.trainingBatches, 30);
        training.toTheEnd();
        QVERIFY(training.losses.back() < 0.8 * training.losses.front());
    }
};

QTEST_GUILESS_MAIN(ExperimentTrainerTest)
#include "tst_experiment_trainer.moc"
