#pragma once

#include "core/import/tools/foreign_database.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <set>
#include <stop_token>
#include <string>
#include <vector>

namespace lensboard::imports {

/// A Trackio project: an SQLite database with measurements of several runs.
/// Errors: all functions throw ImportError.
class TrackioDatabase
{
public:
    struct Row
    {
        std::int64_t id = 0;
        std::string run; ///< unique name of the run
        std::string timestamp;
        std::int64_t step = 0;
        std::string metrics; ///< as JSON
    };
    using Take = std::function<void(const Row &)>;

    /// Throws if \p file is another database.
    explicit TrackioDatabase(std::filesystem::path file);

    std::vector<std::string> runs();
    bool hasRun(const std::string &name);
    /// Passes all rows with a number above \p after, of all runs, to \p take. \p names provides the runs' names.
    void readRows(std::int64_t after, UniqueNames &names, const std::stop_token &stop, const Take &take);
    /// Returns the run's configuration as JSON, or an empty string.
    std::string config(const std::string &runName);
    /// Returns the number of measurements of the machine. They have no steps.
    std::uint64_t systemRows(const std::string &runName);

private:
    ForeignDatabase m_database;
    std::set<std::string> m_columns; ///< of the measurement table
};

} // namespace lensboard::imports
