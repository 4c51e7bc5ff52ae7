#include "core/import/tools/database_runs.h"

#include "core/import/tools/mlflow/mlflow_database_importer.h"
#include "core/import/tools/optuna/optuna_database.h"
#include "core/import/tools/optuna/optuna_importer.h"
#include "core/import/tools/optuna/optuna_journal.h"
#include "core/import/tools/trackio_importer.h"

#include <optional>
#include <type_traits>

namespace lensboard::imports {

namespace fs = std::filesystem;

bool isDatabase(std::string_view firstBytes)
{
    return firstBytes.starts_with("SQLite format 3") || OptunaJournal::recognises(firstBytes);
}

namespace {

/// Returns false if \p file is another database.
template <typename Database>
bool open(std::optional<Database> &database, const fs::path &file)
{
    try {
        database.emplace(file);
    } catch (const ImportError &) {
    }
    return database.has_value();
}

/// Calls \p read with the importer of the first kind of database that \p file is, and with the database; Trackio's if it is none.
template <typename Read>
auto asItsKind(const fs::path &file, const Read &read)
{
    if (std::optional<MlflowDatabase> mlflow; open(mlflow, file))
        return read(std::type_identity<MlflowDatabaseImporter>(), *mlflow);
    if (std::optional<OptunaDatabase> optuna; open(optuna, file))
        return read(std::type_identity<OptunaImporter>(), *optuna);
    if (std::optional<OptunaJournal> journal; open(journal, file))
        return read(std::type_identity<OptunaImporter>(), *journal);
    TrackioDatabase trackio(file);
    return read(std::type_identity<TrackioImporter>(), trackio);
}

} // namespace

bool isRunDatabase(const fs::path &file)
{
    try {
        return asItsKind(file, [](auto, auto &) { return true; });
    } catch (const ImportError &) {
        return false;
    }
}

std::vector<std::string> runsInDatabase(const fs::path &file)
{
    return asItsKind(file, [](auto, auto &database) { return database.runs(); });
}

bool hasRun(const fs::path &file, const std::string &run)
{
    return asItsKind(file, [&](auto, auto &database) { return database.hasRun(run); });
}

std::unique_ptr<Importer> databaseImporter(const fs::path &file, const std::string &run)
{
    return asItsKind(file, [&](auto kind, const auto &) -> std::unique_ptr<Importer> { return std::make_unique<typename decltype(kind)::type>(file, run); });
}

} // namespace lensboard::imports
