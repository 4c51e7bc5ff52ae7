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

/// An error from SQLite, with its extended result code.
class Error : public std::runtime_error
{
public:
    Error(int code, const std::string &message) : std::runtime_error(message), m_code(code) {}
    int code() const { return m_code; }

private:
    int m_code;
};

class Statement;

/// A connection, closed by the destructor.
/// Thread: one at a time.
class Database
{
public:
    /// AtRest: for reading a file that nobody writes. Takes no locks and creates no files beside it.
    enum class Open { ReadOnly, AtRest, ReadWrite, Create };

    /// Errors: Error.
    Database(const std::filesystem::path &path, Open mode);

    /// Runs statements without results. Errors: Error.
    void execute(const std::string &sql);
    /// Returns the first column of the first row. Errors: Error.
    std::int64_t integer(const std::string &sql);
    std::string text(const std::string &sql);
    Statement prepare(const std::string &sql);
    /// Errors: Error with SQLITE_READONLY_DBMOVED if its path now leads to another file or to none.
    void checkPlace();

private:
    struct Close
    {
        void operator()(sqlite3 *db) const;
    };
    std::unique_ptr<sqlite3, Close> m_db;
};

/// A prepared statement. Parameters and columns are numbered from 0. Throws if the rows together are longer than the database: in a
/// malicious file, many rows may share the same pages.
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
    /// Runs to the end and resets the statement for new bindings.
    void run();

    bool isNull(int column) const;
    std::int64_t integer(int column) const;
    double real(int column) const;
    std::string text(int column) const; ///< always valid UTF-8, even if the stored text is not
    std::span<const std::byte> blob(int column) const; ///< valid until the next step()

private:
    void check(int code) const;
    void countRow();

    struct Finalize
    {
        void operator()(sqlite3_stmt *statement) const;
    };
    sqlite3 *m_db;
    std::unique_ptr<sqlite3_stmt, Finalize> m_statement;
    std::int64_t m_rowBytes = 0; ///< total of all rows so far
    std::int64_t m_mostRowBytes = 1 << 20;
};

/// A transaction on \p database that is rolled back unless commit() is reached.
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

/// A part of a transaction that can be rolled back on its own, unless release() is reached.
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

// Files that may be databases open in this process are read through SQLite: closing another descriptor of such a file would drop the
// process's locks on it.

/// Returns at most the first \p most bytes of a file; empty if it cannot be read or is not a regular file.
std::string firstBytes(const std::filesystem::path &path, std::size_t most);
/// Copies only \p path, without its log or journal, to \p target. Errors: std::filesystem::filesystem_error.
void copyFile(const std::filesystem::path &path, const std::filesystem::path &target);

} // namespace lensboard::store::sqlite
