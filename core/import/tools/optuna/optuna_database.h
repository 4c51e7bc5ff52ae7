#pragma once

#include "core/import/tools/foreign_database.h"
#include "core/import/tools/optuna/optuna_storage.h"

#include <filesystem>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

namespace lensboard::imports {

/// Optuna's storage in an SQLite database.
class OptunaDatabase final : public OptunaStorage
{
public:
    /// Throws if \p file is another database.
    explicit OptunaDatabase(std::filesystem::path file);

    std::vector<Trial> trials() override;
    void readReports(const std::string &trial, std::int64_t first, const std::stop_token &stop, const Take &take) override;
    void readObjectives(const std::string &trial, const Take &take) override;
    std::map<std::string, std::string> parameters(const std::string &trial) override;

private:
    void readValues(const std::string &table, const std::string &place, const std::string &value, const std::string &trial, std::int64_t first,
                    const std::stop_token &stop, const Take &take);

    ForeignDatabase m_database;
};

} // namespace lensboard::imports
