#pragma once

#include "core/import/tools/foreign_database.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <stop_token>
#include <string>
#include <vector>

namespace lensboard::imports {

/// Optuna's storage in an SQLite database: the trials of several studies.
/// Errors: all functions throw ImportError.
class OptunaDatabase
{
public:
    struct Trial
    {
        std::string id;
        std::string uniqueName; ///< "STUDY trial NUMBER"
        std::string study, state, started, completed; ///< dates as texts
    };
    struct Value
    {
        std::int64_t row = 0;
        std::int64_t step = 0; ///< or number of the objective
        double value = 0;
    };
    using Take = std::function<void(const Value &)>;

    /// Throws if \p file is another database.
    explicit OptunaDatabase(std::filesystem::path file);

    std::vector<Trial> trials();
    std::vector<std::string> runs(); ///< unique names of the trials
    bool hasRun(const std::string &name);
    /// Passes the reported values of a trial with a row number from \p first on to \p take, in the order of writing.
    void readReports(const std::string &trial, std::int64_t first, const std::stop_token &stop, const Take &take);
    void readObjectives(const std::string &trial, const Take &take);
    std::map<std::string, std::string> parameters(const std::string &trial);

private:
    void readValues(const std::string &table, const std::string &place, const std::string &value, const std::string &trial, std::int64_t first,
                    const std::stop_token &stop, const Take &take);

    ForeignDatabase m_database;
};

} // namespace lensboard::imports
