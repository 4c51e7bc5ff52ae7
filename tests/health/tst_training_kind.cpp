// The kind of training that rules assume, and healthy logs of each kind.

#include "tests/support/made_classifier.h"
#include "tests/support/made_logs.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace lensboard;
using namespace lensboard::test;
using health::TrainingKind;

namespace {

health::JudgedAs judgedAs(const store::Run &run, std::optional<TrainingKind> given = std::nullopt)
{
    health::Checker checker(health::rulesNamed({}), given);
    checker.follow(run);
    return checker.judgedAs();
}

} // namespace

class TrainingKindTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void healthyLogs_data()
    {
        QTest::addColumn<int>("log");
        for (int i = 0; i < static_cast<int>(std::size(kMadeLogs)); ++i)
            QTest::newRow(kMadeLogs[i].name) << i;
    }

    void healthyLogs()
    {
        QFETCH(const int, log);
        for (unsigned seed = 1; seed <= 5; ++seed) {
            const auto made = kMadeLogs[log].make(seed);
            QCOMPARE(settings::toText(judgedAs(made->store()).kind), kMadeLogs[log].kind);
            for (const health::Finding &finding : checked(made->store()))
                QVERIFY2(finding.severity == health::Severity::Note, (std::to_string(seed) + ": " + told({finding}) + finding.values).c_str());
        }
    }

    void theReasonIsEvidence()
    {
        const auto ppo = logs::ppo(1), range = logs::rangeTest(1), head = logs::newHead(1), lora = logs::lora(1);
        QCOMPARE(judgedAs(ppo->store()).reason, "it records rollout/ep_rew_mean");
        QVERIFY2(judgedAs(range->store()).reason.starts_with("the learning rate only rises, from 1e-08 to"), judgedAs(range->store()).reason.c_str());
        QCOMPARE(judgedAs(head->store()).reason, "6 of 7 layers are frozen");
        QCOMPARE(judgedAs(lora->store()).reason, "it trains adapters: base_model.model.layers.0.q_proj.lora_A.default");
    }

    void firstLossesTellTrainedModels()
    {
        const auto kind = [](double start, std::int64_t stepsATick) {
            MadeTraining training(classifier(2), stepsATick);
            training.trainLoss([=](int tick) { return start * std::exp(-tick / 20.0); }).train(10);
            return settings::toText(judgedAs(training.store()).kind);
        };
        QCOMPARE(kind(2.3, 10), "scratch");
        QCOMPARE(kind(0.8, 10), "continued");
        QCOMPARE(kind(0.8, 400), "unknown"); // 400 steps may have taught it as much
        QCOMPARE(kind(2.3, 400), "scratch");
    }

    void aRunThatBeginsLateContinues()
    {
        MadeTraining training({}, 1);
        MadeTraining late({}, 5000); // begins at step 5000, but so far apart are its ticks
        late.trainLoss([](int) { return 2; }).train(5);
        QCOMPARE(judgedAs(late.store()).kind, TrainingKind::Unknown);
    }

    void theKindCanBeChosen()
    {
        record::RunInfo info = classifier(2);
        info.experiment = R"({"loss": {"kind": "cross_entropy"}, "health": {"training_kind": "fine-tuning"}})";
        MadeTraining byExperiment(info);
        byExperiment.trainLoss([](int) { return 2.3; }).train(5);
        QCOMPARE(judgedAs(byExperiment.store()), (health::JudgedAs{TrainingKind::FineTuning, "it was chosen"}));
        QCOMPARE(judgedAs(byExperiment.store(), TrainingKind::Adversarial).kind, TrainingKind::Adversarial);
        info.environment.emplace_back(health::kKindKey, "continued");
        MadeTraining byLoop(info);
        QCOMPARE(judgedAs(byLoop.store()).kind, TrainingKind::Continued);
        info.experiment = R"({"loss": {"kind": "cross_entropy"}, "health": {"training_kind": "auto"}})";
        info.environment.clear();
        MadeTraining byEvidence(info);
        byEvidence.trainLoss([](int) { return 2.3; }).train(5);
        QCOMPARE(judgedAs(byEvidence.store()).kind, TrainingKind::Scratch);
    }

    /// A loss that stays where it began.
    void severityDependsOnTheKind_data()
    {
        QTest::addColumn<QString>("kind");
        QTest::addColumn<QString>("told");
        QTest::newRow("scratch") << "scratch" << "problem LossNotDecreasing\n";
        QTest::newRow("unknown") << "unknown" << "warning LossNotDecreasing\n";
        QTest::newRow("continued") << "continued" << "note LossNotDecreasing\n";
        QTest::newRow("reinforcement") << "reinforcement" << "";
    }

    void severityDependsOnTheKind()
    {
        QFETCH(const QString, kind);
        QFETCH(const QString, told);
        MadeTraining training;
        training.trainLoss([](int tick) { return 2.3 + 0.05 * noise(tick, 2); }).train(60);
        health::Checker checker(health::rulesNamed({"LossNotDecreasing"}), settings::trainingKindFromText(kind.toStdString()));
        checker.follow(training.store());
        QCOMPARE(QString::fromStdString(test::told(checker.findings())), told);
    }

    /// A validation loss that rises while the training loss falls.
    void overfittingIsAProblemFromScratch()
    {
        MadeTraining training;
        training.trainLoss([](int tick) { return 2.3 * std::exp(-tick / 60.0); });
        training.validationLoss([](int tick) { return 2 * std::exp(-tick / 20.0) + 0.02 * tick; }).train(200);
        for (const char *kind : {"scratch", "unknown", "fine-tuning"}) {
            health::Checker checker(health::rulesNamed({"Overfitting"}), settings::trainingKindFromText(kind));
            checker.follow(training.store());
            QCOMPARE(test::told(checker.findings()), std::string(kind) == "scratch" ? "problem Overfitting\n" : "warning Overfitting\n");
        }
    }

    void numbersProveInEachKind()
    {
        for (const char *kind : settings::kTrainingKinds) {
            MadeTraining training;
            training.trainLoss([](int tick) { return tick < 20 ? 1 : std::nan(""); }).train(40);
            health::Checker checker(health::rulesNamed({}), settings::trainingKindFromText(kind));
            checker.follow(training.store());
            QCOMPARE(test::told(checker.findings()), std::string(kind) == "range-test" ? "note NotFinite\n" : "problem NotFinite\n");
        }
    }
};

LENSBOARD_TEST(TrainingKindTest)
#include "tst_training_kind.moc"
