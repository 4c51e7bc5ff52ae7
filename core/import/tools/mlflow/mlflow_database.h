#pragma once

#include "core/import/tools/foreign_database.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace lensboard::imports {

/// MLflow's tracking store in an SQLite database, its default since MLflow 3.7: runs of several experiments.
/// Errors: all functions throw ImportError.
class MlflowDatabase
{
public:
    struct Run
    {
        std::string id;
        std::string uniqueName; ///< among the runs of all experiments
        std::string name, status, stage, user, experiment;
        std::int64_t startMilliseconds = 0;
    };
    struct Value
    {
        std::int64_t row = 0;
        std::string metric;
        double value = 0;
        std::int64_t milliseconds = 0;
        std::int64_t step = 0;

        /// Returns true if all members are equal; NaN equals NaN.
        bool operator==(const Value &other) const;
    };

    /// Throws if \p file is another database.
    explicit MlflowDatabase(std::filesystem::path file);

    /// Returns all runs, also deleted ones, in the order of their start.
    std::vector<Run> allRuns();
    /// Returns the unique names of the runs that are not deleted.
    std::vector<std::string> runs();
    /// Returns true for deleted runs, too.
    bool hasRun(const std::string &name);
    /// Passes the values of a run with a row number from \p first on to \p take, in the order of writing.
    void readValues(const std::string &id, std::int64_t first, const std::stop_token &stop, const std::function<void(const Value &)> &take);
    /// Returns a run's rows of the table "params" or "tags".
    std::map<std::string, std::string> texts(const std::string &table, const std::string &id);

private:
    ForeignDatabase m_database;
};

} // namespace lensboard::imports
