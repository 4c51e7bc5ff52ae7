// Results of each rule for simulated trainings: sick trainings that it must detect, and noisy healthy trainings.

#include "tests/support/made_classifier.h"
#include "tests/support/made_training.h"

#include <QTest>

#include <limits>

using namespace lensboard;
using namespace lensboard::test;
using health::Finding;
using health::Severity;

namespace {

constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
constexpr const char *kGradient = "Weight Gradient Norm";

/// Adds healthy values of everything the rules read.
void addHealthy(MadeTraining &training, int depth)
{
    training.trainLoss([](int tick) { return goodLoss(tick); });
    training.validationLoss([](int tick) { return 1.1 * goodLoss(tick) + 0.05; });
    training.line("Learning Rate", "", "learning rate", [](int tick) { return 0.01 * 0.5 * (1 + std::cos(3.14159 * tick / 300)); });
    for (int i = 1; i <= depth; ++i) {
        const auto seed = static_cast<unsigned>(i);
        const std::string fc = "fc" + std::to_string(i), relu = "relu" + std::to_string(i);
        const auto about = [seed](double value, double spread) { return [=](int tick) { return value * std::exp(spread * noise(tick, seed)); }; };
        training.line(kGradient, fc, "mean", about(0.3 * (1 + 0.2 * i), 0.5));
        training.line("Weight Gradient Correlation", fc, "mean", [seed](int tick) { return 0.1 + 0.2 * noise(tick, seed + 50); });
        training.line("Weight Update Norm", fc, "mean", about(0.01, 0.3));
        training.line("Weight Norm", fc, "mean", about(5, 0.01));
        training.line("Output Activations", relu, "activation_rate", about(0.4, 0.1));
        training.line("Output Activations", relu, "death_rate", [seed](int tick) { return 0.15 + 0.05 * std::abs(noise(tick, seed)); });
    }
}

const Finding *find(const std::vector<Finding> &findings, const std::string &rule)
{
    const auto found = std::ranges::find(findings, rule, &Finding::rule);
    return found == findings.end() ? nullptr : &*found;
}

using Curve = MadeTraining::Curve;

/// Runs of unknown kind have warnings where a training from scratch has problems.
record::RunInfo fromScratch()
{
    record::RunInfo info;
    info.experiment = R"({"health": {"training_kind": "scratch"}})";
    return info;
}

} // namespace

class HealthRulesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void healthyTrainingsAreLeftAlone()
    {
        MadeTraining training(classifier(6));
        addHealthy(training, 6);
        training.train(30);
        QCOMPARE(told(checked(training.store())), "");
        training.train(270);
        QCOMPARE(told(checked(training.store())), "");
    }

    void noisyLossesAreLeftAlone_data()
    {
        QTest::addColumn<double>("spread");
        QTest::addColumn<int>("seed");
        for (const double spread : {0.02, 0.1, 0.3, 0.5})
            for (int seed = 1; seed <= 5; ++seed)
                QTest::addRow("spread %g, seed %d", spread, seed) << spread << seed;
    }

    void noisyLossesAreLeftAlone()
    {
        QFETCH(const double, spread);
        QFETCH(const int, seed);
        MadeTraining training;
        training.trainLoss([=](int tick) {
            return (0.3 + 2 * std::exp(-tick / 60.0)) * std::exp(spread * noise(tick, static_cast<unsigned>(seed)));
        });
        training.train(400);
        for (const Finding &finding : checked(training.store()))
            QVERIFY2(finding.severity == Severity::Note, told({finding}).c_str());
    }

    void sickLosses_data()
    {
        QTest::addColumn<QString>("rule");
        QTest::addColumn<Curve>("loss");
        QTest::addColumn<int>("ticks");
        QTest::addColumn<int>("firstTick");
        QTest::addColumn<QString>("severity");
        QTest::newRow("grows from the start") << "LossDiverging" << Curve([](int tick) { return 2.3 * std::exp(0.1 * tick); }) << 30 << 11 << "problem";
        QTest::newRow("loses what it learnt") << "LossDiverging" << Curve([](int tick) { return tick < 100 ? goodLoss(tick) : 2.4 + 0.1 * noise(tick); })
                                              << 150 << 100 << "problem";
        QTest::newRow("recovers") << "LossDiverging" << Curve([](int tick) { return tick > 20 && tick < 50 ? 9 + noise(tick) : goodLoss(tick); })
                                  << 200 << 21 << "warning";
        QTest::newRow("spikes") << "LossSpike" << Curve([](int tick) { return tick % 40 == 39 ? 8 : goodLoss(tick); }) << 100 << 39 << "warning";
        QTest::newRow("one spike") << "LossSpike" << Curve([](int tick) { return tick == 60 ? 4 : goodLoss(tick); }) << 100 << 60 << "note";
        QTest::newRow("stays") << "LossNotDecreasing" << Curve([](int tick) { return 2.3 + 0.05 * noise(tick); }) << 60 << 0 << "problem";
        QTest::newRow("has stayed") << "LossNotDecreasing" << Curve([](int tick) { return tick < 60 ? 2.3 + 0.02 * noise(tick) : goodLoss(tick - 60); })
                                    << 300 << 0 << "note";
        QTest::newRow("stands still high") << "Plateau" << Curve([](int tick) { return (2 + 0.3 * std::exp(-tick / 5.0)) * (1 + 0.01 * noise(tick)); })
                                           << 200 << -1 << "warning";
        QTest::newRow("stands still") << "Plateau" << Curve([](int tick) { return (0.8 + 1.5 * std::exp(-tick / 5.0)) * (1 + 0.01 * noise(tick)); })
                                      << 200 << -1 << "note";
        QTest::newRow("falls in a slow line") << "LearningRateTooLow" << Curve([](int tick) { return 2.3 - 0.001 * tick + 0.005 * noise(tick); })
                                              << 100 << 0 << "warning";
    }

    void sickLosses()
    {
        QFETCH(const QString, rule);
        QFETCH(const Curve, loss);
        QFETCH(const int, ticks);
        QFETCH(const int, firstTick);
        QFETCH(const QString, severity);
        MadeTraining training(classifier(1)); // first losses of 2.3 = ln 10 show training from scratch
        training.trainLoss(loss).train(ticks);
        const auto findings = checked(training.store());
        const Finding *finding = find(findings, rule.toStdString());
        QVERIFY2(finding, told(findings).c_str());
        QCOMPARE(toText(finding->severity), severity);
        if (firstTick >= 0)
            QVERIFY2(std::abs(finding->firstStep / MadeTraining::kStepsATick - 1 - firstTick) <= 4, std::to_string(finding->firstStep).c_str());
        QVERIFY(!finding->values.empty() && !finding->meaning.empty() && !finding->advice.empty());
        QCOMPARE(finding->evidence.front().tag, "Loss");
    }

    void firstLossesFarAboveGuessing()
    {
        MadeTraining training(classifier(3));
        training.trainLoss([](int tick) { return goodLoss(tick, 60); }).train(100);
        const auto findings = checked(training.store(), {"LossDiverging"});
        QCOMPARE(told(findings), "problem LossDiverging\n");
    }

    void notFiniteSaysWhatCameFirst()
    {
        MadeTraining training(classifier(4));
        const auto nanFrom = [](int from, double value) { return [=](int tick) { return tick < from ? value : kNan; }; };
        training.trainLoss(nanFrom(40, 1));
        for (int i = 1; i <= 4; ++i) {
            training.line("Output Norm", "relu" + std::to_string(i), "mean", nanFrom(41, 3));
            training.line(kGradient, "fc" + std::to_string(i), "mean", nanFrom(i == 3 ? 39 : 40, 1));
        }
        training.train(60);
        const auto findings = checked(training.store(), {"NotFinite"});
        QCOMPARE(told(findings), "problem NotFinite [fc3]\n");
        QCOMPARE(findings.front().firstStep, 40 * MadeTraining::kStepsATick);
        QVERIFY(findings.front().values.starts_with("not finite by step 800: gradients of parameters; then the loss from step 820 on"));
    }

    void inputsCameFirst()
    {
        MadeTraining training(classifier(2));
        training.trainLoss([](int tick) { return tick < 30 ? 1 : kNan; });
        training.line("Output Norm", "relu1", "mean", [](int tick) { return tick < 30 ? 1 : kNan; });
        training.line("Output Norm", "relu1", "not finite", [](int tick) { return tick < 30 ? 0 : 8; });
        training.line("Inputs", "", "share not finite", [](int tick) { return tick == 30 ? 0.001 : 0; });
        training.train(40);
        const auto findings = checked(training.store(), {"NotFinite"});
        QCOMPARE(told(findings), "problem NotFinite\n");
        QVERIFY2(findings.front().values.starts_with("not finite by step 620: inputs; then outputs"), findings.front().values.c_str());
    }

    void ofOneTickTheMoreStepsCameFirst()
    {
        MadeTraining training(classifier(2));
        training.trainLoss([](int tick) { return tick < 30 ? 1 : kNan; });
        training.line("Loss", "", "train_loss not finite", [](int tick) { return tick < 30 ? 0 : 7; });
        training.line(kGradient, "fc1", "not finite", [](int tick) { return tick < 30 ? 0 : 8; });
        training.line(kGradient, "fc2", "not finite", [](int tick) { return tick < 30 ? 0 : 8; });
        training.train(40);
        QCOMPARE(told(checked(training.store(), {"NotFinite"})), "problem NotFinite [fc2]\n"); // sorted from the last layer backwards
    }

    void skippedStepsOfMixedPrecisionAreNoted()
    {
        MadeTraining training(classifier(2));
        addHealthy(training, 2);
        training.line(kGradient, "fc2", "not finite", [](int tick) { return tick == 3 || tick == 90 ? 1 : 0; });
        training.train(100);
        QCOMPARE(told(checked(training.store())), "note NotFinite [fc2]\n");
    }

    void lossesWithGapsAreNotNan()
    {
        MadeTraining training;
        training.trainLoss([](int tick) { return tick % 2 ? kNan : goodLoss(tick); }).train(100);
        QCOMPARE(told(checked(training.store(), {"NotFinite"})), "");
    }

    void gradientsByDepth_data()
    {
        QTest::addColumn<double>("factor");
        QTest::addColumn<QString>("told");
        QTest::newRow("fade") << 8.0 << "problem VanishingGradient [fc1 fc2 fc3]\n";
        QTest::newRow("shrink a little") << 1.3 << "";
        QTest::newRow("explode") << 0.08 << "warning ExplodingGradient [fc1 fc2 fc3]\n";
    }

    void gradientsByDepth()
    {
        QFETCH(const double, factor);
        QFETCH(const QString, told);
        MadeTraining training(classifier(6));
        training.trainLoss([](int tick) { return 2.3 + 0.02 * noise(tick); });
        for (int i = 1; i <= 6; ++i)
            training.line(kGradient, "fc" + std::to_string(i), "mean", [=](int tick) {
                return 1e-2 * std::pow(factor, i - 3.5) * std::exp(0.5 * noise(tick, static_cast<unsigned>(i)));
            });
        training.train(20);
        const auto findings = checked(training.store(), {"VanishingGradient", "ExplodingGradient"});
        QCOMPARE(QString::fromStdString(test::told(findings)), told);
        for (const Finding &finding : findings)
            QVERIFY(finding.firstStep <= 5 * MadeTraining::kStepsATick);
    }

    void gradientsBesideWeights()
    {
        MadeTraining training(classifier(3));
        for (int i = 1; i <= 3; ++i) {
            training.line(kGradient, "fc" + std::to_string(i), "mean", [](int tick) { return 300 + 10 * noise(tick); });
            training.line("Weight Norm", "fc" + std::to_string(i), "mean", [](int) { return 5; });
        }
        training.train(20);
        QCOMPARE(told(checked(training.store(), {"ExplodingGradient"})), "warning ExplodingGradient\n");
    }

    void opposedStepsAreSickWhileTheLossIsHigh_data()
    {
        QTest::addColumn<double>("level");
        QTest::addColumn<QString>("told");
        QTest::newRow("high") << 1.0 << "problem Oscillation\n";
        QTest::newRow("lower") << 0.5 << "warning Oscillation\n";
        QTest::newRow("converged") << 0.05 << "";
    }

    void opposedStepsAreSickWhileTheLossIsHigh()
    {
        QFETCH(const double, level);
        QFETCH(const QString, told);
        MadeTraining training(classifier(2));
        training.trainLoss([=](int tick) { return 2.3 * (level + (1 - level) * std::exp(-tick / 3.0)) * (1 + 0.02 * noise(tick)); });
        for (const char *fc : {"fc1", "fc2"})
            training.line("Weight Gradient Correlation", fc, "mean", [](int tick) { return -0.7 + 0.1 * noise(tick); });
        training.train(80);
        QCOMPARE(QString::fromStdString(test::told(checked(training.store(), {"Oscillation"}))), told);
    }

    /// Detected although the loss falls: it falls slowly, from a high start.
    void opposedStepsAreSickNearTheStart()
    {
        MadeTraining training(classifier(2));
        training.trainLoss([](int tick) { return 2.2 - 0.004 * tick; });
        training.line("Weight Gradient Correlation", "fc1", "mean", [](int tick) { return -0.7 + 0.1 * noise(tick); });
        training.train(80);
        QCOMPARE(told(checked(training.store(), {"Oscillation"})), "problem Oscillation\n");
    }

    void gradientsThatAgreeForLong_data()
    {
        QTest::addColumn<double>("cosine");
        QTest::addColumn<int>("until"); ///< a tick
        QTest::addColumn<QString>("told");
        QTest::newRow("to the end") << 0.6 << 100 << "warning LearningRateTooLow\n";
        QTest::newRow("most of the run") << 0.6 << 60 << "warning LearningRateTooLow\n";
        QTest::newRow("at first") << 0.6 << 30 << "note LearningRateTooLow\n";
        QTest::newRow("for some steps") << 0.6 << 10 << "";
        QTest::newRow("mostly noise") << 0.05 << 100 << "";
        QTest::newRow("no noise at all") << 0.999 << 100 << "";
    }

    void gradientsThatAgreeForLong()
    {
        QFETCH(const double, cosine);
        QFETCH(const int, until);
        QFETCH(const QString, told);
        MadeTraining training(classifier(3));
        training.trainLoss([](int tick) { return 2.3 * std::exp(-tick / 80.0) * (1 + 0.02 * noise(tick)); });
        for (int i = 1; i <= 3; ++i)
            training.line("Weight Gradient Correlation", "fc" + std::to_string(i), "mean",
                          [=](int tick) { return (tick < until ? cosine : 0.1) + 0.0005 * noise(tick, static_cast<unsigned>(i)); });
        for (int i = 1; i <= 3; ++i) // gradients over samples, not over parameters
            training.line("Output Gradient Correlation", "relu" + std::to_string(i), "mean", [](int) { return 0.01; });
        training.train(100);
        const auto findings = checked(training.store(), {"LearningRateTooLow"});
        QCOMPARE(QString::fromStdString(test::told(findings)), told);
        if (!findings.empty())
            QCOMPARE(findings.front().lastStep, std::min(until, 100) * MadeTraining::kStepsATick);
    }

    void lossesThatFallAsFastAsEver()
    {
        const auto trained = [](double cosine) {
            MadeTraining training(classifier(3));
            training.trainLoss([](int tick) { return 2.3 - 0.015 * tick; });
            training.line("Weight Gradient Correlation", "fc1", "mean", [=](int) { return cosine; });
            training.train(100);
            return told(checked(training.store(), {"LearningRateTooLow"}));
        };
        QCOMPARE(trained(0.3), "warning LearningRateTooLow\n");
        QCOMPARE(trained(0.1), "");
    }

    void updateRatios_data()
    {
        QTest::addColumn<double>("ratio");
        QTest::addColumn<double>("ofFirst");
        QTest::addColumn<QString>("told");
        QTest::newRow("as they should be") << 1e-3 << 1e-3 << "";
        QTest::newRow("large") << 0.6 << 0.6 << "warning UpdateRatio [fc1 fc2 fc3]\n";
        QTest::newRow("huge") << 3.0 << 3.0 << "problem UpdateRatio [fc1 fc2 fc3]\n";
        QTest::newRow("one does not move") << 1e-3 << 1e-8 << "warning UpdateRatio [fc1]\n";
        QTest::newRow("the rate is tiny") << 1e-6 << 1e-6 << "problem LearningRateTooLow\n";
    }

    void updateRatios()
    {
        QFETCH(const double, ratio);
        QFETCH(const double, ofFirst);
        QFETCH(const QString, told);
        MadeTraining training(classifier(3));
        training.trainLoss([](int tick) { return 2.3 + 0.001 * noise(tick); });
        for (int i = 1; i <= 3; ++i) {
            training.line("Weight Norm", "fc" + std::to_string(i), "mean", [](int) { return 8; });
            training.line("Weight Update Norm", "fc" + std::to_string(i), "mean", [=](int tick) {
                return 8 * (i == 1 ? ofFirst : ratio) * std::exp(0.1 * noise(tick));
            });
        }
        training.train(40);
        QCOMPARE(QString::fromStdString(test::told(checked(training.store(), {"UpdateRatio", "LearningRateTooLow"}))), told);
    }

    void weightsThatGrewTooLarge()
    {
        MadeTraining training(classifier(3));
        training.trainLoss([](int tick) { return (1.6 + 0.7 * std::exp(-tick / 2.0)) * (1 + 0.01 * noise(tick)); });
        for (int i = 1; i <= 3; ++i) {
            const std::string fc = "fc" + std::to_string(i);
            training.line("Weight Norm", fc, "mean", [](int) { return 800; });
            training.line("Weight Update Norm", fc, "mean", [](int) { return 3; });
            training.line(kGradient, fc, "mean", [](int tick) { return 0.02 * (1 + 0.1 * noise(tick)); });
        }
        training.train(50);
        QCOMPARE(told(checked(training.store(), {"UpdateRatio"})), "warning UpdateRatio\n");
    }

    void weightsThatFade()
    {
        MadeTraining training(classifier(3));
        training.trainLoss([](int tick) { return 2.3 * (1 + 0.01 * noise(tick)); });
        for (int i = 1; i <= 3; ++i) {
            const std::string fc = "fc" + std::to_string(i);
            training.line("Weight Norm", fc, "mean", [](int tick) { return 8 * std::exp(-0.1 * tick); });
            training.line("Weight Update Norm", fc, "mean", [](int tick) { return 0.04 * std::exp(-0.1 * tick); });
            training.line(kGradient, fc, "mean", [](int tick) { return 1e-6 * std::exp(-0.1 * tick); });
        }
        training.train(60);
        const auto findings = checked(training.store(), {"UpdateRatio"});
        QCOMPARE(told(findings), "warning UpdateRatio\n");
        QVERIFY2(findings.front().advice.find("weight decay") != std::string::npos, findings.front().meaning.c_str());
        QCOMPARE(findings.front().evidence.front().tag, "Weight Norm");
    }

    /// The evidence shows the threshold on the plot of the ratio. On a plot of norms it would have another unit.
    void aMeasuredRatioNeedsNoNorms()
    {
        MadeTraining training(classifier(3));
        training.trainLoss([](int tick) { return goodLoss(tick); });
        for (int i = 1; i <= 3; ++i)
            training.line("Weight Update Ratio", "fc" + std::to_string(i), "mean", [i](int) { return i == 2 ? 0.6 : 1e-3; });
        training.train(40);
        const auto findings = checked(training.store(), {"UpdateRatio"});
        QCOMPARE(told(findings), "warning UpdateRatio [fc2]\n");
        QCOMPARE(findings.front().evidence.front().threshold, 0.15);
        health::Checker checker(health::rulesNamed({"UpdateRatio"}));
        checker.follow(training.store());
        QVERIFY(checker.missing().empty());
    }

    void whatFellAndRoseDoesNotStall()
    {
        MadeTraining training;
        training.trainLoss([](int tick) { return goodLoss(std::min(tick, 150)) * std::exp(0.04 * std::max(0, tick - 150)); });
        training.train(300);
        QCOMPARE(told(checked(training.store(), {"LossNotDecreasing", "Plateau"})), "");
        QCOMPARE(told(checked(training.store(), {"LossDiverging"})), "problem LossDiverging\n");
    }

    void aNormOfAllGradientsThatGrows()
    {
        MadeTraining training(fromScratch());
        training.trainLoss([](int tick) { return 2.3 * std::exp(0.02 * tick); });
        training.line("train", "", "train/grad_norm", [](int tick) { return 0.5 * std::exp(0.1 * tick); });
        training.train(100);
        const auto findings = checked(training.store(), {"ExplodingGradient"});
        QCOMPARE(told(findings), "problem ExplodingGradient\n");
        QCOMPARE(findings.front().evidence.front().label, "train/grad_norm");
    }

    /// For example, a layer with detached outputs.
    void layersThatTheBackwardDoesNotReach()
    {
        MadeTraining training(classifier(3));
        for (int i = 1; i <= 3; ++i)
            training.line("Weight Update Norm", "fc" + std::to_string(i), "mean", [i](int) { return i == 1 ? 0 : 0.1; });
        training.train(20);
        QCOMPARE(told(checked(training.store(), {"NoGradient"})), ""); // the lens may be off
        for (int i = 2; i <= 3; ++i)
            training.line(kGradient, "fc" + std::to_string(i), "mean", [](int) { return 0.1; });
        training.train(20);
        QCOMPARE(told(checked(training.store(), {"NoGradient"})), "problem NoGradient [fc1]\n");
    }

    /// Only weights lack gradients, as behind dead units: the loss still depends on the biases.
    void gradientsOfBiasesAlone()
    {
        const auto meaning = [](double ofBiases) {
            MadeTraining training(classifier(2));
            for (int i = 1; i <= 2; ++i) {
                training.line(kGradient, "fc" + std::to_string(i), "mean", [](int tick) { return tick < 10 ? 0.1 : 0; });
                training.line("Bias Gradient Norm", "fc" + std::to_string(i), "mean", [=](int tick) { return tick < 10 ? 0.1 : ofBiases; });
            }
            training.train(40);
            return checked(training.store(), {"NoGradient"}).front().meaning;
        };
        QVERIFY(meaning(0).starts_with("No parameter"));
        QVERIFY(!meaning(0.1).starts_with("No parameter"));
    }

    void layersThatDoNotMove()
    {
        MadeTraining training(classifier(3));
        for (int i = 1; i <= 3; ++i) {
            training.line("Weight Update Norm", "fc" + std::to_string(i), "mean", [=](int tick) { return i == 2 && tick >= 20 ? 0 : 0.1; });
            training.line(kGradient, "fc" + std::to_string(i), "mean", [=](int tick) { return i == 1 && tick >= 20 ? 0 : 0.1; });
        }
        training.train(25);
        QCOMPARE(told(checked(training.store(), {"LayerFrozen", "NoGradient"})), "");
        training.train(10);
        const auto findings = checked(training.store(), {"LayerFrozen", "NoGradient"});
        QCOMPARE(told(findings), "problem LayerFrozen [fc2]\nproblem NoGradient [fc1]\n");
        QCOMPARE(findings.front().firstStep, 21 * MadeTraining::kStepsATick);
    }

    /// At a loss near zero, gradients are too small for float32.
    void layersThatHaveNothingToLearn()
    {
        const auto trained = [](double loss) {
            MadeTraining training(classifier(2));
            training.trainLoss([=](int tick) { return tick < 10 ? 2.3 : loss; });
            for (const char *fc : {"fc1", "fc2"}) {
                training.line("Weight Update Norm", fc, "mean", [](int tick) { return tick < 20 ? 0.1 : 0; });
                training.line(kGradient, fc, "mean", [](int tick) { return tick < 20 ? 0.1 : 0; });
            }
            training.train(40);
            return told(checked(training.store(), {"LayerFrozen", "NoGradient"}));
        };
        QCOMPARE(trained(1e-6), "");
        QCOMPARE(trained(0.3), "problem NoGradient [fc1 fc2]\nproblem LayerFrozen [fc1 fc2]\n");
    }

    void layersThatWantNoGradient()
    {
        record::RunInfo info;
        info.layers = {layer("fc1", "Linear", false), layer("fc2", "Linear"), layer("fc3", "Linear")};
        MadeTraining head(info);
        head.train(2);
        QCOMPARE(told(checked(head.store())), "note LayerFrozen [fc1]\n");
        info.layers = {layer("fc1", "Linear"), layer("fc2", "Linear", false), layer("fc3", "Linear")};
        MadeTraining middle(info);
        middle.train(2);
        QCOMPARE(told(checked(middle.store())), "warning LayerFrozen [fc2]\n");
    }

    void deadUnits_data()
    {
        QTest::addColumn<Curve>("death");
        QTest::addColumn<QString>("type");
        QTest::addColumn<QString>("told");
        QTest::newRow("some") << Curve([](int tick) { return 0.3 + 0.05 * noise(tick); }) << "ReLU"
                              << "";
        QTest::newRow("many") << Curve([](int tick) { return 0.8 + 0.02 * noise(tick); }) << "ReLU"
                              << "warning DeadUnits [relu1]\n";
        QTest::newRow("more and more") << Curve([](int tick) { return std::min(0.6, 0.1 + 0.01 * tick); }) << "ReLU"
                                       << "warning DeadUnits [relu1]\n";
        QTest::newRow("all") << Curve([](int) { return 1.0; }) << "ReLU"
                             << "problem DeadUnits [relu1]\n";
        QTest::newRow("for a moment") << Curve([](int tick) { return tick == 30 ? 1.0 : 0.1; }) << "ReLU"
                                      << "";
        QTest::newRow("dropped") << Curve([](int) { return 0.9; }) << "Dropout"
                                 << "";
        QTest::newRow("spikes are rare") << Curve([](int) { return 0.9; }) << "LeakyIntegrateAndFire"
                                         << "";
    }

    void deadUnits()
    {
        QFETCH(const Curve, death);
        QFETCH(const QString, type);
        QFETCH(const QString, told);
        record::RunInfo info;
        info.layers = {layer("fc1", "Linear"), layer("relu1", type.toStdString())};
        MadeTraining training(info);
        training.line("Output Activations", "relu1", "death_rate", death).train(80);
        QCOMPARE(QString::fromStdString(test::told(checked(training.store()))), told);
    }

    void validation_data()
    {
        QTest::addColumn<Curve>("train");
        QTest::addColumn<Curve>("validation");
        QTest::addColumn<QString>("told");
        const Curve good = [](int tick) { return goodLoss(tick); }, falls = [](int tick) { return 2.3 * std::exp(-tick / 60.0); };
        QTest::newRow("follows") << good << Curve([](int tick) { return 1.2 * goodLoss(tick); }) << "";
        QTest::newRow("rises") << falls << Curve([](int tick) { return 2.3 * std::exp(-tick / 30.0) + 0.004 * tick + 0.5; }) << "warning Overfitting\n";
        QTest::newRow("rises far") << falls << Curve([](int tick) { return 2 * std::exp(-tick / 20.0) + 0.02 * tick; }) << "problem Overfitting\n";
        QTest::newRow("stays above") << falls << Curve([](int tick) { return 1.8 + 0.3 * std::exp(-tick / 20.0) + 0.01 * std::abs(noise(tick)); }) << "warning Overfitting\n";
        QTest::newRow("is noisy") << good << Curve([](int tick) { return (0.3 + 2 * std::exp(-tick / 40.0)) * (1 + 0.08 * noise(tick)); }) << "";
    }

    void validation()
    {
        QFETCH(const Curve, train);
        QFETCH(const Curve, validation);
        QFETCH(const QString, told);
        MadeTraining training(fromScratch());
        training.trainLoss(train).validationLoss(validation).train(200);
        QCOMPARE(QString::fromStdString(test::told(checked(training.store(), {"Overfitting"}))), told);
    }

    void trainingNoise_data()
    {
        QTest::addColumn<double>("train");
        QTest::addColumn<double>("validation");
        QTest::addColumn<QString>("told");
        QTest::newRow("as good") << 0.9 << 0.88 << "";
        QTest::newRow("a little worse") << 0.8 << 0.88 << "";
        QTest::newRow("far worse") << 0.6 << 0.88 << "warning TrainingNoise\n";
    }

    void trainingNoise()
    {
        QFETCH(const double, train);
        QFETCH(const double, validation);
        QFETCH(const QString, told);
        record::RunInfo info = classifier(2);
        info.experiment = R"({"loss": {"kind": "cross_entropy"}, "batch_size": 32})";
        info.layers.push_back({"dropout", "Dropout", true, {}});
        MadeTraining training(info);
        training.trainLoss([](int tick) { return goodLoss(tick); }).validationLoss([](int tick) { return goodLoss(tick); });
        training.line("Metrics", "", "train_accuracy mean", [=](int tick) { return train + 0.02 * noise(tick); });
        training.line(
            "Metrics", "", "val_accuracy mean", [=](int tick) { return validation + 0.01 * noise(tick); }, 10);
        training.train(80);
        QCOMPARE(QString::fromStdString(test::told(checked(training.store(), {"TrainingNoise"}))), told);
    }

    /// Saturation counts as sick only while the loss is high: a confident classifier also saturates.
    void saturation_data()
    {
        QTest::addColumn<double>("outputs");
        QTest::addColumn<double>("units");
        QTest::addColumn<double>("falls");
        QTest::addColumn<QString>("told");
        QTest::newRow("few") << 0.4 << 0.2 << 1.0 << "";
        QTest::newRow("many outputs") << 0.9 << 0.2 << 1.0 << "warning Saturation [tanh2]\n";
        QTest::newRow("nearly all") << 0.99 << 0.9 << 1.0 << "problem Saturation [tanh2]\n";
        QTest::newRow("whole units") << 0.6 << 0.7 << 1.0 << "warning Saturation [tanh2]\n";
        QTest::newRow("of a good model") << 0.99 << 0.9 << 0.1 << "";
    }

    void saturation()
    {
        QFETCH(const double, outputs);
        QFETCH(const double, units);
        QFETCH(const double, falls);
        QFETCH(const QString, told);
        MadeTraining training(classifier(2));
        training.trainLoss([=](int tick) { return tick < 3 ? 2.3 : 2.3 * falls; });
        for (const char *layer : {"tanh1", "tanh2"}) {
            const double share = layer[4] == '1' ? 0.3 : 1;
            training.line("Output Saturation", layer, "saturation_rate", [=](int tick) { return share * outputs + 0.005 * std::sin(tick); });
            training.line("Output Saturation", layer, "saturated_units", [=](int) { return share * units; });
        }
        training.train(60);
        QCOMPARE(QString::fromStdString(test::told(checked(training.store(), {"Saturation"}))), told);
    }

    /// Huge weights start far above the guessing baseline and fall to it.
    void saturationOfAModelThatGuesses()
    {
        for (const double later : {4.0, 0.5}) {
            MadeTraining training(classifier(2));
            training.trainLoss([=](int tick) { return tick < 3 ? 60 : later; });
            training.line("Output Saturation", "tanh1", "saturation_rate", [](int) { return 0.99; });
            training.train(60);
            QCOMPARE(told(checked(training.store(), {"Saturation"})), later > 2 ? "problem Saturation [tanh1]\n" : "");
        }
    }

    /// A loss may fall far from the start of huge weights and still be high.
    void saturationOfAModelThatLearnsBadly()
    {
        for (const double accuracy : {0.5, 0.9}) {
            MadeTraining training(classifier(2));
            training.trainLoss([](int tick) { return tick < 3 ? 60 : 0.5; });
            training.line("Metrics", "", "val_accuracy mean", [=](int) { return accuracy; });
            training.line("Output Saturation", "tanh1", "saturation_rate", [](int) { return 0.99; });
            training.train(60);
            QCOMPARE(told(checked(training.store(), {"Saturation"})), accuracy < 0.7 ? "problem Saturation [tanh1]\n" : "");
        }
    }

    void ranksThatCollapse()
    {
        MadeTraining training(classifier(2));
        training.trainLoss([](int) { return 2.3; });
        training.line("Output Effective Rank", "fc1", "value", [](int tick) { return 30 - 0.05 * tick; });
        training.line("Output Effective Rank", "fc2", "value", [](int tick) { return 20 * std::exp(-tick / 20.0) + 1.1; });
        training.line("Output Effective Rank", "head", "value", [](int) { return 1.5; }); // unchanged since the start
        training.train(30);
        QCOMPARE(told(checked(training.store(), {"RankCollapse"})), "");
        training.train(30);
        QCOMPARE(told(checked(training.store(), {"RankCollapse"})), "warning RankCollapse [fc2]\n");
        training.train(40);
        QCOMPARE(told(checked(training.store(), {"RankCollapse"})), "problem RankCollapse [fc2]\n");
    }

    /// Measured as root mean square: a norm of 8 is 1 in a layer of 64 units, and 0.25 in one of 1024.
    void outputsThatGrowFromTheStart()
    {
        const auto trained = [](double growth, int widest) {
            record::RunInfo info;
            info.experiment = R"({"health": {"training_kind": "scratch"}})";
            for (int i = 1; i <= 4; ++i)
                info.layers.push_back({"relu" + std::to_string(i), "ReLU", true, {}, std::vector<std::int64_t>{record::kBatchSize, i == 4 ? widest : 64}});
            MadeTraining training(info);
            for (int i = 1; i <= 4; ++i)
                training.line("Output Norm", "relu" + std::to_string(i), "mean", [=](int tick) { return tick == 0 ? 8 * std::pow(growth, i) : 8; });
            training.train(20);
            return told(checked(training.store(), {"BadInitialisation"}));
        };
        QCOMPARE(trained(1.5, 64), "");
        QCOMPARE(trained(4, 64), "warning BadInitialisation [relu1 relu4]\n");
        QCOMPARE(trained(4, 64 * 64), "");
        QCOMPARE(trained(0.05, 64), "problem BadInitialisation [relu1 relu4]\n");
    }

    /// Needs most layers: a single layer may start at zero.
    void unitsThatBeginAlike()
    {
        const auto trained = [](int alike) {
            MadeTraining training(classifier(4));
            for (int i = 1; i <= 4; ++i)
                training.line("Weight Effective Rank", "fc" + std::to_string(i), "value", [=](int tick) { return i <= alike ? 1.02 + 0.1 * tick : 40; });
            training.train(20);
            return told(checked(training.store(), {"BadInitialisation"}));
        };
        QCOMPARE(trained(0), "");
        QCOMPARE(trained(2), "");
        QCOMPARE(trained(3), "warning BadInitialisation [fc1 fc2 fc3]\n");
    }

    void inputsAsTheyAre_data()
    {
        QTest::addColumn<double>("mean");
        QTest::addColumn<double>("deviation");
        QTest::addColumn<bool>("embeds");
        QTest::addColumn<bool>("isSick");
        QTest::newRow("normalised") << 0.0 << 1.0 << false << false;
        QTest::newRow("pictures in 0 to 1") << 0.29 << 0.35 << false << false;
        QTest::newRow("pictures in 0 to 255") << 72.0 << 90.0 << false << true;
        QTest::newRow("far from zero") << 50.0 << 1.0 << false << true;
        QTest::newRow("tiny") << 0.0 << 0.001 << false << true;
        QTest::newRow("overflowing") << 1e33 << std::numeric_limits<double>::infinity() << false << true;
        QTest::newRow("tokens") << 400.0 << 300.0 << true << false;
    }

    void inputsAsTheyAre()
    {
        QFETCH(const double, mean);
        QFETCH(const double, deviation);
        QFETCH(const bool, embeds);
        QFETCH(const bool, isSick);
        record::RunInfo info;
        info.layers = {layer("first", embeds ? "Embedding" : "Linear")};
        MadeTraining training(info);
        training.line("Inputs", "", "mean", [=](int tick) { return tick == 0 ? mean : 0; });
        training.line("Inputs", "", "std", [=](int tick) { return tick == 0 ? deviation : 1; });
        training.train(20);
        QCOMPARE(told(checked(training.store(), {"InputsNotNormalised"})), isSick ? "warning InputsNotNormalised\n" : "");
        QCOMPARE(told(checked(training.store(), {"TargetsNotNormalised"})), "");
    }

    void targetsAsTheyAre()
    {
        const auto trained = [](double mean, double deviation) {
            MadeTraining training;
            training.line("Labels", "", "mean", [=](int) { return mean; }).line("Labels", "", "std", [=](int) { return deviation; });
            training.train(20);
            return told(checked(training.store(), {"TargetsNotNormalised", "InputsNotNormalised"}));
        };
        QCOMPARE(trained(3, 5), "");
        QCOMPARE(trained(0, 1e4), "warning TargetsNotNormalised\n");
        QCOMPARE(trained(0, 1e-3), "warning TargetsNotNormalised\n");
        QCOMPARE(trained(2000, 15), "warning TargetsNotNormalised\n");
    }

    void theMostFrequentClassAlone()
    {
        const auto trained = [](double accuracy, double share) {
            MadeTraining training;
            training.line("Labels", "", "class 0", [=](int) { return 1 - share; }).line("Labels", "", "class 1", [=](int) { return share; });
            training.line("Metrics", "", "train_accuracy mean", [=](int tick) { return accuracy + 0.004 * std::sin(tick); });
            training.train(60);
            return told(checked(training.store(), {"ClassImbalance"}));
        };
        QCOMPARE(trained(0.8, 0.8), "warning ClassImbalance\n");
        QCOMPARE(trained(0.9, 0.8), "");
        QCOMPARE(trained(0.5, 0.5), "");
    }

    /// Classes of tokens have no predictions.
    void oneClassIsRare()
    {
        const auto trained = [](double share, bool isClassifier) {
            MadeTraining training;
            for (const char *name : {"class 0", "class 1", "class 2", "class 3"}) {
                const double ofClass = name[6] == '0' ? 0 : name[6] == '1' ? share
                                                                           : (1 - share) / 2;
                training.line("Labels", "", name, [=](int tick) { return tick == 0 ? ofClass : std::nan(""); });
                if (isClassifier)
                    training.line("Predictions", "", name, [=](int) { return ofClass; });
            }
            training.train(20);
            return told(checked(training.store(), {"ClassImbalance"}));
        };
        QCOMPARE(trained(0.005, true), "warning ClassImbalance\n");
        QCOMPARE(trained(0.005, false), "");
        QCOMPARE(trained(0.05, true), "");
    }

    /// Compared with the share of such samples: 0.97 and 0.5.
    void oneClassIsPredicted()
    {
        const auto trained = [](double predicted, double share, double accuracy) {
            MadeTraining training;
            training.line("Labels", "", "class 0", [=](int tick) { return tick == 0 ? share : std::nan(""); });
            training.line("Predictions", "", "class 0", [=](int) { return predicted; }).line("Predictions", "", "class 1", [=](int) { return 1 - predicted; });
            training.line("Metrics", "", "train_accuracy mean", [=](int) { return accuracy; });
            training.train(60);
            return told(checked(training.store(), {"ClassImbalance"}));
        };
        QCOMPARE(trained(0.97, 0.5, 0.5), "warning ClassImbalance\n");
        QCOMPARE(trained(0.97, 0.97, 0.98), "");
        QCOMPARE(trained(0.97, 0.97, 0.965), "warning ClassImbalance\n"); // rare classes are predicted, but seldom correctly
        QCOMPARE(trained(1, 0.97, 0.97), "warning ClassImbalance\n");
        QCOMPARE(trained(0.6, 0.5, 0.5), "");
    }

    void probabilitiesThatAreTakenForLogits()
    {
        const auto trained = [](double share, record::RunInfo info) {
            MadeTraining training(std::move(info));
            training.line("Predictions", "", "share that sums to 1", [=](int tick) { return tick == 0 ? share : std::nan(""); }).train(10);
            return checked(training.store(), {"ProbabilitiesAsLogits"});
        };
        const auto findings = trained(1, classifier(2));
        QCOMPARE(told(findings), "warning ProbabilitiesAsLogits\n");
        QVERIFY2(findings.front().values.find("1.46") != std::string::npos, findings.front().values.c_str()); // ln(e + 9) - 1
        QCOMPARE(told(trained(0.5, classifier(2))), "");
        QCOMPARE(told(trained(1, {})), ""); // the loss may take the logarithm itself
    }

    void dataThatStarveTheTraining()
    {
        const auto trained = [](const std::vector<std::pair<std::string, double>> &tags) {
            MadeTraining training;
            for (const auto &[tag, value] : tags)
                training.line(tag, "", tag == "Data Wait" ? "waiting for data" : "value", [value](int tick) { return value * (1 + 0.05 * noise(tick)); });
            training.train(40);
            return told(checked(training.store(), {"DataStarvation"}));
        };
        QCOMPARE(trained({{"Data Wait", 0.3}}), "");
        QCOMPARE(trained({{"Data Wait", 0.7}}), "warning DataStarvation\n");
        QCOMPARE(trained({{"train/data_time", 0.7}, {"train/batch_time", 1.1}}), "warning DataStarvation\n"); // as another tool logs it
        QCOMPARE(trained({{"train/data_time", 0.2}, {"train/batch_time", 1.1}}), "");
        QCOMPARE(trained({{"train/data_time", 0.7}}), "");
    }

    void partsOfAStepThatTakeTooLong()
    {
        const auto trained = [](const std::string &slow, double seconds) {
            MadeTraining training;
            std::map<std::string, double> parts = {{"waiting for data", 0.1}, {"between steps", 0.3}, {"forward", 1}, {"loss", 0.1}, {"backward", 2}, {"optimizer", 0.5}, {"watching", 0.2}};
            parts[slow] = seconds;
            for (const auto &[part, time] : parts)
                training.line("Time in a Step", "", part, [time](int tick) { return time * (1 + 0.05 * noise(tick)); });
            training.train(40);
            return told(checked(training.store(), {"StepBottleneck", "DataStarvation"}));
        };
        QCOMPARE(trained("backward", 20), "");
        QCOMPARE(trained("between steps", 2), "");
        QCOMPARE(trained("between steps", 6), "warning StepBottleneck\n");
        QCOMPARE(trained("forward", 20), "note StepBottleneck\n");
        QCOMPARE(trained("loss", 5), "note StepBottleneck\n");
        QCOMPARE(trained("optimizer", 9), "note StepBottleneck\n");
        QCOMPARE(trained("watching", 3), "note StepBottleneck\n");
        QCOMPARE(trained("waiting for data", 6), "warning DataStarvation\n");
    }

    void runningStatisticsThatDrift()
    {
        const auto trained = [](double training, double evaluation) {
            MadeTraining made(fromScratch());
            for (const char *layer : {"bn1", "bn2"}) {
                const double share = layer[2] == '1' ? 0.05 : 1;
                made.line("Batch Norm Drift", layer, "train", [=](int tick) { return tick < 4 ? 9 : share * training; });
                made.line(
                    "Batch Norm Drift", layer, "eval", [=](int) { return share * evaluation; }, 10);
            }
            made.train(60);
            return checked(made.store(), {"BatchNormDrift"});
        };
        QCOMPARE(told(trained(0.1, 0.2)), "");
        QCOMPARE(told(trained(2, 2)), "warning BatchNormDrift [bn2]\n");
        QCOMPARE(told(trained(9, 9)), "problem BatchNormDrift [bn2]\n");
        const auto ofEvaluation = trained(0.1, 9);
        QCOMPARE(told(ofEvaluation), "problem BatchNormDrift [bn2]\n");
        QVERIFY(ofEvaluation.front().meaning.starts_with("Evaluation brings"));
    }

    void clippingThatIsAlwaysActive()
    {
        const auto trained = [](double norm, const char *clipping) {
            record::RunInfo info;
            info.experiment = std::string(R"({"clip_gradient": )") + clipping + "}";
            MadeTraining training(info);
            for (const char *layer : {"fc1", "fc2"})
                training.line(kGradient, layer, "mean", [=](int tick) { return norm * (1 + 0.2 * std::sin(tick)); });
            training.train(40);
            return told(checked(training.store(), {"ClippingAlwaysActive"}));
        };
        QCOMPARE(trained(0.5, R"({"kind": "norm", "limit": 1.0})"), "");
        QCOMPARE(trained(6, R"({"kind": "norm", "limit": 1.0})"), "note ClippingAlwaysActive\n");
        QCOMPARE(trained(60, R"({"kind": "norm", "limit": 1.0})"), "warning ClippingAlwaysActive\n");
        QCOMPARE(trained(60, R"({"kind": "value", "limit": 1.0})"), "");
        QCOMPARE(trained(60, R"("norm")"), "");
    }

    void batchNormalisationOfFewSamples()
    {
        const auto trained = [](int samples, std::vector<std::int64_t> shape) {
            record::RunInfo info;
            info.experiment = R"({"batch_size": )" + std::to_string(samples) + "}";
            info.layers = {{"bn", "BatchNorm1d", true, {}, std::move(shape)}};
            MadeTraining training(info);
            training.trainLoss([](int tick) { return goodLoss(tick); }).train(3);
            return told(checked(training.store(), {"BatchNormSamples"}));
        };
        QCOMPARE(trained(32, {record::kBatchSize, 16}), "");
        QCOMPARE(trained(2, {record::kBatchSize, 16}), "warning BatchNormSamples [bn]\n");
        QCOMPARE(trained(1, {record::kBatchSize, 16}), "problem BatchNormSamples [bn]\n");
        QCOMPARE(trained(2, {record::kBatchSize, 16, 28, 28}), "");
    }

    /// Occurs with much dropout: the loss falls to the guessing baseline and no further.
    void lossesThatComeDownToGuessing()
    {
        const auto trained = [](double end) {
            MadeTraining training(classifier(1));
            training.trainLoss([=](int tick) { return end + std::exp(-tick / 20.0) + 0.01 * noise(tick); });
            training.train(100);
            return checked(training.store(), {"LossNotDecreasing"});
        };
        const auto findings = trained(2.3);
        QCOMPARE(told(findings), "problem LossNotDecreasing\n");
        QVERIFY(findings.front().meaning.find("that of guessing") != std::string::npos);
        const auto passed = trained(2.15);
        QCOMPARE(told(passed), "note LossNotDecreasing\n");
        QVERIFY(passed.front().meaning.find("that of guessing") != std::string::npos);
        QCOMPARE(told(trained(1.5)), "");
    }

    /// Targets have a standard deviation of 2: predicting their mean gives a squared error of 4, and an absolute error of at most 2.
    void lossesOfRegressionsAboveGuessing()
    {
        const auto trained = [](const std::string &loss, double end) {
            record::RunInfo info;
            info.experiment = R"({"loss": )" + loss + "}";
            MadeTraining training(info);
            training.trainLoss([=](int tick) { return end + 8 * std::exp(-tick / 5.0) + 0.01 * noise(tick); });
            training.line("Labels", "", "std", [](int tick) { return tick == 0 ? 2 : std::nan(""); });
            training.train(100);
            return told(checked(training.store(), {"LossNotDecreasing", "LossDiverging"}));
        };
        QCOMPARE(trained(R"({"kind": "mse"})", 3.9), "problem LossNotDecreasing\n");
        QCOMPARE(trained(R"({"kind": "mse"})", 3), "");
        QCOMPARE(trained(R"({"kind": "mse"})", 8), "warning LossDiverging\nproblem LossNotDecreasing\n"); // starts at four times the guessing baseline
        QCOMPARE(trained(R"({"kind": "l1"})", 1), "warning LossDiverging\n");
        QCOMPARE(trained(R"({"kind": "mse", "target": "input"})", 8), "");
    }

    void guessing()
    {
        MadeTraining training(classifier(2));
        training.trainLoss([](int tick) { return goodLoss(tick); }).validationLoss([](int tick) { return 2.31 + 0.01 * noise(tick); }).train(60);
        QCOMPARE(told(checked(training.store(), {"ValidationNoBetterThanGuessing"})), "problem ValidationNoBetterThanGuessing\n");
        MadeTraining other(classifier(2));
        other.trainLoss([](int tick) { return goodLoss(tick); }).validationLoss([](int tick) { return 1.9 + 0.01 * noise(tick); }).train(60);
        QCOMPARE(told(checked(other.store(), {"ValidationNoBetterThanGuessing"})), "");
    }

    void aRateThatWasKilled()
    {
        const auto plateau = [](double at) {
            return [=](int tick) { return (0.7 + 1.6 * std::exp(-std::min<double>(tick, at) / 50)) * (1 + 0.01 * noise(tick)); };
        };
        MadeTraining killed;
        killed.trainLoss(plateau(40)).line("Learning Rate", "", "learning rate", [](int tick) { return tick < 40 ? 0.1 : 1e-6; }).train(150);
        const auto findings = checked(killed.store(), {"Plateau"});
        QCOMPARE(told(findings), "warning Plateau\n");
        QCOMPARE(findings.front().firstStep, 41 * MadeTraining::kStepsATick);
        MadeTraining atOnce; // before the loss fell
        atOnce.trainLoss([](int tick) { return 2.3 + 0.02 * noise(tick); }).line("Learning Rate", "", "learning rate", [](int tick) { return tick < 5 ? 0.1 : 1e-6; }).train(40);
        QCOMPARE(told(checked(atOnce.store(), {"Plateau"})), "warning Plateau\n");
    }

    void replicasThatDrift()
    {
        MadeTraining training;
        training.train(3);
        training.store().append({record::RunEvent::Kind::Warning, 40, 0, "The processes drift apart: these parameters now differ from the first process: fc1.weight"});
        const auto findings = checked(training.store());
        QCOMPARE(told(findings), "problem ReplicaDrift\n");
        QCOMPARE(findings.front().firstStep, 40);
    }
};

QTEST_GUILESS_MAIN(HealthRulesTest)
#include "tst_health_rules.moc"
