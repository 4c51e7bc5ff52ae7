#pragma once

#include "core/import/tools/database_importer.h"
#include "core/import/tools/optuna/optuna_storage.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>

namespace lensboard::imports {

/// Reads a trial in Optuna's database or journal as a run. Reported values become a series; the objective stands at the last reported step, or at
/// step 0. Parameters become hyperparameters.
class OptunaImporter final : public DatabaseImporter
{
public:
    OptunaImporter(std::filesystem::path file, std::string trial) : DatabaseImporter(std::move(file), std::move(trial), "Optuna") {}

private:
    void readNews(ReadProgress &progress, bool isFirst) override;
    void readObjectives(OptunaStorage &database, const OptunaStorage::Trial &trial);
    void readDetails(OptunaStorage &database, const OptunaStorage::Trial &trial);

    OptunaStorage::Value m_last; ///< last row read
    std::optional<std::int64_t> m_lastStep; ///< the largest one, as Optuna's last_step
    bool m_hasObjectives = false;
    std::string m_details; ///< at the last read
};

} // namespace lensboard::imports
