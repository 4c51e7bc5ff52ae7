#include "core/store/sqlite.h"

#include <sqlite3.h>

namespace lensboard::store::sqlite {

void Database::Close::operator()(sqlite3 *db) const
{
    sqlite3_close(db);
}

Database::Database(const std::filesystem::path &path, Open mode)
{
    const int flags = mode == Open::ReadOnly    ? SQLITE_OPEN_READONLY
                    : mode == Open::ReadWrite ? SQLITE_OPEN_READWRITE
                                              : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    sqlite3 *db = nullptr;
    const int code = sqlite3_open_v2(path.c_str(), &db, flags, nullptr);
    m_db.reset(db);
    if (code != SQLITE_OK)
        throw Error(code, db ? sqlite3_errmsg(db) : sqlite3_errstr(code));
    sqlite3_extended_result_codes(db, 1);
    sqlite3_busy_timeout(db, 2000);
    // Nothing in a file is believed: no functions from its schema, checked cells, bounded lengths.
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, nullptr);
    sqlite3_limit(db, SQLITE_LIMIT_LENGTH, 64 << 20);
    sqlite3_limit(db, SQLITE_LIMIT_ATTACHED, 0);
}

void Database::execute(const std::string &sql)
{
    if (const int code = sqlite3_exec(m_db.get(), sql.c_str(), nullptr, nullptr, nullptr); code != SQLITE_OK)
        throw Error(code, sqlite3_errmsg(m_db.get()));
}

std::int64_t Database::integer(const std::string &sql)
{
    Statement statement = prepare(sql);
    return statement.step() ? statement.integer(0) : 0;
}

std::string Database::text(const std::string &sql)
{
    Statement statement = prepare(sql);
    return statement.step() ? statement.text(0) : std::string();
}

Statement Database::prepare(const std::string &sql)
{
    return {m_db.get(), sql};
}

void Statement::Finalize::operator()(sqlite3_stmt *statement) const
{
    sqlite3_finalize(statement);
}

Statement::Statement(sqlite3 *db, const std::string &sql) : m_db(db)
{
    sqlite3_stmt *statement = nullptr;
    check(sqlite3_prepare_v2(db, sql.c_str(), -1, &statement, nullptr));
    m_statement.reset(statement);
}

void Statement::check(int code) const
{
    if (code != SQLITE_OK)
        throw Error(code, sqlite3_errmsg(m_db));
}

Statement &Statement::bind(int index, std::int64_t value)
{
    check(sqlite3_bind_int64(m_statement.get(), index + 1, value));
    return *this;
}

Statement &Statement::bind(int index, double value)
{
    check(sqlite3_bind_double(m_statement.get(), index + 1, value));
    return *this;
}

Statement &Statement::bind(int index, const std::string &value)
{
    check(sqlite3_bind_text64(m_statement.get(), index + 1, value.data(), value.size(), SQLITE_TRANSIENT,
                              SQLITE_UTF8));
    return *this;
}

Statement &Statement::bind(int index, std::span<const std::byte> blob)
{
    // A null pointer would be bound as NULL, which an empty blob is not.
    check(blob.empty() ? sqlite3_bind_zeroblob(m_statement.get(), index + 1, 0)
                       : sqlite3_bind_blob64(m_statement.get(), index + 1, blob.data(), blob.size(), SQLITE_TRANSIENT));
    return *this;
}

Statement &Statement::bindNull(int index)
{
    check(sqlite3_bind_null(m_statement.get(), index + 1));
    return *this;
}

bool Statement::step()
{
    const int code = sqlite3_step(m_statement.get());
    if (code == SQLITE_ROW)
        return true;
    if (code != SQLITE_DONE) {
        const std::string message = sqlite3_errmsg(m_db);
        sqlite3_reset(m_statement.get());
        throw Error(code, message);
    }
    return false;
}

void Statement::run()
{
    while (step()) { }
    check(sqlite3_reset(m_statement.get()));
}

bool Statement::isNull(int column) const
{
    return sqlite3_column_type(m_statement.get(), column) == SQLITE_NULL;
}

std::int64_t Statement::integer(int column) const
{
    return sqlite3_column_int64(m_statement.get(), column);
}

double Statement::real(int column) const
{
    return sqlite3_column_double(m_statement.get(), column);
}

std::string Statement::text(int column) const
{
    const auto *text = reinterpret_cast<const char *>(sqlite3_column_text(m_statement.get(), column));
    return text ? std::string(text, static_cast<std::size_t>(sqlite3_column_bytes(m_statement.get(), column)))
                : std::string();
}

std::span<const std::byte> Statement::blob(int column) const
{
    const auto *data = static_cast<const std::byte *>(sqlite3_column_blob(m_statement.get(), column));
    return {data, data ? static_cast<std::size_t>(sqlite3_column_bytes(m_statement.get(), column)) : 0};
}

Transaction::Transaction(Database &database) : m_database(database)
{
    m_database.execute("BEGIN IMMEDIATE");
}

Transaction::~Transaction()
{
    if (!m_open)
        return;
    try {
        m_database.execute("ROLLBACK");
    } catch (const Error &) { // SQLite has already rolled back by itself, as it does when the disk is full
    }
}

void Transaction::commit()
{
    m_database.execute("COMMIT");
    m_open = false;
}

} // namespace lensboard::store::sqlite
