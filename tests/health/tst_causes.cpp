// Findings of one cause are grouped under the earliest, with the change before it.

#include "core/health/causes.h"
#include "core/health/rules/loop_fault.h"
#include "tests/support/made_training.h"
#include "tests/support/test_program.h"

#include <QRegularExpression>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <limits>

using namespace lensboard;
using namespace lensboard::test;
using health::Finding;
using health::Severity;

namespace {

Finding found(const std::string &rule, Severity severity, std::int64_t first, std::int64_t last)
{
    Finding finding;
    finding.rule = rule;
    finding.severity = severity;
    finding.firstStep = first;
    finding.lastStep = last;
    return finding;
}

QString order(std::vector<Finding> findings)
{
    groupByCause(findings);
    QStringList texts;
    for (const Finding &each : findings)
        texts << QString::fromStdString(each.cause.empty() ? each.rule : each.rule + " < " + each.cause);
    return texts.join(", ");
}

/// Returns the finding of \p rule; an empty one if there is none.
Finding of(const std::string &rule, const std::vector<Finding> &findings)
{
    const auto each = std::ranges::find(findings, rule, &Finding::rule);
    return each == findings.end() ? Finding() : *each;
}

/// A training with a loss that grows from tick 60 on.
double divergingLoss(int tick)
{
    return tick < 60 ? goodLoss(tick) : 2.3 * std::pow(1.3, tick - 60);
}

} // namespace

class CausesTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void effectsFollowTheirCause()
    {
        QCOMPARE(order({found("LossNotDecreasing", Severity::Problem, 0, 4000), found("NoGradient", Severity::Problem, 200, 4000),
                        found("DeadUnits", Severity::Warning, 160, 4000), found("ClassImbalance", Severity::Warning, 20, 4000)}),
                 "DeadUnits, LossNotDecreasing < DeadUnits, NoGradient < DeadUnits, ClassImbalance");
    }

    void frozenLayersFollowFromTheirOwnGradients()
    {
        Finding gradient = found("NoGradient", Severity::Problem, 20, 4000), frozen = found("LayerFrozen", Severity::Problem, 20, 4000);
        gradient.layers = {"fc1"};
        frozen.layers = {"fc1", "fc2"};
        QCOMPARE(order({frozen, gradient}), "NoGradient, LayerFrozen < NoGradient");
        frozen.layers = {"fc2"};
        QCOMPARE(order({frozen, gradient}), "LayerFrozen, NoGradient");
    }

    /// A cause does not come after its effect.
    void laterFindingsAreNoCause()
    {
        QCOMPARE(order({found("LossDiverging", Severity::Problem, 100, 4000), found("InputsNotNormalised", Severity::Warning, 300, 4000)}),
                 "LossDiverging, InputsNotNormalised");
        QCOMPARE(order({found("LossNotDecreasing", Severity::Problem, 0, 4000), found("DeadUnits", Severity::Problem, 3000, 4000)}),
                 "LossNotDecreasing, DeadUnits");
    }

    void notesExplainNotesOnly()
    {
        QCOMPARE(order({found("LossSpike", Severity::Note, 100, 120), found("LossDiverging", Severity::Problem, 200, 4000)}), "LossDiverging, LossSpike");
        QCOMPARE(order({found("LossSpike", Severity::Warning, 100, 120), found("LossDiverging", Severity::Problem, 200, 4000)}),
                 "LossSpike, LossDiverging < LossSpike");
    }

    void changedRateIsNamed_data()
    {
        QTest::addColumn<int>("change");
        QTest::addColumn<QString>("before");
        QTest::newRow("just before") << 57 << "80 steps after the learning rate changed from 0.05 to 0.5";
        QTest::newRow("long before") << 30 << "";
    }

    void changedRateIsNamed()
    {
        QFETCH(const int, change);
        MadeTraining training;
        training.trainLoss(divergingLoss).line("train/lr", "", "value", [=](int tick) { return tick < change ? 0.05 : 0.5; });
        training.train(120);
        const Finding finding = of("LossDiverging", checked(training.store()));
        QVERIFY(finding.firstStep > 60 * MadeTraining::kStepsATick);
        QTEST(QString::fromStdString(finding.before).replace(QRegularExpression("^\\d+"), "80"), "before");
        if (change == 57) // the last tick with the old rate is the 57th, so ends at step 1140
            QCOMPARE(finding.before.substr(0, finding.before.find(' ')), std::to_string(finding.firstStep - 57 * MadeTraining::kStepsATick));
    }

    /// A warm-up and a decay change the rate in each tick.
    void schedulesAreNotNamed()
    {
        MadeTraining training;
        training.trainLoss(divergingLoss).line("train/lr", "", "value", [](int tick) { return 0.05 * std::pow(2.0, tick - 60); });
        training.train(120);
        QCOMPARE(of("LossDiverging", checked(training.store())).before, std::string());
    }

    void aRateThatWasSetIsNamed()
    {
        MadeTraining training;
        training.trainLoss(divergingLoss);
        training.train(58);
        training.store().append({record::RunEvent::Kind::LearningRate, 58 * MadeTraining::kStepsATick, 0, "0.5"});
        training.train(60);
        const Finding finding = of("LossDiverging", checked(training.store()));
        QVERIFY2(finding.before.find("steps after the learning rate was set to 0.5") != std::string::npos, finding.before.c_str());
    }

    /// Ticks are 20 steps and epochs are ten ticks long.
    void aNewEpochIsNamed()
    {
        MadeTraining training;
        training.trainLoss([](int tick) { return tick == 50 || tick == 80 ? 30 : goodLoss(tick); });
        training.train(120);
        const Finding finding = of("LossSpike", checked(training.store()));
        QCOMPARE(finding.firstStep, 51 * MadeTraining::kStepsATick);
        QCOMPARE(finding.before, std::string("in the first tick of a new epoch"));
    }

    void growthBeforeANanIsNamed()
    {
        MadeTraining training;
        training.trainLoss([](int tick) { return tick < 65 ? goodLoss(tick) : std::numeric_limits<double>::quiet_NaN(); });
        for (const std::string layer : {"fc1", "fc2"})
            training.line("Weight Gradient Norm", layer, "mean", [=](int tick) {
                return tick >= 65 ? std::numeric_limits<double>::quiet_NaN() : layer == "fc2" && tick > 60 ? std::pow(50, tick - 60) : 1 + 0.1 * noise(tick);
            });
        training.train(90);
        const Finding finding = of("NotFinite", checked(training.store(), {"NotFinite"}));
        QVERIFY2(finding.before.starts_with("gradients of parameters of fc2 had grown to 6.25e+06, "), finding.before.c_str());
    }

    void aSuddenNanHasNothingBefore()
    {
        MadeTraining training;
        training.trainLoss([](int tick) { return tick < 65 ? goodLoss(tick) : std::numeric_limits<double>::quiet_NaN(); });
        training.train(90);
        QCOMPARE(of("NotFinite", checked(training.store())).before, std::string());
    }

    void faultsOfLoopsBecomeFindings()
    {
        MadeTraining training;
        training.trainLoss([](int tick) { return goodLoss(tick); });
        training.train(20);
        record::RunEvent event = health::loopFault("not_optimized", {"fc2.weight", "fc2.bias"});
        event.step = 400;
        training.store().append(event);
        training.store().append({record::RunEvent::Kind::Warning, 400, 0, "damaged", R"({"loop_fault": ["untied"], "parameters": 3})"});
        training.store().append({record::RunEvent::Kind::Warning, 400, 0, "damaged", R"({"loop_fault": "same_batches", "parameters": {"a": 1}, "numbers": [4, {}]})"});
        training.train(20);
        const auto findings = checked(training.store());
        QCOMPARE(told(findings), "warning LoopFault [fc2.weight fc2.bias]\nwarning LoopFault\n");
        QCOMPARE(findings.front().firstStep, 400);
        QVERIFY_THROWS_EXCEPTION(std::invalid_argument, health::loopFault("unknown", {}));
    }
};

LENSBOARD_TEST(CausesTest)
#include "tst_causes.moc"
