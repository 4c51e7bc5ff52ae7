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
#include "tests/support/dvclive_folder.h"
#include "tests/support/event_file_maker.h"
#include "tests/support/gzipped.h"
#include "tests/support/imported_run.h"
#include "tests/support/pickle_text.h"
#include "tests/support/scratch_file.h"
#include "tests/support/test_program.h"
#include "tests/support/wandb_log_maker.h"

#include <QTest>

#include <functional>
#include <random>

using namespace lensboard;

namespace {

constexpr std::int64_t kSteps = 60;

/// A file with one value per record, and the end of each record.
struct Recorded
{
    std::string bytes;
    std::vector<std::size_t> ends; ///< of records with a value
    QString message; ///< part of the expected message for a cut record; BYTE and LINE are its start
    std::size_t linesBefore = 0;
    std::string head = {};                       ///< before the first record
    std::vector<std::string> records = {};

    void add(const std::string &record)
    {
        if (records.empty())
            head = bytes;
        records.push_back(record);
        bytes += record;
        ends.push_back(bytes.size());
    }
};

double valueAt(std::int64_t step)
{
    return 0.25 * static_cast<double>(step);
}

Recorded events()
{
    Recorded file{test::versionRecord().toStdString(), {}, "byte BYTE"};
    for (std::int64_t step = 1; step <= kSteps; ++step)
        file.add(test::scalarRecord(step, "loss", static_cast<float>(valueAt(step))).toStdString());
    return file;
}

Recorded recording()
{
    Recorded file{test::pickle::registration("Loss", 0, "N"), {}, "begins at byte BYTE"};
    for (std::int64_t step = 1; step <= kSteps; ++step)
        file.add(test::pickle::loss(static_cast<int>(step), valueAt(step)));
    return file;
}

Recorded table()
{
    Recorded file{"step,loss\n", {}, "line LINE", 1};
    for (std::int64_t step = 1; step <= kSteps; ++step)
        file.add(std::to_string(step) + ',' + record::numberText(valueAt(step)) + '\n');
    return file;
}

Recorded lines()
{
    Recorded file{"", {}, "ends within line LINE"};
    for (std::int64_t step = 1; step <= kSteps; ++step)
        file.add("{\"step\": " + std::to_string(step) + ", \"loss\": " + record::numberText(valueAt(step)) + "}\n");
    return file;
}

Recorded history()
{
    Recorded file{"[", {}, "ends within the document, at byte"};
    for (std::int64_t step = 1; step <= kSteps; ++step)
        file.add("{\"loss\": " + record::numberText(valueAt(step)) + ", \"step\": " + std::to_string(step) + "},\n");
    return file;
}

Recorded lists()
{
    Recorded file{"{\"loss\": [", {}, "ends within the document, at byte"};
    for (std::int64_t epoch = 1; epoch <= kSteps; ++epoch)
        file.add(record::numberText(valueAt(epoch)) + ",\n");
    return file;
}

Recorded downloaded()
{
    Recorded file{"[", {}, "ends within the document, at byte"};
    for (std::int64_t step = 1; step <= kSteps; ++step)
        file.add("[1748257990.5, " + std::to_string(step) + ", " + record::numberText(valueAt(step)) + "],\n");
    return file;
}

Recorded boosting()
{
    Recorded file{R"({"meta":{"learn_metrics":[{"name":"RMSE"}],"learn_sets":["learn"]},"iterations":[)", {}, "ends within the document, at byte"};
    for (std::int64_t step = 1; step <= kSteps; ++step)
        file.add("{\"learn\":[" + record::numberText(valueAt(step)) + "],\"iteration\":" + std::to_string(step) + "},\n");
    return file;
}

Recorded log()
{
    Recorded file{"", {}, "ends within line LINE"};
    for (std::int64_t step = 1; step <= kSteps; ++step)
        file.add("{\"epoch\": 1, \"loss\": \"" + record::numberText(valueAt(step)) + "\", \"num_updates\": \"" + std::to_string(step) + "\"}\n");
    return file;
}

Recorded textLog()
{
    Recorded file{"", {}, "ends within line LINE"};
    for (std::int64_t step = 1; step <= kSteps; ++step)
        file.add("[train] step " + std::to_string(step) + "/60 | loss: " + record::numberText(valueAt(step)) + '\n');
    return file;
}

Recorded listedSteps()
{
    Recorded file{"{\"loss\": {\"steps\": [1", {}, "ends within the document, at byte"};
    for (std::int64_t step = 2; step <= kSteps; ++step)
        file.bytes += ", " + std::to_string(step);
    file.bytes += "], \"values\": [";
    for (std::int64_t step = 1; step <= kSteps; ++step)
        file.add(record::numberText(valueAt(step)) + ",\n");
    return file;
}

Recorded tableOfMetric()
{
    Recorded file{"step\tloss\n", {}, "line LINE", 1};
    for (std::int64_t step = 1; step <= kSteps; ++step)
        file.add(std::to_string(step) + '\t' + record::numberText(valueAt(step)) + '\n');
    return file;
}

Recorded metric()
{
    Recorded file{"", {}, "ends within line LINE"};
    for (std::int64_t step = 1; step <= kSteps; ++step)
        file.add("1748257990000 " + record::numberText(valueAt(step)) + ' ' + std::to_string(step) + '\n');
    return file;
}

Recorded wandbLog()
{
    test::WandbLogMaker log;
    Recorded file{log.bytes, {}, "begins at byte BYTE"};
    for (std::int64_t step = 1; step <= kSteps; ++step) {
        const std::size_t before = log.bytes.size();
        log.add(test::wandbRow({{"_step", std::to_string(step)}, {"loss", record::numberText(valueAt(step))}}));
        file.add(log.bytes.substr(before));
    }
    return file;
}

/// Compressed so that each complete record can be unpacked, and an incomplete one partly.
template <Recorded (*made)()>
Recorded packed()
{
    const Recorded plain = made();
    test::GzipWriter writer;
    Recorded file{writer.write(plain.head), {}, "ends within its gzip data"};
    for (const std::string &record : plain.records)
        file.add(writer.write(record));
    return file;
}

Recorded exportedTable()
{
    Recorded file{"tick,epoch,step,samples,wall_time,loss/value\n", {}, "line LINE", 1};
    for (std::int64_t step = 1; step <= kSteps; ++step)
        file.add(std::to_string(step) + ",1," + std::to_string(step) + ",0,1.7e+09," + record::numberText(valueAt(step)) + '\n');
    return file;
}

Recorded exportedLines()
{
    Recorded file{"", {}, "ends within line LINE"};
    for (std::int64_t step = 1; step <= kSteps; ++step)
        file.add("{\"tick\": " + std::to_string(step) + ", \"epoch\": 1, \"step\": " + std::to_string(step) + ", \"samples\": 0, \"loss\": "
                 + record::numberText(valueAt(step)) + "}\n");
    return file;
}

template <typename Importer>
test::ImportedRun readBy(const std::filesystem::path &path)
{
    Importer importer(path);
    return test::imported(importer);
}

test::ImportedRun readDvclive(const std::filesystem::path &path)
{
    imports::DvcliveImporter importer(test::dvcliveFolderOf(path));
    return test::imported(importer);
}

struct Reader
{
    const char *file;
    Recorded (*made)();
    test::ImportedRun (*read)(const std::filesystem::path &);
};

const Reader kReaders[] = {{"events.out.tfevents.1", events, readBy<imports::TensorboardImporter>},
                           {"recording.pkl", recording, readBy<imports::MonitorchImporter>},
                           {"table.csv", table, readBy<imports::CsvImporter>},
                           {"lines.jsonl", lines, readBy<imports::JsonLinesImporter>},
                           {"trainer_state.json", history, readBy<imports::TrainerStateImporter>},
                           {"history.json", lists, readBy<imports::KerasHistoryImporter>},
                           {"run-a-tag-loss.json", downloaded, readBy<imports::TensorboardJsonImporter>},
                           {"catboost_training.json", boosting, readBy<imports::CatboostImporter>},
                           {"train.log", log, readBy<imports::FairseqImporter>},
                           {"train.out", textLog, readBy<imports::TextLogImporter>},
                           {"metrics.json", listedSteps, readBy<imports::SacredImporter>},
                           {"loss.tsv", tableOfMetric, readDvclive},
                           {"loss", metric, readBy<imports::MlflowImporter>},
                           {"run-x.wandb", wandbLog, readBy<imports::WandbImporter>},
                           {"events.out.tfevents.1.gz", packed<events>, readBy<imports::TensorboardImporter>},
                           {"recording.pkl.gz", packed<recording>, readBy<imports::MonitorchImporter>},
                           {"table.csv.gz", packed<table>, readBy<imports::CsvImporter>},
                           {"lines.jsonl.gz", packed<lines>, readBy<imports::JsonLinesImporter>},
                           {"loss.csv", exportedTable, readBy<imports::ExportedCsvImporter>},
                           {"exported.jsonl", exportedLines, readBy<imports::ExportedJsonImporter>}};

} // namespace

/// Files of other tools, cut at 200 random places: every value before the cut is kept, and missing data are reported.
class CutInputsTest : public QObject
{
    Q_OBJECT

private Q_SLOTS:
    void allBeforeTheCutIsKept_data()
    {
        QTest::addColumn<int>("reader");
        for (int i = 0; i < static_cast<int>(std::size(kReaders)); ++i)
            QTest::newRow(kReaders[i].file) << i;
    }

    void allBeforeTheCutIsKept()
    {
        QFETCH(int, reader);
        const Recorded made = kReaders[reader].made();
        const test::ScratchFile file(kReaders[reader].file);
        std::mt19937 random(7);
        const std::size_t first = made.ends.front();
        for (int i = 0; i < 200; ++i) {
            const std::size_t cut = first + random() % (made.bytes.size() - first);
            file.write(made.bytes.substr(0, cut));
            const test::ImportedRun run = kReaders[reader].read(file.path());
            const auto next = std::upper_bound(made.ends.begin(), made.ends.end(), cut);
            const auto whole = static_cast<std::size_t>(next - made.ends.begin());
            // A text record cut before its line break, or a packed block cut at its end marker, may still be complete.
            const bool mayBeThere = made.bytes[*next - 1] == '\n' || std::string_view(kReaders[reader].file).ends_with(".gz");
            QVERIFY2(run.valueCount() == whole || (mayBeThere && run.valueCount() == whole + 1),
                     qPrintable(QString("cut at %1: %2 of %3 values").arg(cut).arg(run.valueCount()).arg(whole)));
            for (const auto &[name, values] : run.values)
                for (const auto &[step, value] : values)
                    QVERIFY2(static_cast<std::size_t>(step) > whole || value == record::numberText(valueAt(step)), value.c_str());
            if (cut == *(next - 1) || run.valueCount() > whole)
                continue;
            QString expected = made.message;
            expected.replace("BYTE", QString::number(*(next - 1))).replace("LINE", QString::number(made.linesBefore + whole + 1));
            QVERIFY2(QString::fromStdString(run.info.message).contains(expected),
                     qPrintable(QString("cut at %1: %2").arg(cut).arg(QString::fromStdString(run.info.message))));
            QVERIFY2(run.info.status == record::RunStatus::Unknown, qPrintable(QString("cut at %1: %2").arg(cut).arg(record::toText(run.info.status))));
        }
    }

    /// The writer has died or will continue.
    void aCutFileIsNotFinished_data() { allBeforeTheCutIsKept_data(); }
    void aCutFileIsNotFinished()
    {
        QFETCH(int, reader);
        const Recorded made = kReaders[reader].made();
        const test::ScratchFile file(kReaders[reader].file);
        const auto read = [&](std::size_t size) {
            file.write(made.bytes.substr(0, size));
            std::filesystem::last_write_time(file.path(), std::filesystem::file_time_type::clock::now() - std::chrono::hours(1));
            return kReaders[reader].read(file.path()).info;
        };
        bool isCut = false;
        for (std::size_t size = made.ends.front(); size <= made.ends[2]; ++size) {
            const record::RunInfo info = read(size);
            isCut = isCut || !info.message.empty();
            QCOMPARE(info.status, info.message.empty() ? record::RunStatus::Finished : record::RunStatus::Interrupted);
        }
        QVERIFY(isCut);
    }
};

LENSBOARD_TEST(CutInputsTest)
#include "tst_cut_inputs.moc"
