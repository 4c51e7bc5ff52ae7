#pragma once

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace lensboard::imports {

class Importer;

/// Returns true if a file that begins with \p firstBytes is an SQLite database or a journal of Optuna.
bool isDatabase(std::string_view firstBytes);
/// Returns true if \p file, a database, is a project of Trackio, a store of MLflow or a storage of Optuna.
bool isRunDatabase(const std::filesystem::path &file);
/// Returns the unique names of the listed runs in such a database. Errors: ImportError.
std::vector<std::string> runsInDatabase(const std::filesystem::path &file);
/// Returns true if such a database has this run; MLflow's deleted runs are not listed, but there. Errors: ImportError.
bool hasRun(const std::filesystem::path &file, const std::string &run);
/// Returns an importer for a run in such a database. Errors: ImportError.
std::unique_ptr<Importer> databaseImporter(const std::filesystem::path &file, const std::string &run);

} // namespace lensboard::imports
