// Findings that were wrong, late or missing in trainings of other people.

#include "tests/support/made_classifier.h"
#include "tests/support/made_logs.h"
#include "tests/support/made_training.h"
#include "tests/support/test_program.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace lensboard;
using namespace lensboard::test;
using health::Finding;

namespace {

constexpr double kNotANumber = std::numeric_limits<double>::quiet_NaN();

/// Returns findings in a log of transformers. The loss is NaN from \p from on, and logged as 0.
std::vector<Finding> nanLoggedAsZero(int from)
{
    MadeTraining log;
    log.line("train/loss", "", "value", [=](int tick) { return tick < from ? 2 - 0.02 * tick + 0.05 * noise(tick) : 0; });
    log.line("train/grad_norm", "", "value", [=](int tick) { return tick < from ? 1 : kNotANumber; });
    log.train(60);
    return checked(log.store());
}

record::RunInfo classifierWithOutputs(const std::string &loss, std::vector<std::int64_t> shape, record::LayerInfo last)
{
    record::RunInfo info;
    info.experiment = R"({"loss": {"kind": ")" + loss + R"("}})";
    info.layers = {{"", "Net", false, {}, std::move(shape)}, std::move(last)};
    return info;
}

} // namespace

class FalseFindingsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aHiddenNanIsFound()
    {
        for (const int from : {0, 20}) {
            const auto findings = nanLoggedAsZero(from);
            QCOMPARE(told(findings), "problem NotFinite\n");
            QCOMPARE(findings.front().firstStep, (from + 1) * MadeTraining::kStepsATick);
            QVERIFY2(findings.front().values.find("logged as 0 from step") != std::string::npos, findings.front().values.c_str());
        }
    }

    void overflowsOfHalfPrecisionAreNoted()
    {
        MadeTraining log;
        log.line("train/loss", "", "value", [](int tick) { return goodLoss(tick); });
        log.line("train/grad_norm", "", "value", [](int tick) { return tick % 40 == 3 ? std::numeric_limits<double>::infinity() : 1; });
        log.train(120);
        QCOMPARE(told(checked(log.store())), "note NotFinite\n");
    }

    /// Like Whisper: the loss gets overconfident, the words get better.
    void aRisingLossWithFallingWordErrors_data()
    {
        QTest::addColumn<double>("rise");
        QTest::addColumn<QString>("findings");
        QTest::newRow("errors fall") << -0.5 << "note Overfitting\n";
        QTest::newRow("errors rise") << 0.5 << "warning Overfitting\n";
    }

    void aRisingLossWithFallingWordErrors()
    {
        QFETCH(const double, rise);
        MadeTraining log(logs::called("whisper-small-finetuned"), 100);
        log.line("train/loss", "", "value", [](int tick) { return 0.02 + 0.6 * std::exp(-tick / 10.0); });
        log.line("eval/loss", "", "value", [](int tick) { return tick < 10 ? 0.3 : 0.3 + 0.004 * (tick - 10); }, 5);
        log.line("eval/wer", "", "value", [=](int tick) { return 32 + rise * tick / 5; }, 5);
        log.train(60);
        QTEST(QString::fromStdString(told(checked(log.store()))), "findings");
    }

    /// 1 % is not 100 %.
    void aStuckModelWithAccuraciesInPercent()
    {
        MadeTraining log({}, 391);
        log.line("train_loss", "", "value", [](int tick) { return 4.605 + 0.003 * noise(tick); });
        log.line("train_acc", "", "value", [](int tick) { return 1 + 0.05 * noise(tick, 2); });
        log.train(60);
        QCOMPARE(told(checked(log.store(), {"LossNotDecreasing"})), "warning LossNotDecreasing\n");
    }

    void classesOfOutputs_data()
    {
        using Shape = std::vector<std::int64_t>;
        QTest::addColumn<QString>("loss");
        QTest::addColumn<Shape>("output");
        QTest::addColumn<QString>("type");
        QTest::addColumn<Shape>("weight");
        QTest::addColumn<double>("classes");
        const std::int64_t n = record::kBatchSize;
        QTest::newRow("of a picture") << "cross_entropy" << Shape{n, 10} << "Linear" << Shape{10, 64} << 10.0;
        QTest::newRow("of each pixel") << "cross_entropy" << Shape{n, 21, 64, 48} << "Conv2d" << Shape{21, 64, 1, 1} << 21.0;
        QTest::newRow("of each token, in PyTorch's order") << "cross_entropy" << Shape{n, 50, 12} << "Conv1d" << Shape{50, 8, 1} << 50.0;
        QTest::newRow("of each token, reshaped") << "cross_entropy" << Shape{n, 12, 50} << "Linear" << Shape{50, 8} << 50.0;
        QTest::newRow("not known") << "cross_entropy" << Shape{n, 12, 50} << "Linear" << Shape{7, 8} << 1.0;
        QTest::newRow("yes or no") << "bce_with_logits" << Shape{n, 6} << "Linear" << Shape{6, 8} << 2.0;
    }

    void classesOfOutputs()
    {
        QFETCH(const QString, loss);
        QFETCH(const std::vector<std::int64_t>, output);
        QFETCH(const QString, type);
        QFETCH(const std::vector<std::int64_t>, weight);
        QFETCH(const double, classes);
        const auto facts = health::factsOf(classifierWithOutputs(loss.toStdString(), output, {"head", type.toStdString(), true, {{"weight", weight}}}));
        QCOMPARE(facts.guessingLoss.value_or(0), std::log(classes));
    }

    void outputsThatAreNanAreNotZero()
    {
        MadeTraining training(classifier(2));
        training.trainLoss([](int tick) { return tick < 30 ? goodLoss(tick) : kNotANumber; });
        for (const char *relu : {"relu1", "relu2"}) {
            training.line("Output Norm", relu, "mean", [](int tick) { return tick < 30 ? 1 : kNotANumber; });
            training.line("Output Activations", relu, "death_rate", [](int tick) { return tick < 30 ? 0.2 : 1; });
        }
        training.train(80);
        QCOMPARE(told(checked(training.store(), {"NotFinite", "DeadUnits"})), "problem NotFinite [relu1]\n");
    }

    /// By epochs of 29 steps: the first tick that is above the limit, not the end of the fifth.
    void theOnsetIsTheFirstTick()
    {
        record::RunInfo info;
        info.layers = {layer("fc1", "Linear"), layer("relu1", "ReLU")};
        MadeTraining training(info, 29);
        training.line("Output Activations", "relu1", "death_rate", [](int) { return 1; }).train(12);
        const auto findings = checked(training.store(), {"DeadUnits"});
        QCOMPARE(told(findings), "problem DeadUnits [relu1]\n");
        QCOMPARE(findings.front().firstStep, 29);
        MadeTraining later(info, 10);
        later.line("Output Activations", "relu1", "death_rate", [](int tick) { return tick < 21 ? 0.1 : 1; }).train(60);
        QCOMPARE(checked(later.store(), {"DeadUnits"}).front().firstStep, 220);
    }

    void tanhLayersOfTwelveEpochs()
    {
        MadeTraining training(classifier(2), 40);
        training.trainLoss([](int tick) { return 6 - 0.05 * tick; });
        training.line("Output Saturation", "tanh1", "saturation_rate", [](int) { return 0.97; }).train(12);
        QCOMPARE(told(checked(training.store(), {"Saturation"})), "problem Saturation [tanh1]\n");
    }

    void aTinyRateForTwelveEpochs()
    {
        MadeTraining training(classifier(2), 40);
        training.line("Loss", "", "train_loss mean", [](int tick) { return 2.31 - 1e-5 * tick + 1e-4 * noise(tick); });
        training.line("Loss", "", "val_loss mean", [](int tick) { return 2.32 - 1e-5 * tick; }).train(12);
        const auto findings = checked(training.store(), {"LossNotDecreasing"});
        QCOMPARE(told(findings), "warning LossNotDecreasing\n");
    }

    void noDropoutToLower()
    {
        const auto advice = [](const char *type) {
            record::RunInfo info = classifier(2);
            info.experiment = R"({"loss": {"kind": "cross_entropy"}, "batch_size": 32})";
            info.layers.push_back({"extra", type, true, {}});
            MadeTraining training(info);
            training.trainLoss([](int tick) { return goodLoss(tick) + 1; }).validationLoss([](int tick) { return 0.4 * goodLoss(tick); }).train(80);
            const auto findings = checked(training.store(), {"TrainingNoise"});
            return findings.empty() ? std::string() : told(findings) + findings.front().advice;
        };
        QCOMPARE(advice("Dropout"), "warning TrainingNoise\nLower dropout.");
        QVERIFY2(advice("ReLU").starts_with("note TrainingNoise\nMixed or augmented samples"), advice("ReLU").c_str());
    }

    /// Below the training loss nothing is learnt by heart.
    void notByHeart()
    {
        MadeTraining training;
        training.trainLoss([](int tick) { return 2 - 0.005 * tick; });
        training.validationLoss([](int tick) { return 0.2 + 0.002 * tick; }).train(200);
        QCOMPARE(told(checked(training.store(), {"Overfitting"})), "");
    }

    void aRowOfHugeInputsIsNoOverfitting()
    {
        MadeTraining training;
        training.trainLoss([](int tick) { return goodLoss(tick); });
        training.validationLoss([](int tick) { return 1e30 * (1 + 0.02 * tick); }).train(200);
        QCOMPARE(told(checked(training.store(), {"Overfitting"})), "");
    }

    void fineTuningThatDivergesIsAProblem()
    {
        record::RunInfo info;
        info.name = "bert-finetuned";
        MadeTraining training(info);
        training.trainLoss([](int tick) { return tick < 30 ? 0.5 * std::exp(-tick / 20.0) : 1.4 + 0.05 * noise(tick); }).train(80);
        QCOMPARE(told(checked(training.store(), {"LossDiverging"})), "problem LossDiverging\n");
    }

    /// A step up that stays is a new level, and no spike.
    void levelsAreNoSpikes()
    {
        MadeTraining training;
        training.trainLoss([](int tick) { return (tick / 40 % 2 ? 1.5 : 0.3) + 0.01 * noise(tick); }).train(160);
        QCOMPARE(told(checked(training.store(), {"LossSpike"})), "");
    }

    /// Adapters are meant to be trained alone, a layer between others is not.
    void frozenLayersAreJudgedByTheirNumber()
    {
        const auto trained = [](std::vector<bool> trainable) {
            record::RunInfo info;
            for (std::size_t i = 0; i < trainable.size(); ++i)
                info.layers.push_back(layer("fc" + std::to_string(i), "Linear", trainable[i]));
            MadeTraining training(info);
            training.train(2);
            const auto findings = checked(training.store(), {"LayerFrozen"});
            return std::string(findings.empty() ? "" : toText(findings.front().severity));
        };
        QCOMPARE(trained({true, true, true}), "");
        QCOMPARE(trained({false, true, true}), "note");
        QCOMPARE(trained({true, false, true}), "warning");
        QCOMPARE(trained({true, false}), "warning");
        QCOMPARE(trained({true, false, false, false}), "note");
    }
};

LENSBOARD_TEST(FalseFindingsTest)
#include "tst_false_findings.moc"
