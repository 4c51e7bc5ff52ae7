#include "core/import/logs/text_log_importer.h"
#include "core/import/monitorch/monitorch_importer.h"
#include "core/import/tables/csv_importer.h"
#include "core/import/tables/exported_csv_importer.h"
#include "core/import/tables/exported_json_importer.h"
#include "core/import/tables/json_lines_importer.h"
#include "core/import/tensorboard/tensorboard_importer.h"
#include "core/import/tools/catboost_importer.h"
#include "core/import/tools/dvclive_importer.h"
#include "core/import/tools/evals_result_importer.h"
#include "core/import/tools/fairseq_importer.h"
#include "core/import/tools/keras_history_importer.h"
#include "core/import/tools/mlflow/mlflow_importer.h"
#include "core/import/tools/sacred_importer.h"
#include "core/import/tools/tensorboard_json_importer.h"
#include "core/import/tools/trainer_state_importer.h"
#include "core/import/tools/wandb/wandb_importer.h"
#include "core/import/tools/yaml_values.h"
#include "core/record/clock.h"
#include "core/store/columns/run_store.h"
#include "core/store/file/run_file.h"
#include "core/store/file/run_file_format.h"
#include "tests/support/dvclive_folder.h"
#include "tests/support/gzipped.h"
#include "tests/support/mutated_run_file.h"
#include "tests/support/read_everything.h"
#include "tests/support/read_run_database.h"
#include "tests/support/scratch_file.h"
#include "tests/support/test_program.h"
#include "tests/support/wandb_log_maker.h"

#include <QDir>
#include <QTest>

#include <algorithm>
#include <functional>
#include <vector>

#include <sys/resource.h>

using namespace lensboard;
using test::Random;
using test::ScratchFile;

namespace {

constexpr std::size_t kSeedPageSize = 512;

std::vector<std::string> seeds(const QString &name)
{
    std::vector<std::string> contents;
    const QDir folder(LENSBOARD_SOURCE_DIR "/tests/fuzz/corpus/" + name);
    for (const QString &file : folder.entryList(QDir::Files, QDir::Name)) {
        QFile seed(folder.filePath(file));
        if (seed.open(QIODevice::ReadOnly))
            contents.push_back(seed.readAll().toStdString());
    }
    return contents;
}

template <typename Importer>
void readImport(const std::filesystem::path &path)
{
    store::RunStore run;
    imports::ReadProgress progress;
    try {
        Importer(path).read(run, progress);
    } catch (const imports::ImportError &) {
    }
    test::readEverything(run);
}

std::string contentOfInput(const std::filesystem::path &path)
{
    QFile file(QString::fromStdString(path.string()));
    return file.open(QIODevice::ReadOnly) ? file.readAll().toStdString() : std::string();
}

void readKerasPickle(const std::filesystem::path &path)
{
    imports::KerasHistoryImporter::recognisesPickle(contentOfInput(path));
    store::RunStore run;
    imports::ReadProgress progress;
    try {
        imports::KerasHistoryImporter(path, imports::KerasHistoryImporter::Form::Pickle).read(run, progress);
    } catch (const imports::ImportError &) {
    }
    test::readEverything(run);
}

void readDvclive(const std::filesystem::path &path)
{
    readImport<imports::DvcliveImporter>(test::dvcliveFolderOf(path));
}

void readYaml(const std::filesystem::path &path)
{
    imports::yamlValues(contentOfInput(path));
}

void readTextLog(const std::filesystem::path &path)
{
    imports::TextLogImporter::recognises(contentOfInput(path));
    readImport<imports::TextLogImporter>(path);
}

void readRunFile(const std::filesystem::path &path)
{
    try {
        test::readEverything(store::RunFile(path));
    } catch (const store::RunFileError &) {
    }
}

using Mutate = std::function<void(const ScratchFile &, const std::string &, Random &)>;

Mutate writing(std::string (*mutated)(const std::string &, Random &))
{
    return [mutated](const ScratchFile &file, const std::string &seed, Random &random) { file.write(mutated(seed, random)); };
}

Mutate packing(std::string (*mutated)(const std::string &, Random &))
{
    return [mutated](const ScratchFile &file, const std::string &seed, Random &random) { file.write(test::gzipped(mutated(seed, random))); };
}

/// A reader, and a mutation that produces inputs it does not reject at once.
struct MutatedReader
{
    const char *seeds;
    const char *file;
    void (*read)(const std::filesystem::path &);
    Mutate repaired;
};

void mutateDatabase(const ScratchFile &file, const std::string &seed, Random &random)
{
    file.write(test::below(random, 4) == 0 ? test::mutatedPages(seed, kSeedPageSize, random) : seed);
    test::mutateRunFile(file.path(), random);
}

const MutatedReader kMutatedReaders[] = {
    {"run_file", "run.lbrun", readRunFile, mutateDatabase},
    {"trackio", "project.db", test::readRunDatabase, mutateDatabase},
    {"optuna", "optuna.db", test::readRunDatabase, mutateDatabase},
    {"optuna_journal", "optuna_journal.log", test::readRunDatabase, writing(test::mutatedLines)},
    {"mlflow_database", "mlflow.db", test::readRunDatabase, mutateDatabase},
    {"tensorboard", "events.out.tfevents.1", readImport<imports::TensorboardImporter>, writing(test::mutatedEvents)},
    {"monitorch", "recording.pkl", readImport<imports::MonitorchImporter>, writing(test::mutatedPickles)},
    {"keras_pickle", "history.pkl", readKerasPickle, writing(test::mutatedPickles)},
    {"csv", "table.csv", readImport<imports::CsvImporter>, writing(test::mutatedLines)},
    {"json_lines", "lines.jsonl", readImport<imports::JsonLinesImporter>, writing(test::mutatedLines)},
    {"trainer_state", "trainer_state.json", readImport<imports::TrainerStateImporter>, writing(test::mutatedLines)},
    {"keras_history", "history.json", readImport<imports::KerasHistoryImporter>, writing(test::mutatedLines)},
    {"tensorboard_json", "run-a-tag-loss.json", readImport<imports::TensorboardJsonImporter>, writing(test::mutatedLines)},
    {"evals_result", "evals.json", readImport<imports::EvalsResultImporter>, writing(test::mutatedLines)},
    {"catboost", "catboost_training.json", readImport<imports::CatboostImporter>, writing(test::mutatedLines)},
    {"fairseq", "train.log", readImport<imports::FairseqImporter>, writing(test::mutatedLines)},
    {"text_log", "train.out", readTextLog, writing(test::mutatedLines)},
    {"sacred", "metrics.json", readImport<imports::SacredImporter>, writing(test::mutatedLines)},
    {"dvclive", "loss.tsv", readDvclive, writing(test::mutatedLines)},
    {"yaml", "config.yaml", readYaml, writing(test::mutatedLines)},
    {"mlflow", "loss", readImport<imports::MlflowImporter>, writing(test::mutatedLines)},
    {"exported_csv", "table.csv", readImport<imports::ExportedCsvImporter>, writing(test::mutatedLines)},
    {"exported_json", "lines.jsonl", readImport<imports::ExportedJsonImporter>, writing(test::mutatedLines)},
    {"wandb", "run-x.wandb", readImport<imports::WandbImporter>, writing(test::mutatedWandbLog)},
    {"tensorboard", "events.out.tfevents.1.gz", readImport<imports::TensorboardImporter>, packing(test::mutatedEvents)},
    {"monitorch", "recording.pkl.gz", readImport<imports::MonitorchImporter>, packing(test::mutatedPickles)},
    {"csv", "table.csv.gz", readImport<imports::CsvImporter>, packing(test::mutatedLines)},
    {"json_lines", "lines.jsonl.gz", readImport<imports::JsonLinesImporter>, packing(test::mutatedLines)},
};

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr bool kSanitized = true;
#else
constexpr bool kSanitized = false;
#endif

} // namespace

/// Mutated inputs, half of them with correct lengths and checksums. Readers must not crash or throw foreign exceptions; time and memory stay within
/// the limits for files of that size. LENSBOARD_TEST_MUTATIONS sets the number of mutations.
class MutatedInputsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void initTestCase()
    {
        const rlimit memory{rlim_t{1} << 30, rlim_t{1} << 30};
        if (!kSanitized) // beyond this limit std::bad_alloc is thrown, and the test fails, because no reader throws it itself
            setrlimit(RLIMIT_AS, &memory);
    }

    void nothingBreaksReaders_data()
    {
        QTest::addColumn<int>("reader");
        for (int i = 0; i < static_cast<int>(std::size(kMutatedReaders)); ++i)
            QTest::newRow(kMutatedReaders[i].file) << i;
    }

    void nothingBreaksReaders()
    {
        QFETCH(int, reader);
        const MutatedReader &read = kMutatedReaders[reader];
        bool isSet = false;
        const int wanted = qEnvironmentVariableIntValue("LENSBOARD_TEST_MUTATIONS", &isSet);
        const std::vector<std::string> from = seeds(read.seeds);
        QVERIFY(!from.empty());
        const ScratchFile file(read.file);
        std::vector<double> seconds;
        for (int i = 0; i < (isSet ? wanted : 1000); ++i) {
            Random random(static_cast<Random::result_type>(i));
            const std::string &seed = from[test::below(random, from.size())];
            if (i % 2)
                read.repaired(file, seed, random);
            else if (read.repaired.target<decltype(&mutateDatabase)>())
                file.write(test::mutatedPages(seed, kSeedPageSize, random));
            else if (std::string_view(read.file).ends_with(".gz"))
                file.write(test::mutatedBytes(test::gzipped(seed), random));
            else
                file.write(test::mutatedBytes(seed, random));
            const double begin = record::threadSeconds();
            try {
                read.read(file.path());
            } catch (const std::exception &error) {
                QFAIL(qPrintable(QString("input %1: %2").arg(i).arg(error.what())));
            }
            seconds.push_back(record::threadSeconds() - begin);
        }
        std::ranges::sort(seconds);
        const double usual = seconds[seconds.size() / 2], slowest = seconds.back();
        QVERIFY2(slowest < 1000 * usual, qPrintable(QString("%1 s, where most take %2").arg(slowest).arg(usual)));
    }
};

LENSBOARD_TEST(MutatedInputsTest)
#include "tst_mutated_inputs.moc"
