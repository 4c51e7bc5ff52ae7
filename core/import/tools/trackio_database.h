#pragma once

#include "core/store/file/sqlite.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace lensboard::store {
class TemporaryCopy;
}

namespace lensboard::imports {

/// Creates unique names of the runs in a Trackio database, in their order of appearance.
class TrackioNames
{
public:
    /// Older databases have several projects; newer ones several runs with equal name and different ids.
    std::string name(const std::string &project, const std::string &run, const std::string &id);

private:
    std::map<std::tuple<std::string, std::string, std::string>, std::string> m_names;
    std::set<std::string> m_taken;
};

/// A Trackio project: an SQLite database with measurements of several runs. Opened read-only and treated as untrusted, like
/// run files; reads only plain columns of plain tables, row by row.
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

    explicit TrackioDatabase(std::filesystem::path file);
    ~TrackioDatabase();

    /// Returns true if \p file, an SQLite database, has Trackio's tables.
    static bool recognises(const std::filesystem::path &file);

    std::vector<std::string> runs();
    /// Passes all rows with a number above \p after, of all runs, to \p take. \p names provides the runs' names.
    void readRows(std::int64_t after, TrackioNames &names, const std::stop_token &stop, const Take &take);
    /// Returns the run's configuration as JSON, or an empty string.
    std::string config(const std::string &runName);
    /// Returns the number of measurements of the machine. They have no steps.
    std::uint64_t systemRows(const std::string &runName);

private:
    void open(const std::filesystem::path &path, store::sqlite::Database::Open mode);
    std::set<std::string> plainColumns(const std::string &table);

    std::filesystem::path m_file;
    std::unique_ptr<store::TemporaryCopy> m_copy;
    std::unique_ptr<store::sqlite::Database> m_database;
    std::set<std::string> m_columns; ///< of the measurement table
};

/// Returns the path of a run in a database of several: FILE/NAME, like a file in a folder.
std::filesystem::path trackioRunPath(const std::filesystem::path &file, const std::string &run);

struct TrackioPlace
{
    std::filesystem::path file;
    std::string run;
};
/// Returns nullopt if \p path is not inside a file.
std::optional<TrackioPlace> trackioPlace(const std::filesystem::path &path);

} // namespace lensboard::imports
