#include "core/import/tools/trainer_state_importer.h"
#include "tests/support/imported_run.h"
#include "tests/support/test_program.h"

#include <QTest>

using namespace lensboard;
using namespace lensboard::imports;
using namespace lensboard::test;

namespace {

/// Matches transformers' format: keys in alphabetical order; rows of training, evaluation and the end.
constexpr const char *kState = R"({
  "best_global_step": 20,
  "best_metric": 0.75,
  "best_model_checkpoint": "./out/checkpoint-20",
  "epoch": 2.0,
  "eval_steps": 500,
  "global_step": 20,
  "is_hyper_param_search": false,
  "log_history": [
    {"epoch": 0.5, "grad_norm": 5.5, "learning_rate": 1e-05, "loss": 1.5, "step": 5},
    {"epoch": 1.0, "grad_norm": NaN, "learning_rate": 5e-06, "loss": 1.25, "step": 10},
    {"epoch": 1.0, "eval_accuracy": 0.5, "eval_loss": 1.375, "eval_rewards/chosen": 3, "eval_runtime": 5.7, "step": 10},
    {"epoch": 2.0, "loss": 1.0, "rewards/chosen": 4, "step": 20},
    {"epoch": 2.0, "step": 20, "total_flos": 6e15, "train_loss": 1.25, "train_runtime": 60.5}
  ],
  "logging_steps": 5,
  "max_steps": 20,
  "num_train_epochs": 2,
  "stateful_callbacks": {"TrainerControl": {"args": {"should_log": false}}},
  "total_flos": 6e15,
  "train_batch_size": 8,
  "trial_name": null,
  "trial_params": {"learning_rate": 1e-05, "optimizer": "adamw"}
})";

ImportedRun readState(const std::string &text)
{
    const GrownFile file("trainer_state.json");
    file.write(text);
    TrainerStateImporter importer(file.path());
    return imported(importer);
}

} // namespace

class TrainerStateImporterTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void aWholeStateArrives()
    {
        const ImportedRun run = readState(kState);
        QCOMPARE(run.value("loss|loss|loss|line", 5), std::string("1.5"));
        QCOMPARE(run.value("loss|loss|loss|line", 20), std::string("1"));
        QCOMPARE(run.value("loss|loss|eval_loss|line", 10), std::string("1.375"));
        QCOMPARE(run.value("loss|loss|train_loss|line", 20), std::string("1.25"));
        QCOMPARE(run.value("grad_norm|grad_norm|grad_norm|line", 10), std::string("nan"));
        QCOMPARE(run.value("rewards|chosen|value|line", 20), std::string("4"));
        QCOMPARE(run.value("rewards|chosen|eval|line", 10), std::string("3"));
        QCOMPARE(run.value("runtime|runtime|eval_runtime|line", 10), std::string("5.7"));
        QCOMPARE(run.valueCount(), std::size_t{3 + 3 + 4 + 2 + 3});
        QCOMPARE(run.stamps.at(5).epoch, std::int64_t{0});
        QCOMPARE(run.stamps.at(20).epoch, std::int64_t{2});
        QCOMPARE(run.events.size(), std::size_t{0});
        QCOMPARE(run.info.message, std::string());
        QCOMPARE(QString::fromStdString(run.info.experiment),
                 QString(R"({"hparams":{"eval_steps":500,"learning_rate":1e-05,"logging_steps":5,"max_steps":20,"num_train_epochs":2,"optimizer":"adamw","train_batch_size":8}})"));
        const std::vector<std::pair<std::string, std::string>> details(run.info.environment.begin() + 2, run.info.environment.end());
        QVERIFY((details == std::vector<std::pair<std::string, std::string>>{{"best_global_step", "20"}, {"best_metric", "0.75"},
                     {"best_model_checkpoint", "./out/checkpoint-20"}, {"epoch", "2"}, {"global_step", "20"}, {"total_flos", "6e+15"}}));
    }

    void aHistoryAloneArrives()
    {
        const ImportedRun run = readState(R"([{"loss": 2, "step": 10}, {"loss": 1, "step": 20}, {"eval_loss": 3}])");
        QCOMPARE(run.value("loss|loss|loss|line", 20), std::string("1"));
        QCOMPARE(run.value("loss|loss|eval_loss|line", 20), std::string("3"));
        const ImportedRun counted = readState(R"([{"loss": 2, "acc": 0.5}, {"loss": 1, "acc": 0.75}])");
        QCOMPARE(counted.value("loss|loss|loss|line", 2), std::string("1"));
        QCOMPARE(counted.value("acc|acc|acc|line", 1), std::string("0.5"));
    }

    void nothingIsLeftOutInSilence()
    {
        const GrownFile file("trainer_state.json");
        file.write(R"({"log_history": [{"step": 1, "loss": 3}, {"step": 1, "loss": 2}, {"step": 2, "loss": 1, "note": "late", "batch": 7}, {"step": 1, "loss": 0.5}]})");
        TrainerStateImporter importer(file.path());
        store::RunStore run;
        ReadProgress progress;
        importer.read(run, progress);
        QStringList values;
        for (const record::Frame &frame : frames(run))
            for (const auto &[series, value] : frame.values)
                values << QString("%1=%2").arg(frame.stamp.step).arg(value);
        QCOMPARE(values.join(' '), QString("1=3 1=2 1=0.5 2=1 2=7"));
        QVERIFY(!ImportedRun(run).told("row 2: \"note\" is text, and skipped: \"late\"").empty());
    }

    void damageKeepsWhatIsBefore()
    {
        const ImportedRun cut = readState("{\"log_history\": [{\"step\": 1, \"loss\": 3}, {\"step\": 2, \"lo");
        QCOMPARE(cut.value("loss|loss|loss|line", 1), std::string("3"));
        QCOMPARE(cut.valueCount(), std::size_t{1});
        QCOMPARE(cut.info.message, std::string("ends within the document, at byte 56"));
        const ImportedRun damaged = readState(R"({"log_history": [{"step": 1, "loss": 3}, {"step": ?, "loss": 2}], "max_steps": 7})");
        QCOMPARE(damaged.valueCount(), std::size_t{1});
        QVERIFY2(damaged.told("byte 50 is not JSON, found").ends_with("the rest of the file is lost, 31 bytes"), damaged.events.back().text.c_str());
    }

    void anotherContentIsReadAnew()
    {
        const GrownFile file("trainer_state.json");
        file.write(R"({"log_history": [{"step": 1, "loss": 3}]})");
        TrainerStateImporter importer(file.path());
        store::RunStore run;
        ReadProgress progress;
        QVERIFY(importer.read(run, progress));
        QVERIFY(!importer.read(run, progress));
        file.write(R"({"log_history": [{"step": 1, "loss": 3}, {"step": 2, "loss": 2}]})"); // appended in place
        QVERIFY_EXCEPTION_THROWN(importer.read(run, progress), SourceReplaced);
    }

    void anotherContentOfOneLengthIsReadAnew()
    {
        const GrownFile file("trainer_state.json");
        file.write(R"({"log_history": [{"step": 1, "loss": 3}]})");
        TrainerStateImporter importer(file.path());
        store::RunStore run;
        ReadProgress progress;
        importer.read(run, progress);
        file.write(R"({"log_history": [{"step": 1, "loss": 4}]})");
        std::filesystem::last_write_time(file.path(), std::filesystem::last_write_time(file.path()) + std::chrono::seconds(1));
        QVERIFY_EXCEPTION_THROWN(importer.read(run, progress), SourceReplaced);
    }

    void otherDocumentsAreNotTaken()
    {
        QVERIFY(TrainerStateImporter::recognises(kState));
        for (const char *other : {R"([{"loss": 1}])", "{\"step\": 1}\n{\"log_history\": [{\"step\": 1}]}\n", "", "{", "[", "[1, 2]", R"({"step": 1, "loss": 2})", R"([{"name": "a"}])", R"({"format": 1, "name": "my experiment"})"})
            QVERIFY2(!TrainerStateImporter::recognises(other), other);
    }
};

LENSBOARD_TEST(TrainerStateImporterTest)
#include "tst_trainer_state_importer.moc"
