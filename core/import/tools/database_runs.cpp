#include "core/import/tools/database_runs.h"

#include "core/import/tools/mlflow_database_importer.h"
#include "core/import/tools/trackio_importer.h"

#include <algorithm>
#include <functional>

namespace lensboard::imports {

namespace fs = std::filesystem;

bool isDatabase(std::string_view firstBytes)
{
    return firstBytes.starts_with("SQLite format 3");
}

bool isRunDatabase(const fs::path &file)
{
    return MlflowDatabase::recognises(file) || TrackioDatabase::recognises(file);
}

std::vector<std::string> runsInDatabase(const fs::path &file)
{
    return MlflowDatabase::recognises(file) ? MlflowDatabase(file).runs() : TrackioDatabase(file).runs();
}

bool hasRun(const fs::path &file, const std::string &run)
{
    const auto isIn = [&run](const auto &runs, auto name) { return std::ranges::find(runs, run, name) != runs.end(); };
    return MlflowDatabase::recognises(file) ? isIn(MlflowDatabase(file).allRuns(), &MlflowDatabase::Run::uniqueName)
                                            : isIn(TrackioDatabase(file).runs(), std::identity());
}

std::unique_ptr<Importer> databaseImporter(const fs::path &file, const std::string &run)
{
    if (MlflowDatabase::recognises(file))
        return std::make_unique<MlflowDatabaseImporter>(file, run);
    return std::make_unique<TrackioImporter>(file, run);
}

} // namespace lensboard::imports
