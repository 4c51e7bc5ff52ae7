// Following a run: tick by tick or at once, live, restarted, without values.

#include "core/experiment/settings/rule_settings.h"
#include "core/health/limit_scale.h"
#include "core/health/run_judge.h"
#include "core/runs/run_source.h"
#include "core/store/file/run_file.h"
#include "core/store/file/run_saver.h"
#include "tests/support/made_training.h"
#include "tests/support/patience.h"

#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <atomic>
#include <limits>

using namespace lensboard;
using namespace lensboard::test;
using health::Checker;

namespace {

std::string everything(const std::vector<health::Finding> &findings)
{
    std::string text;
    for (const health::Finding &each : findings)
        text += told({each}) + std::to_string(each.firstStep) + ' ' + std::to_string(each.lastStep) + ' ' + each.values + '\n';
    return text;
}

/// Adds several faults, one after the other.
void addSick(MadeTraining &training)
{
    training.trainLoss([](int tick) { return tick == 60 ? 9 : tick < 150 ? goodLoss(tick) : 5 + noise(tick); });
    training.validationLoss([](int tick) { return 2.4 + 0.01 * noise(tick); });
    for (int i = 1; i <= 4; ++i) {
        const std::string layer = "fc" + std::to_string(i);
        training.line("Weight Gradient Norm", layer, "mean", [=](int tick) {
            return i == 2 && tick > 100 ? 0 : i == 3 && tick > 220 ? std::numeric_limits<double>::infinity() : std::pow(20, i) * (1 + 0.2 * noise(tick));
        }, i == 4 ? 3 : 1);
        training.line("Output Activations", layer, "death_rate", [=](int tick) { return i == 1 ? 0.99 : 0.002 * tick; });
    }
}

} // namespace

class CheckerTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void tickByTickAsAllAtOnce()
    {
        MadeTraining training;
        addSick(training);
        Checker live;
        for (int i = 0; i < 250; ++i) {
            training.train(1);
            live.follow(training.store());
        }
        const std::string found = everything(checked(training.store()));
        QVERIFY(found.find("NoGradient") != found.npos && found.find("LossDiverging") != found.npos && found.find("NotFinite") != found.npos);
        QCOMPARE(everything(live.findings()), found);
    }

    void aSavedRunAsALiveOne()
    {
        const QTemporaryDir folder;
        const std::string path = folder.filePath("run.lbrun").toStdString();
        MadeTraining training;
        addSick(training);
        training.train(3000);
        const auto store = std::shared_ptr<store::RunStore>(&training.store(), [](auto *) {});
        {
            store::RunSaver saver(store, path);
            store->update([](record::RunInfo &info) { info.status = record::RunStatus::Finished; });
        }
        imports::ReadProgress progress;
        const auto source = runs::openRun(path, progress);
        QCOMPARE(everything(checked(*source->run())), everything(checked(training.store())));
    }

    void nothingNewChangesNothing()
    {
        MadeTraining training;
        addSick(training);
        training.train(200);
        Checker checker;
        checker.follow(training.store());
        const std::string found = everything(checker.findings());
        for (int i = 0; i < 3; ++i)
            checker.follow(training.store());
        QCOMPARE(everything(checker.findings()), found);
    }

    void emptyRunsHaveNoFindings()
    {
        const store::RunStore run;
        Checker checker;
        checker.follow(run);
        QCOMPARE(told(checker.findings()), "");
        const auto missing = checker.missing();
        QVERIFY(std::ranges::find(missing, health::MissingEvidence{"VanishingGradient", {"ParameterGradientGeometry"}}) != missing.end());
    }

    void whatAModelDoesNotHaveIsNotMissed()
    {
        const auto isMissed = [](const char *type) {
            record::RunInfo info;
            info.layers = {{"norm", type, true, {}}};
            MadeTraining training(info);
            Checker checker;
            checker.follow(training.train(1).store());
            return std::ranges::count(checker.missing(), "BatchNormDrift", &health::MissingEvidence::rule) > 0;
        };
        QVERIFY(isMissed("BatchNorm2d"));
        QVERIFY(!isMissed("LayerNorm"));
    }

    void onlyNan()
    {
        MadeTraining training;
        training.trainLoss([](int) { return std::numeric_limits<double>::quiet_NaN(); }).train(30);
        QCOMPARE(told(checked(training.store())), "problem NotFinite\n");
    }

    void aRunThatBeginsAnewIsJudgedAnew()
    {
        MadeTraining training;
        addSick(training);
        training.train(250);
        Checker checker;
        checker.follow(training.store());
        QVERIFY(!checker.findings().empty());
        training.store().restart({});
        checker.follow(training.store());
        QCOMPARE(told(checker.findings()), "");
    }

    /// For example, a training resumed from a checkpoint before the fault.
    void whatWasCutIsForgotten()
    {
        MadeTraining training;
        training.trainLoss([](int tick) { return tick < 100 ? goodLoss(tick) : 50; }).train(150);
        Checker checker;
        checker.follow(training.store());
        QVERIFY(told(checker.findings()).starts_with("problem LossDiverging\n"));
        training.store().cut({{0, 100 * MadeTraining::kStepsATick}});
        checker.follow(training.store());
        QCOMPARE(told(checker.findings()), "");
    }

    void seriesComeWhileARunGrows()
    {
        MadeTraining training;
        training.trainLoss([](int tick) { return goodLoss(tick); }).train(50);
        Checker checker;
        checker.follow(training.store());
        training.line("Output Activations", "relu1", "death_rate", [](int) { return 1; }).train(30);
        checker.follow(training.store());
        QCOMPARE(told(checker.findings()), "problem DeadUnits [relu1]\n");
        QVERIFY(checker.findings().front().firstStep > 50 * MadeTraining::kStepsATick);
    }

    void onlyTheRulesThatWereAskedFor()
    {
        MadeTraining training;
        addSick(training);
        training.train(250);
        for (const health::Finding &finding : checked(training.store(), {"DeadUnits"}))
            QCOMPARE(finding.rule, "DeadUnits");
    }

    void theExperimentSetsItsRules()
    {
        record::RunInfo info;
        QCOMPARE(health::rulesOf(info).size(), health::ruleKinds().size());
        info.experiment = R"({"another tool": true})";
        QCOMPARE(health::rulesOf(info).size(), health::ruleKinds().size());
        info.experiment = R"({"format": 1, "dataset": {"kind": "spirals"}, "model": {"kind": "mlp"}, "optimizer": {"kind": "sgd"},
                              "health": {"rules": [{"kind": "LossSpike", "sensitivity": "high", "noises": 3}, {"kind": "DeadUnits", "enabled": false}]}})";
        const auto rules = health::rulesOf(info);
        QCOMPARE(rules.size(), health::ruleKinds().size() - 1);
        for (const experiment::KindSettings &rule : rules) {
            QVERIFY(rule.kind != "DeadUnits");
            if (rule.kind == "LossSpike")
                QCOMPARE(rule.as<settings::rules::LossSpike>().sensitivity, settings::Sensitivity::High);
        }
        const auto named = health::rulesOf(info, {"DeadUnits", "LossSpike"});
        QCOMPARE(named.size(), 2U);
        QCOMPARE(named[0].kind, std::string("DeadUnits"));
        QCOMPARE(named[1].as<settings::rules::LossSpike>().sensitivity, settings::Sensitivity::High);
        QCOMPARE(health::ignoredSettings(info), std::vector<record::Message>{"health.rules.0.noises is ignored: limits of rules are no longer settings. "
                                                                         "Set \"sensitivity\" to \"low\" or \"high\" instead."});
    }

    void sensitivityScalesLimits()
    {
        using settings::Sensitivity;
        const health::LimitScale low(Sensitivity::Low), normal, high(Sensitivity::High);
        const auto all = [&](auto limit) { return std::array{limit(low), limit(normal), limit(high)}; };
        QCOMPARE(all([](auto scale) { return scale.above(12); }), (std::array{24.0, 12.0, 6.0}));
        QCOMPARE(all([](auto scale) { return scale.below(0.02); }), (std::array{0.01, 0.02, 0.04}));
        QCOMPARE(all([](auto scale) { return scale.share(0.5); }), (std::array{1.0 / 1.5, 0.5, 0.25 / 0.75}));
        QCOMPARE(all([](auto scale) { return scale.count(10); }), (std::array<std::size_t, 3>{20, 10, 5}));
    }

    void aSensitiveRuleFindsSmallerSpikes()
    {
        MadeTraining training;
        training.trainLoss([](int tick) { return goodLoss(tick) + (tick == 60 || tick == 75 ? 0.7 : 0); }).train(90);
        const auto toldAt = [&](const char *sensitivity) {
            health::Checker checker({{"LossSpike", {{"kind", "LossSpike"}, {"enabled", true}, {"sensitivity", sensitivity}}}});
            checker.follow(training.store());
            return told(checker.findings());
        };
        QCOMPARE(toldAt("low"), std::string());
        QCOMPARE(toldAt("normal"), std::string());
        QCOMPARE(toldAt("high"), std::string("warning LossSpike\n"));
    }

    void theVerdictIsOfTheRunsRules()
    {
        record::RunInfo info;
        info.experiment = R"({"format": 1, "dataset": {"kind": "spirals"}, "model": {"kind": "mlp"}, "optimizer": {"kind": "sgd"},
                              "health": {"rules": [{"kind": "NotFinite", "enabled": false}]}})";
        MadeTraining training(info);
        training.trainLoss([](int tick) { return tick < 15 ? goodLoss(tick) : std::nan(""); }).train(30);
        QVERIFY(!health::verdictOf(training.store()));
    }

    void aLensThatFindsNothingToMeasureIsNotMissing()
    {
        store::RunStore run;
        const auto misses = [&] {
            health::Checker checker;
            checker.follow(run);
            return std::ranges::count(checker.missing(), "Saturation", &health::MissingEvidence::rule) > 0;
        };
        run.registerTag({"Loss", "LossMetrics", record::TagKind::Numerical, "value", true});
        QVERIFY(misses());
        run.registerTag({"Output Saturation", "OutputSaturation", record::TagKind::Probability, "share"});
        QVERIFY(!misses());
    }

    /// Judges on its own thread, and signals results until it is destroyed.
    void aJudgeFollowsARun()
    {
        MadeTraining training;
        training.trainLoss([](int tick) { return tick < 100 ? goodLoss(tick) : std::nan(""); });
        training.train(50);
        std::atomic<int> judged = 0;
        health::RunJudge judge(std::shared_ptr<const store::Run>(std::shared_ptr<void>(), &training.store()), settings::allRules(), [&](const health::Judgement &) { ++judged; });
        QTRY_VERIFY(judge.judgement() != nullptr);
        const auto found = [&] { return std::ranges::count(judge.lookNow()->findings, "NotFinite", &health::Finding::rule); };
        QCOMPARE(found(), 0);
        const int before = judged;
        training.train(100);
        QCOMPARE(found(), 1);
        QVERIFY(judged > before);
    }

    /// A good loss alone gives no verdict "fine", because most rules have seen no data.
    void whatWasHardlyJudgedHasNoVerdict()
    {
        const auto verdict = [](const MadeTraining::Curve &loss) {
            MadeTraining training;
            training.trainLoss(loss).train(200);
            return health::verdictOf(training.store());
        };
        QVERIFY(!verdict([](int tick) { return goodLoss(tick); }));
        const auto sick = verdict([](int tick) { return tick < 100 ? goodLoss(tick) : std::nan(""); });
        QVERIFY(sick && sick->problems == std::vector<std::string>{"NotFinite"});
        QVERIFY(health::verdictOf({{}, {{"DeadUnits", {}}}, {}}, 3) == record::RunVerdict());
        QVERIFY(!health::verdictOf({{}, {}, "cannot be read"}, 3));
    }

    void anUnknownRuleNamesTheNearest()
    {
        try {
            (void)health::rulesNamed({"DeadUnit"});
            QFAIL("no error");
        } catch (const std::invalid_argument &error) {
            QVERIFY2(std::string(error.what()).find("did you mean DeadUnits?") != std::string::npos, error.what());
        }
    }
};

QTEST_GUILESS_MAIN(CheckerTest)
#include "tst_checker.moc"
