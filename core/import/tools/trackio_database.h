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

/// What runs in one of Trackio's databases are called: by their names, each once, in the order in which they came.
class TrackioNames
{
public:
    /// Older databases have several projects, newer ones several runs of one name with an id each.
    std::string name(const std::string &project, const std::string &run, const std::string &id);

private:
    std::map<std::tuple<std::string, std::string, std::string>, std::string> m_names;
    std::set<std::string> m_taken;
};

/// A project of Trackio: an SQLite database with the measurements of several runs. It is opened to be read and not
/// trusted, as run files are; only plain columns of plain tables are read, row by row.
/// Errors: of all members, ImportError.
class TrackioDatabase
{
public:
    struct Row
    {
        std::int64_t id = 0;
        std::string run; ///< its name among all that are there
        std::string timestamp;
        std::int64_t step = 0;
        std::string metrics; ///< JSON
    };
    using Take = std::function<void(const Row &)>;

    explicit TrackioDatabase(std::filesystem::path file);
    ~TrackioDatabase();

    /// Whether \p file, an SQLite database, has the tables of one.
    static bool recognises(const std::filesystem::path &file);

    std::vector<std::string> runs();
    /// Rows of all runs after the one of the number \p after, as \p names call them.
    void readRows(std::int64_t after, TrackioNames &names, const std::stop_token &stop, const Take &take);
    /// The run's configuration, as JSON; empty if it has none.
    std::string config(const std::string &runName);
    /// Measurements of the machine, which have no steps.
    std::uint64_t systemRows(const std::string &runName);

private:
    void open(const std::filesystem::path &path, store::sqlite::Database::Open mode);
    std::set<std::string> plainColumns(const std::string &table);

    std::filesystem::path m_file;
    std::unique_ptr<store::TemporaryCopy> m_copy;
    std::unique_ptr<store::sqlite::Database> m_database;
    std::set<std::string> m_columns; ///< of the table of measurements
};

/// A run in a database of several is FILE/NAME, as if it lay in a folder.
std::filesystem::path trackioRunPath(const std::filesystem::path &file, const std::string &run);

struct TrackioPlace
{
    std::filesystem::path file;
    std::string run;
};
/// Empty if \p path does not lead into a file.
std::optional<TrackioPlace> trackioPlace(const std::filesystem::path &path);

} // namespace lensboard::imports
