#pragma once

#include "core/import/tools/database_importer.h"
#include "core/import/tools/mlflow/mlflow_database.h"

#include <filesystem>
#include <set>
#include <string>

namespace lensboard::imports {

/// Reads a run in MLflow's SQLite database. Parameters become hyperparameters, tags details. Steps are read as they are.
class MlflowDatabaseImporter final : public DatabaseImporter
{
public:
    MlflowDatabaseImporter(std::filesystem::path file, std::string run) : DatabaseImporter(std::move(file), std::move(run), "MLflow") {}

private:
    void readNews(ReadProgress &progress, bool isFirst) override;
    MlflowDatabase::Run findRun(MlflowDatabase &database);
    void readValue(const MlflowDatabase::Value &value);
    void readDetails(MlflowDatabase &database, const MlflowDatabase::Run &run);
    record::RunStatus status(const MlflowDatabase::Run &run) const;

    std::string m_id;
    MlflowDatabase::Value m_last; ///< last row read
    std::int64_t m_lastMilliseconds = 0; ///< time of the latest value
    std::set<std::string> m_atZero; ///< metrics with a value at step 0
    std::string m_details; ///< at the last read
};

} // namespace lensboard::imports
