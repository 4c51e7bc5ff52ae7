// Judgements of trainings with epochs as ticks: eight ticks are enough for each rule, and three are not.

#include "tests/support/made_classifier.h"
#include "tests/support/made_training.h"

#include <QTest>

using namespace lensboard;
using namespace lensboard::test;

namespace {

constexpr std::int64_t kStepsAnEpoch = 40;
constexpr int kEnough = 8, kTooFew = 3;

using Make = std::function<void(MadeTraining &)>;

double flat(int tick)
{
    return 2.3 + 0.001 * noise(tick);
}

Make ofLayer(const std::string &tag, const std::string &layer, const std::string &label, double value)
{
    return [=](MadeTraining &training) { training.trainLoss(flat).line(tag, layer, label, [value](int) { return value; }); };
}

void deadGradient(MadeTraining &training)
{
    training.trainLoss(flat);
    for (const char *fc : {"fc1", "fc2"})
        training.line("Weight Gradient Norm", fc, "mean", [fc](int) { return fc[2] == '1' ? 0 : 0.1; });
}

void stillLayer(MadeTraining &training)
{
    training.trainLoss(flat);
    for (const char *fc : {"fc1", "fc2"})
        training.line("Weight Update Norm", fc, "mean", [fc](int) { return fc[2] == '1' ? 0 : 0.1; });
}

Make updates(double ofWeights)
{
    return [=](MadeTraining &training) {
        training.trainLoss(flat).line("Weight Norm", "fc1", "mean", [](int) { return 8; });
        training.line("Weight Update Norm", "fc1", "mean", [=](int tick) { return 8 * ofWeights * (1 + 0.1 * noise(tick)); });
    };
}

void collapse(MadeTraining &training)
{
    training.trainLoss(flat).line("Output Effective Rank", "fc1", "value", [](int tick) { return tick < 2 ? 20 : 1.5; });
}

void lostGain(MadeTraining &training)
{
    training.trainLoss([](int tick) { return tick < 4 ? 2.3 - 0.5 * tick : 2.4; });
}

void killedRate(MadeTraining &training)
{
    training.trainLoss([](int tick) { return tick < 2 ? 2.3 - tick : 1.2; }).line("Learning Rate", "", "learning rate", [](int tick) { return tick < 2 ? 0.1 : 1e-6; });
}

void oneClass(MadeTraining &training)
{
    training.trainLoss(flat);
    for (const char *name : {"class 0", "class 1"}) {
        training.line("Labels", "", name, [](int) { return 0.5; });
        training.line("Predictions", "", name, [name](int) { return name[6] == '0' ? 0.99 : 0.01; });
    }
}

void clipped(MadeTraining &training)
{
    training.trainLoss(flat).line("Weight Gradient Norm", "fc1", "mean", [](int) { return 60; });
}

/// Records the mean and deviation of 40 losses of about 0.5. From the second epoch on, one loss is \p outlier.
Make spikes(double outlier)
{
    return [=](MadeTraining &training) {
        const auto mean = [=](int tick) { return tick == 0 ? 1.2 : 0.5 + outlier / kStepsAnEpoch; };
        training.trainLoss(mean);
        training.line(
            "Loss", "", "train_loss +σ", [=](int tick) { return mean(tick) + (tick == 0 ? 0.6 : outlier / std::sqrt(kStepsAnEpoch)); }, 1, record::SeriesRole::BandHigh);
    };
}

} // namespace

Q_DECLARE_METATYPE(Make)

class EpochsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void eightEpochs_data()
    {
        QTest::addColumn<QString>("rule");
        QTest::addColumn<Make>("make");
        QTest::addColumn<QString>("severity");
        const auto row = [](const char *rule, const char *name, Make make, const char *severity) {
            QTest::addRow("%s, %s", rule, name) << rule << std::move(make) << severity;
        };
        row("DeadUnits", "many", ofLayer("Output Activations", "relu1", "death_rate", 0.8), "warning");
        row("DeadUnits", "all", ofLayer("Output Activations", "relu1", "death_rate", 1), "problem");
        row("Saturation", "of outputs", ofLayer("Output Saturation", "tanh1", "saturation_rate", 0.97), "problem");
        row("Oscillation", "of gradients", ofLayer("Weight Gradient Correlation", "fc1", "mean", -0.7), "problem");
        row("BatchNormDrift", "in training", ofLayer("Batch Norm Drift", "bn1", "train", 2), "warning");
        row("DataStarvation", "by the share", ofLayer("Data Wait", "", "waiting for data", 0.7), "warning");
        row("RankCollapse", "after two epochs", collapse, "problem");
        row("NoGradient", "of one layer", deadGradient, "problem");
        row("LayerFrozen", "without updates", stillLayer, "problem");
        row("UpdateRatio", "large", updates(0.6), "warning");
        row("LearningRateTooLow", "tiny updates", updates(1e-5), "warning");
        row(
            "LossNotDecreasing", "flat", [](MadeTraining &training) { training.trainLoss(flat); }, "warning");
        row("LossDiverging", "back at the start", lostGain, "problem");
        row("Plateau", "of a killed rate", killedRate, "warning");
        row("ClassImbalance", "one class", oneClass, "warning");
        row("ClippingAlwaysActive", "sixtyfold", clipped, "warning");
        row("LossSpike", "within epochs", spikes(200), "warning");
    }

    void eightEpochs()
    {
        QFETCH(const QString, rule);
        QFETCH(const Make, make);
        QFETCH(const QString, severity);
        record::RunInfo info = classifier(2);
        info.experiment = R"({"loss": {"kind": "cross_entropy"}, "clip_gradient": {"kind": "norm", "limit": 1.0}})";
        MadeTraining training(info, kStepsAnEpoch);
        make(training);
        training.train(kTooFew);
        const bool isFound = rule == "LossSpike"; // two epochs prove it
        QCOMPARE(checked(training.store(), {rule.toStdString()}).empty(), !isFound);
        training.train(kEnough - kTooFew);
        const auto findings = checked(training.store(), {rule.toStdString()});
        QCOMPARE(QString::fromStdString(findings.empty() ? "" : toText(findings.front().severity)), severity);
    }

    void usualEpochsAreLeftAlone()
    {
        MadeTraining training(classifier(2), kStepsAnEpoch);
        training.trainLoss([](int tick) { return 0.2 + 1.5 * std::exp(-tick / 2.0) + 0.01 * noise(tick); });
        training.line(
            "Loss", "", "train_loss +σ", [](int tick) { return 0.4 + 2.1 * std::exp(-tick / 2.0); }, 1, record::SeriesRole::BandHigh);
        training.line("Loss", "", "val_loss mean", [](int tick) { return 0.25 + 1.3 * std::exp(-tick / 2.0); });
        for (const char *fc : {"fc1", "fc2"}) {
            training.line("Weight Gradient Norm", fc, "mean", [](int tick) { return 0.3 + 0.03 * noise(tick, 2); });
            training.line("Weight Gradient Correlation", fc, "mean", [](int tick) { return 0.1 + 0.05 * noise(tick, 3); });
            training.line("Weight Update Norm", fc, "mean", [](int) { return 0.01; });
            training.line("Weight Norm", fc, "mean", [](int tick) { return 5 + 0.1 * tick; });
        }
        training.line("Output Activations", "relu1", "death_rate", [](int tick) { return 0.2 + 0.005 * tick; });
        training.train(kEnough);
        QCOMPARE(told(checked(training.store())), "");
        training.train(20);
        QCOMPARE(told(checked(training.store())), "");
    }

    /// Batches of one sample have single losses many times the usual one.
    void heavyTailsAreNoSpikes()
    {
        MadeTraining training(classifier(2), 1000);
        training.trainLoss([](int tick) { return tick == 0 ? 1.2 : 0.1; });
        training.line(
            "Loss", "", "train_loss +σ", [](int) { return 0.1 + 0.7; }, 1, record::SeriesRole::BandHigh);
        training.train(kEnough);
        QCOMPARE(told(checked(training.store(), {"LossSpike"})), "");
    }
};

LENSBOARD_TEST(EpochsTest)
#include "tst_epochs.moc"
