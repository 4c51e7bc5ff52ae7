#include "core/runs/run_source.h"

#include "core/bytes/blanks.h"
#include "core/bytes/gzip_stream.h"
#include "core/bytes/lower_case.h"
#include "core/health/run_judge.h"
#include "core/import/logs/text_log_importer.h"
#include "core/import/monitorch/monitorch_importer.h"
#include "core/import/tables/csv_importer.h"
#include "core/import/tables/exported_csv_importer.h"
#include "core/import/tables/exported_json_importer.h"
#include "core/import/tables/json_lines_importer.h"
#include "core/import/tensorboard/tensorboard_files.h"
#include "core/import/tensorboard/tensorboard_importer.h"
#include "core/import/text_decoder.h"
#include "core/import/tools/catboost_importer.h"
#include "core/import/tools/database_runs.h"
#include "core/import/tools/evals_result_importer.h"
#include "core/import/tools/fairseq_importer.h"
#include "core/import/tools/folder_runs.h"
#include "core/import/tools/foreign_database.h"
#include "core/import/tools/keras_history_importer.h"
#include "core/import/tools/mlflow/mlflow_folder.h"
#include "core/import/tools/mlflow/mlflow_importer.h"
#include "core/import/tools/sacred_importer.h"
#include "core/import/tools/tensorboard_json_importer.h"
#include "core/import/tools/trainer_state_importer.h"
#include "core/import/tools/wandb/wandb_importer.h"
#include "core/record/message.h"
#include "core/runs/import_source.h"
#include "core/runs/run_search.h"
#include "core/store/file/annotate_run.h"
#include "core/store/file/label_file.h"
#include "core/store/file/run_file.h"
#include "core/store/file/sqlite.h"

#include <algorithm>

#include <unistd.h>

namespace lensboard::runs {

namespace fs = std::filesystem;

std::shared_ptr<const health::Judge> RunSource::judge() const
{
    return std::make_shared<health::RunJudge>(run(), health::rulesOf(run()->info()));
}

namespace {

class FileSource final : public RunSource
{
public:
    explicit FileSource(const fs::path &path) : m_file(std::make_shared<store::RunFile>(path)) {}

    std::shared_ptr<const store::Run> run() const override { return m_file; }
    bool refresh(imports::ReadProgress &) override { return m_file->refresh(); }

private:
    std::shared_ptr<store::RunFile> m_file;
};

using MakeImporter = ImportSource::MakeImporter;

std::string textOf(const std::string &beginning)
{
    const std::string text = imports::decodedBeginning(beginning);
    return text.starts_with(bytes::kByteOrderMark) ? text.substr(bytes::kByteOrderMark.size()) : text;
}

/// Returns true for a text log. Tables are no logs; but names with .txt, or packed files without an extension, say nothing about a table.
bool isTextLog(const std::string &beginning, const fs::path &name)
{
    const std::string extension = name.extension().string();
    const bool isOpen = extension.empty() || bytes::lowerCase(extension) == ".txt";
    return !imports::CsvImporter::recognises(textOf(beginning), isOpen ? fs::path() : name) && imports::TextLogImporter::recognises(beginning);
}

/// Returns the importer for a file of another tool, packed or not, by its first bytes; empty if the format is unknown.
MakeImporter importerOf(const fs::path &path, const std::string &firstBytes)
{
    const std::string beginning = bytes::unpackedBeginning(firstBytes);
    const std::string text = textOf(beginning);
    const fs::path name = bytes::unpackedName(path);
    const bool isUnnamed = name != path && !name.has_extension(); // the name says nothing about the format, so only the content decides
    if (imports::isEventFileName(path))
        return [path] { return std::make_unique<imports::TensorboardImporter>(path); };
    if (imports::MonitorchImporter::recognises(beginning))
        return [path] { return std::make_unique<imports::MonitorchImporter>(path); };
    if (imports::KerasHistoryImporter::recognisesPickle(beginning))
        return [path] { return std::make_unique<imports::KerasHistoryImporter>(path, imports::KerasHistoryImporter::Form::Pickle); };
    if (imports::WandbLog::recognises(beginning))
        return [path] { return std::make_unique<imports::WandbImporter>(path); };
    if (imports::ExportedJsonImporter::recognises(beginning))
        return [path] { return std::make_unique<imports::ExportedJsonImporter>(path); };
    if (imports::ExportedCsvImporter::recognises(beginning))
        return [path] { return std::make_unique<imports::ExportedCsvImporter>(path); };
    if (imports::TrainerStateImporter::recognises(text))
        return [path] { return std::make_unique<imports::TrainerStateImporter>(path); };
    if (imports::TensorboardJsonImporter::recognises(text))
        return [path] { return std::make_unique<imports::TensorboardJsonImporter>(path); };
    if (imports::CatboostImporter::recognises(text))
        return [path] { return std::make_unique<imports::CatboostImporter>(path); };
    if (imports::SacredImporter::recognises(text))
        return [path] { return std::make_unique<imports::SacredImporter>(path); };
    if (imports::EvalsResultImporter::recognises(text))
        return [path] { return std::make_unique<imports::EvalsResultImporter>(path); };
    if (imports::KerasHistoryImporter::recognises(text))
        return [path] { return std::make_unique<imports::KerasHistoryImporter>(path); };
    if (imports::FairseqImporter::recognises(text))
        return [path] { return std::make_unique<imports::FairseqImporter>(path); };
    if (imports::JsonLinesImporter::recognises(text))
        return [path] { return std::make_unique<imports::JsonLinesImporter>(path); };
    if (imports::isMlflowMetric(beginning))
        return [path] { return std::make_unique<imports::MlflowImporter>(path); };
    if (isTextLog(beginning, name))
        return [path] { return std::make_unique<imports::TextLogImporter>(path); };
    if (imports::CsvImporter::recognises(text, isUnnamed ? fs::path("table.csv") : name))
        return [path] { return std::make_unique<imports::CsvImporter>(path); };
    return {};
}

constexpr std::size_t kEnoughBytes = std::size_t{64} << 10; ///< to recognise a file: settings may precede measurements

/// Returns true if the file must be opened as a run file. If it is not a valid one, opening it reports this.
bool isRunFile(const fs::path &path, const std::string &beginning)
{
    return path.extension() == ".lbrun" || (imports::isDatabase(beginning) && !imports::isRunDatabase(path));
}

std::unique_ptr<RunSource> openRunInDatabase(const fs::path &file, const std::string &run, imports::ReadProgress &progress)
{
    if (!imports::hasRun(file, run))
        throw imports::ImportError(file, record::message("has no run \"%1\"", run));
    const fs::path path = imports::runsInDatabase(file) == std::vector{run} ? file : imports::databaseRunPath(file, run);
    return std::make_unique<ImportSource>(
        path, [file, run] { return imports::databaseImporter(file, run); }, progress);
}

std::unique_ptr<RunSource> openDatabase(const fs::path &file, imports::ReadProgress &progress)
{
    const auto runs = imports::runsInDatabase(file);
    if (runs.empty())
        throw imports::ImportError(file, record::message("is a database without any runs by now"));
    if (runs.size() > 1)
        throw imports::ImportError(file, record::message("holds %1 runs: open one of them, as %2", runs.size(), imports::databaseRunPath(file, runs.back()).string()));
    return openRunInDatabase(file, runs.front(), progress);
}

/// Errors: ImportError naming some runs below \p folder, if there are any and \p folder itself is not a run.
void refuseFolderOfRuns(const fs::path &folder)
{
    constexpr std::size_t kMaxNamed = 3;
    const std::vector<fs::path> runs = findRuns(folder).runs;
    if (runs.empty() || std::ranges::find(runs, folder.has_filename() ? folder : folder.parent_path()) != runs.end())
        return;
    if (runs.size() == 1)
        throw imports::ImportError(folder, record::message("holds a run: open %1", runs.front().string()));
    std::string named = runs.front().string();
    for (std::size_t i = 1; i < std::min(runs.size(), kMaxNamed); ++i)
        named += ", " + runs[i].string();
    throw imports::ImportError(folder, record::message("holds %1 runs: open one of them, as %2", runs.size(), named));
}

/// Errors: ImportError if the user chose columns, and the run at \p path has none.
void requireNoChoice(const fs::path &path, const imports::RoleChoice &choice)
{
    if (!choice.empty())
        throw imports::ImportError(path, record::message("has no columns to choose; a step or run column can be chosen for CSV and JSON only"));
}

std::unique_ptr<RunSource> openFolder(const fs::path &path, imports::ReadProgress &progress, const imports::RoleChoice &choice)
{
    if (imports::isFolderRun(path))
        return std::make_unique<ImportSource>(
            path, [path] { return imports::folderImporter(path); }, progress, choice);
    requireNoChoice(path, choice);
    if (imports::isMlflowRun(path))
        return std::make_unique<ImportSource>(
            path, [path] { return std::make_unique<imports::MlflowImporter>(path); }, progress);
    if (const fs::path file = imports::WandbImporter::fileIn(path); !file.empty())
        return openRun(file, progress);
    try {
        return std::make_unique<ImportSource>(
            path, [path] { return std::make_unique<imports::TensorboardImporter>(path); }, progress);
    } catch (const imports::ImportError &) {
        const fs::path folder = path.has_filename() ? path : path.parent_path();
        for (const record::Message &why : {imports::whyNoMlflowRun(folder), imports::whyNoAimRun(folder)})
            if (!why.empty())
            throw imports::ImportError(path, why);
        refuseFolderOfRuns(path);
        throw;
    }
}

} // namespace

std::unique_ptr<RunSource> openRun(const fs::path &path, imports::ReadProgress &progress, const imports::RoleChoice &choice)
{
    std::error_code error;
    const auto status = fs::status(path, error);
    if (const auto place = imports::databaseRunPlace(path); place && imports::isDatabase(store::sqlite::firstBytes(place->file, kEnoughBytes)))
        return openRunInDatabase(place->file, place->run, progress);
    if (!fs::exists(status))
        throw imports::ImportError(path, error && error != std::errc::no_such_file_or_directory ? record::systemError(error.value()) : record::message("no such file"));
    if (fs::is_directory(status))
        return openFolder(path, progress, choice);
    if (!fs::is_regular_file(status))
        throw imports::ImportError(path, record::message("is neither a file nor a folder"));
    if (::access(path.c_str(), R_OK) != 0)
        throw imports::ImportError(path, record::message("cannot be read; check its permissions"));
    const std::string beginning = store::sqlite::firstBytes(path, kEnoughBytes);
    if (isRunFile(path, beginning) || imports::isDatabase(beginning))
        requireNoChoice(path, choice);
    if (isRunFile(path, beginning))
        return std::make_unique<FileSource>(path);
    if (imports::isDatabase(beginning))
        return openDatabase(path, progress);
    if (const MakeImporter make = importerOf(path, beginning))
        return std::make_unique<ImportSource>(path, make, progress, choice);
    if (beginning.empty())
        throw imports::ImportError(path, record::message("is empty"));
    throw imports::ImportError(path, record::message("is not a Lensboard run (.lbrun), nor a file of another tool that is read (the manual lists them under Runs). "
                                                     "Export it from its own tool as CSV or JSON lines and open that file"));
}

void labelRun(const fs::path &path, const record::RunLabel &label)
{
    std::error_code error;
    const bool isFile = fs::is_regular_file(path, error);
    if (isRunFile(path, isFile ? store::sqlite::firstBytes(path, kEnoughBytes) : std::string()))
        store::annotateRun(path, label);
    else
        store::LabelFile().set(path, label);
}

bool isMeasurementDocument(const fs::path &path)
{
    std::error_code error;
    const std::string firstBytes = fs::is_regular_file(path, error) ? store::sqlite::firstBytes(path, kEnoughBytes) : std::string();
    const std::string beginning = textOf(firstBytes);
    const bool areSeveral = beginning.find("\n{") != beginning.npos || beginning.starts_with('['); // an experiment is a single object
    return imports::TrainerStateImporter::recognises(beginning) || imports::KerasHistoryImporter::recognises(beginning) || imports::FairseqImporter::recognises(beginning)
           || imports::TensorboardJsonImporter::recognises(beginning) || imports::SacredImporter::recognises(beginning) || imports::TextLogImporter::recognises(firstBytes)
           || imports::CatboostImporter::recognises(beginning) || imports::EvalsResultImporter::recognises(beginning)
           || (areSeveral && imports::JsonLinesImporter::recognises(beginning));
}

} // namespace lensboard::runs
