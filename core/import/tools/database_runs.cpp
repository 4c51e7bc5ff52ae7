#include "core/import/tools/database_runs.h"

#include "core/import/tools/mlflow_database_importer.h"
#include "core/import/tools/optuna_importer.h"
#include "core/import/tools/trackio_importer.h"

#include <type_traits>

namespace lensboard::imports {

namespace fs = std::filesystem;

bool isDatabase(std::string_view firstBytes)
{
    return firstBytes.starts_with("SQLite format 3");
}

namespace {

/// Calls \p read with the first kind of database that \p file is; Trackio's if it is none.
template <typename Read>
auto asItsKind(const fs::path &file, const Read &read)
{
    if (MlflowDatabase::recognises(file))
        return read(std::type_identity<MlflowDatabaseImporter>(), MlflowDatabase(file));
    if (OptunaDatabase::recognises(file))
        return read(std::type_identity<OptunaImporter>(), OptunaDatabase(file));
    return read(std::type_identity<TrackioImporter>(), TrackioDatabase(file));
}

} // namespace

bool isRunDatabase(const fs::path &file)
{
    return MlflowDatabase::recognises(file) || OptunaDatabase::recognises(file) || TrackioDatabase::recognises(file);
}

std::vector<std::string> runsInDatabase(const fs::path &file)
{
    return asItsKind(file, [](auto, auto database) { return database.runs(); });
}

bool hasRun(const fs::path &file, const std::string &run)
{
    return asItsKind(file, [&](auto, auto database) { return database.hasRun(run); });
}

std::unique_ptr<Importer> databaseImporter(const fs::path &file, const std::string &run)
{
    return asItsKind(file, [&](auto kind, const auto &) -> std::unique_ptr<Importer> { return std::make_unique<typename decltype(kind)::type>(file, run); });
}

} // namespace lensboard::imports
