#pragma once

#include <cstdint>
#include <filesystem>
#include <memory>
#include <span>
#include <stdexcept>
#include <string>

struct sqlite3;
struct sqlite3_stmt;

namespace lensboard::store::sqlite {

/// What SQLite said, with its extended result code.
class Error : public std::runtime_error
{
public:
    Error(int code, const std::string &message) : std::runtime_error(message), m_code(code) {}
    int code() const { return m_code; }

private:
    int m_code;
};

class Statement;

/// A connection, closed when it goes.
/// Thread: one at a time.
class Database
{
public:
    /// AtRest: to be read while it is not written. Nothing is locked, and no files are made beside it.
    enum class Open { ReadOnly, AtRest, ReadWrite, Create };

    /// Errors: Error.
    Database(const std::filesystem::path &path, Open mode);

    /// Runs statements without results. Errors: Error.
    void execute(const std::string &sql);
    /// First column of the first row. Errors: Error.
    std::int64_t integer(const std::string &sql);
    std::string text(const std::string &sql);
    Statement prepare(const std::string &sql);
    /// Errors: Error, SQLITE_READONLY_DBMOVED if its path leads to another file, or to none, by now.
    void checkPlace();

private:
    struct Close
    {
        void operator()(sqlite3 *db) const;
    };
    std::unique_ptr<sqlite3, Close> m_db;
};

/// A prepared statement. Parameters and columns count from 0. Rows that are more than the database has bytes are an
/// error: in a hostile file many rows may be the same pages.
class Statement
{
public:
    Statement(sqlite3 *db, const std::string &sql);

    Statement &bind(int index, std::int64_t value);
    Statement &bind(int index, double value);
    Statement &bind(int index, const std::string &value);
    Statement &bind(int index, std::span<const std::byte> blob);
    Statement &bindNull(int index);

    bool step();
    /// Runs to the end and makes ready for the next bindings.
    void run();

    bool isNull(int column) const;
    std::int64_t integer(int column) const;
    double real(int column) const;
    std::string text(int column) const; ///< valid UTF-8, whatever is there
    std::span<const std::byte> blob(int column) const; ///< valid until the next step

private:
    void check(int code) const;
    void countRow();

    struct Finalize
    {
        void operator()(sqlite3_stmt *statement) const;
    };
    sqlite3 *m_db;
    std::unique_ptr<sqlite3_stmt, Finalize> m_statement;
    std::int64_t m_rowBytes = 0; ///< of all rows so far
    std::int64_t m_mostRowBytes = 1 << 20;
};

/// Runs \p database in a transaction that is rolled back unless commit() is reached.
class Transaction
{
public:
    explicit Transaction(Database &database);
    ~Transaction();
    Transaction(const Transaction &) = delete;
    Transaction &operator=(const Transaction &) = delete;
    void commit();

private:
    Database &m_database;
    bool m_open = true;
};

/// A part of a transaction that is rolled back alone unless release() is reached.
class Savepoint
{
public:
    explicit Savepoint(Database &database);
    ~Savepoint();
    Savepoint(const Savepoint &) = delete;
    Savepoint &operator=(const Savepoint &) = delete;
    void release();

private:
    Database &m_database;
    bool m_open = true;
};

// Files that may be databases which this process has open are read through SQLite: to close a descriptor of such a file by other means
// would drop the locks that the process has on it.

/// Returns the beginning of a file; less if the file is shorter, nothing if it cannot be read or is no regular file.
std::string firstBytes(const std::filesystem::path &path, std::size_t most);
/// Writes a copy of \p path alone, without its log or journal, to \p target. Errors: std::filesystem::filesystem_error.
void copyFile(const std::filesystem::path &path, const std::filesystem::path &target);

} // namespace lensboard::store::sqlite
