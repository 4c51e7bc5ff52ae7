#pragma once

#include "core/store/file/sqlite.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <initializer_list>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>

namespace lensboard::store {
class TemporaryCopy;
}

namespace lensboard::imports {

/// An SQLite database of another tool. Opened read-only and treated as untrusted, like run files: read only plain columns of plain
/// tables, row by row.
/// Errors: all functions throw ImportError.
class ForeignDatabase
{
public:
    explicit ForeignDatabase(std::filesystem::path file);
    ~ForeignDatabase();

    const std::filesystem::path &file() const { return m_file; }
    /// Returns the columns of a table; empty if the table does not exist, is a view, or has computed columns.
    std::set<std::string> plainColumns(const std::string &table);
    /// Returns true if plainColumns() has all columns in \p needed.
    bool hasColumns(const std::string &table, std::initializer_list<const char *> needed);
    /// Calls \p read with the statement \p sql. Converts errors of SQLite.
    void query(const std::string &sql, const std::function<void(store::sqlite::Statement &)> &read);

    /// The rows of a table with one value in a column.
    struct Rows
    {
        std::string table;
        std::string column; ///< of the key
        std::string columns; ///< other columns, separated by commas
        std::string index; ///< name of an index that begins with \p column; the file may lack it
    };
    /// Passes the rows with \p key to \p take, in the order of their row numbers, from \p first on: key, row number, then the other columns.
    void readRows(const Rows &rows, const std::string &key, std::int64_t first, const std::stop_token &stop,
                  const std::function<void(const store::sqlite::Statement &)> &take);

private:
    void open(const std::filesystem::path &path, store::sqlite::Database::Open mode);

    std::filesystem::path m_file;
    std::unique_ptr<store::TemporaryCopy> m_copy;
    std::unique_ptr<store::sqlite::Database> m_database;
};

/// Creates unique names of the runs in a database, in their order of appearance.
class UniqueNames
{
public:
    /// Returns \p wanted, or \p wanted with a number if another \p key has this name. Equal keys get equal names.
    std::string name(const std::string &key, const std::string &wanted);

private:
    std::map<std::string, std::string> m_names; ///< by key
    std::set<std::string> m_taken;
};

/// Returns the path of a run in a database of several: FILE/NAME, like a file in a folder.
std::filesystem::path databaseRunPath(const std::filesystem::path &file, const std::string &run);

struct DatabaseRunPlace
{
    std::filesystem::path file;
    std::string run;
};
/// Returns nullopt if \p path is not inside a file.
std::optional<DatabaseRunPlace> databaseRunPlace(const std::filesystem::path &path);

} // namespace lensboard::imports
