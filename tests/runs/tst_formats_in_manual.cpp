#include "core/runs/listed_runs.h"
#include "core/runs/run_source.h"
#include "tests/support/imported_run.h"
#include "tests/support/test_program.h"

#include <QDirIterator>
#include <QFile>
#include <QRegularExpression>
#include <QTest>

using namespace lensboard;

namespace {

/// A file or folder of a tool, written by the tool itself or in its format, with the row of the manual's table and the format that Lensboard reports.
struct ReadFormat
{
    const char *row, *data, *format;
};

constexpr ReadFormat kFormats[] = {
    {"TensorBoard", "tensorboard/tf2-tensors", "TensorBoard event files"},
    {"TensorBoard", "../fuzz/corpus/tensorboard_json/loss.json", "TensorBoard JSON"},
    {"monitorch", "monitorch/two-epochs.pkl", "monitorch recording"},
    {"CSV, JSON lines", "chosen-roles/wide.csv", "CSV"},
    {"CSV, JSON lines", "chosen-roles/wide.jsonl", "JSON lines"},
    {"Hugging Face", "reports/04-phase-names/trainer_state.json", "Hugging Face trainer state"},
    {"Keras", "keras/history.json", "Keras history"},
    {"Keras", "keras/history5.pkl", "Keras history"},
    {"MLflow", "mlflow/mlflow.db", "MLflow"},
    {"Optuna", "optuna/optuna.db", "Optuna"},
    {"Optuna", "optuna/optuna_journal.log", "Optuna"},
    {"XGBoost, LightGBM", "boosting/lightgbm-evals_result.json", "boosting rounds"},
    {"CatBoost", "boosting/catboost_training.json", "CatBoost"},
    {"Weights & Biases", "wandb/run-steps.wandb", "Weights & Biases"},
    {"Weights & Biases", "folders/wandb-0.9/run-20200601_101500-abc123", "JSON lines"},
    {"Sacred", "folders/sacred/1", "Sacred"},
    {"DVCLive", "folders/dvclive", "DVCLive"},
    {"fairseq", "../fuzz/corpus/fairseq/train.log", "fairseq log"},
    {"text logs", "logs/nanogpt.log", "text log"},
    {"Trackio", "../fuzz/corpus/trackio/now.db", "Trackio"},
};

std::string formatOf(const store::Run &run)
{
    for (const auto &[name, text] : run.info().environment)
        if (name == "format")
            return text;
    return {};
}

QString textOfFile(const QString &path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

} // namespace

/// Compares the table of formats in the manual with the readers, and with files that they read.
class FormatsInManualTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void rowsHaveReadersAndFiles()
    {
        const QString manual = textOfFile(LENSBOARD_SOURCE_DIR "/resources/manual/runs.md");
        const QString table = manual.section("## What is read", 1).section("###", 0, 0);
        QStringList rows;
        for (const QString &line : table.split('\n'))
            if (line.startsWith("| ") && !line.startsWith("| |"))
                rows << line.section('|', 1, 1).trimmed();
        QStringList expected;
        for (const ReadFormat &format : kFormats)
            if (!expected.contains(format.row))
                expected << format.row;
        rows.sort();
        expected.sort();
        QCOMPARE(rows, expected);
    }

    /// Importers name their format in a call of attach(), or of the constructor of a base class.
    void readersHaveRows()
    {
        const QString base = "(?:FileImporter|JsonDocumentImporter|DatabaseImporter)\\(std::move\\(\\w+\\)(?:, std::move\\(\\w+\\))?, ";
        const QRegularExpression named("(?:\\{\"format\", |attach\\(run, \\w+, |" + base + ")\"([^\"]+)\"");
        QStringList readers, expected;
        for (QDirIterator each(LENSBOARD_SOURCE_DIR "/core/import", {"*.h", "*.cpp"}, QDir::Files, QDirIterator::Subdirectories); each.hasNext();)
            for (auto found = named.globalMatch(textOfFile(each.next())); found.hasNext();)
                if (const QString format = found.next().captured(1); !readers.contains(format))
                    readers << format;
        for (const ReadFormat &format : kFormats)
            if (!expected.contains(format.format))
                expected << format.format;
        readers.sort();
        expected.sort();
        QCOMPARE(readers, expected);
    }

    void filesAreRead_data()
    {
        QTest::addColumn<QString>("data");
        QTest::addColumn<QString>("format");
        for (const ReadFormat &format : kFormats)
            QTest::newRow(format.data) << format.data << format.format;
    }

    void filesAreRead()
    {
        QFETCH(QString, data);
        QFETCH(QString, format);
        imports::ReadProgress progress;
        const std::filesystem::path path = (LENSBOARD_SOURCE_DIR "/tests/data/" + data).toStdString();
        const auto several = runs::runsInFile(path);
        const auto run = runs::openRun(several.empty() ? path : several.front(), progress)->run();
        QCOMPARE(QString::fromStdString(formatOf(*run)), format);
        QVERIFY(!test::transcript(*run).isEmpty());
    }
};

LENSBOARD_TEST(FormatsInManualTest)
#include "tst_formats_in_manual.moc"
