#include "core/runs/listed_runs.h"

#include "core/bytes/gzip_stream.h"
#include "core/bytes/tfrecord.h"
#include "core/import/importer.h"
#include "core/import/monitorch/monitorch_importer.h"
#include "core/import/tensorboard/tensorboard_files.h"
#include "core/import/tools/catboost_importer.h"
#include "core/import/tools/database_runs.h"
#include "core/import/tools/folder_runs.h"
#include "core/import/tools/foreign_database.h"
#include "core/import/tools/keras_history_importer.h"
#include "core/import/tools/mlflow/mlflow_folder.h"
#include "core/import/tools/trainer_state_importer.h"
#include "core/import/tools/wandb/wandb_log.h"
#include "core/store/file/sqlite.h"

#include <algorithm>
#include <iterator>
#include <string>

namespace lensboard::runs {

namespace fs = std::filesystem;

namespace {

bool isDatabaseOfRuns(const fs::path &file)
{
    constexpr std::size_t kEnoughForDatabase = 64;
    return file.extension() != ".lbrun" && imports::isDatabase(store::sqlite::firstBytes(file, kEnoughForDatabase)) && imports::isRunDatabase(file);
}

std::string unpackedBeginningOf(const fs::path &file)
{
    constexpr std::size_t kEnough = 4096;
    return bytes::unpackedBeginning(store::sqlite::firstBytes(file, kEnough));
}

/// Returns an empty vector if \p file is not a database of runs or unreadable. Opening the file reports the error.
std::vector<std::string> namesInFile(const fs::path &file)
{
    try {
        return isDatabaseOfRuns(file) ? imports::runsInDatabase(file) : std::vector<std::string>();
    } catch (const imports::ImportError &) {
        return {};
    }
}

} // namespace

bool isListedFolder(const fs::path &folder)
{
    const bool isInTrash = std::find(folder.begin(), folder.end(), ".trash") != folder.end(); // MLflow's folder for deleted experiments
    if (!isInTrash && imports::isMlflowRun(folder))
        return imports::mlflowMeta(folder / "meta.yaml")["lifecycle_stage"] != "deleted";
    return imports::isFolderRun(folder);
}

bool mayHoldRuns(const fs::path &file)
{
    const bool isJournal = file.extension() == ".log" && file.stem().native().find("journal") != std::string::npos;
    return file.extension() == ".db" || isJournal;
}

bool mayBeListed(const fs::path &file)
{
    const fs::path extension = file.extension(), unpacked = bytes::unpackedName(file);
    return extension == ".lbrun" || mayHoldRuns(file) || extension == ".wandb" || unpacked.extension() == ".pkl" || unpacked.filename() == "trainer_state.json" || unpacked.filename() == "catboost_training.json"
           || file.filename() == "meta.yaml" || imports::marksFolderRun(file.filename().native()) || imports::isEventFileName(file);
}

bool isListedFile(const fs::directory_entry &entry)
{
    const fs::path &file = entry.path(), extension = file.extension(), unpacked = bytes::unpackedName(file);
    std::error_code unknown;
    if (!entry.is_regular_file(unknown))
        return false;
    if (extension == ".lbrun")
        return true;
    if (mayHoldRuns(file))
        return isDatabaseOfRuns(file);
    if (extension == ".wandb")
        return imports::WandbLog::recognises(unpackedBeginningOf(file));
    if (unpacked.extension() == ".pkl")
        return imports::MonitorchImporter::recognises(unpackedBeginningOf(file)) || imports::KerasHistoryImporter::recognisesPickle(unpackedBeginningOf(file));
    if (unpacked.filename() == "catboost_training.json")
        return imports::CatboostImporter::recognises(unpackedBeginningOf(file));
    return unpacked.filename() == "trainer_state.json" && imports::TrainerStateImporter::recognises(unpackedBeginningOf(file));
}

bool isListedEventFile(const fs::directory_entry &entry)
{
    return imports::isEventFile(entry) && bytes::tfRecordAtFront(unpackedBeginningOf(entry.path())).state != bytes::TfRecordFront::State::WrongLength;
}

std::vector<fs::path> runsInFile(const fs::path &file)
{
    const std::vector<std::string> runs = namesInFile(file);
    if (runs.size() < 2)
        return {file};
    std::vector<fs::path> found;
    std::transform(runs.begin(), runs.end(), std::back_inserter(found), [&](const std::string &run) { return imports::databaseRunPath(file, run); });
    return found;
}

bool holdsRuns(const fs::path &path)
{
    std::error_code error;
    return fs::is_directory(path, error) || (fs::is_regular_file(path, error) && namesInFile(path).size() > 1);
}

std::vector<fs::path> filesOf(const fs::path &run)
{
    std::error_code error;
    if (const auto place = imports::databaseRunPlace(run))
        return {place->file, place->file.string() + "-wal"};
    if (!fs::is_directory(run, error))
        return {run, run.string() + "-wal"};
    if (imports::isFolderRun(run))
        return imports::filesOfFolderRun(run);
    if (!imports::isMlflowRun(run))
        return imports::tensorboardFiles(run);
    std::vector<fs::path> files{run / "meta.yaml", run / "params", run / "tags"};
    for (const auto &[name, file] : imports::filesByName(run / "metrics"))
        files.push_back(file);
    return files;
}

} // namespace lensboard::runs
