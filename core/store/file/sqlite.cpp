#include "core/store/file/sqlite.h"

#include "core/bytes/valid_utf8.h"
#include "core/record/message.h"

#include <sqlite3.h>

#include <algorithm>
#include <cerrno>
#include <cstddef>
#include <fstream>
#include <optional>
#include <utility>
#include <vector>

namespace lensboard::store::sqlite {

namespace {

constexpr std::int64_t kMinRowBytes = 6; ///< including the pointer to it in its page

/// Applies the advice of https://sqlite.org/security.html for untrusted files, as far as the schema allows.
void distrustFile(sqlite3 *db)
{
    for (const int option : {SQLITE_DBCONFIG_TRUSTED_SCHEMA, SQLITE_DBCONFIG_ENABLE_TRIGGER, SQLITE_DBCONFIG_ENABLE_VIEW})
        sqlite3_db_config(db, option, 0, nullptr);
    sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, nullptr);
    for (const auto &[what, most] : {std::pair(SQLITE_LIMIT_LENGTH, 64 << 20), std::pair(SQLITE_LIMIT_SQL_LENGTH, 100'000),
                                     std::pair(SQLITE_LIMIT_COLUMN, 100), std::pair(SQLITE_LIMIT_EXPR_DEPTH, 10),
                                     std::pair(SQLITE_LIMIT_COMPOUND_SELECT, 3), std::pair(SQLITE_LIMIT_VDBE_OP, 25'000),
                                     std::pair(SQLITE_LIMIT_FUNCTION_ARG, 8), std::pair(SQLITE_LIMIT_ATTACHED, 0),
                                     std::pair(SQLITE_LIMIT_LIKE_PATTERN_LENGTH, 50), std::pair(SQLITE_LIMIT_VARIABLE_NUMBER, 10),
                                     std::pair(SQLITE_LIMIT_TRIGGER_DEPTH, 1)})
        sqlite3_limit(db, what, most);
    sqlite3_exec(db, "PRAGMA cell_size_check = ON; PRAGMA mmap_size = 0", nullptr, nullptr, nullptr);
}

std::string uriOf(const std::filesystem::path &path)
{
    static constexpr char kDigits[] = "0123456789ABCDEF";
    std::string uri = "file:";
    for (const char c : std::filesystem::absolute(path).string())
        if (c == '%' || c == '?' || c == '#')
            uri.append(1, '%').append(1, kDigits[c >> 4]).append(1, kDigits[c & 15]);
        else
            uri += c;
    return uri;
}

} // namespace

void Database::Close::operator()(sqlite3 *db) const
{
    sqlite3_close(db);
}

Database::Database(const std::filesystem::path &path, Open mode)
{
    const int flags = mode == Open::ReadOnly  ? SQLITE_OPEN_READONLY
                    : mode == Open::AtRest    ? SQLITE_OPEN_READONLY | SQLITE_OPEN_URI
                    : mode == Open::ReadWrite ? SQLITE_OPEN_READWRITE
                                              : SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE;
    sqlite3 *db = nullptr;
    // An absolute path, because SQLite does not treat ":memory:" and "file:x" as files.
    const std::string name = mode == Open::AtRest ? uriOf(path) + "?immutable=1" : std::filesystem::absolute(path).string();
    const int code = sqlite3_open_v2(name.c_str(), &db, flags, nullptr);
    m_db.reset(db);
    if (code != SQLITE_OK)
        throw Error(code, db ? sqlite3_errmsg(db) : sqlite3_errstr(code));
    sqlite3_extended_result_codes(db, 1);
    sqlite3_busy_timeout(db, 2000);
    distrustFile(db);
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

void Database::checkPlace()
{
    int hasMoved = 0;
    if (sqlite3_file_control(m_db.get(), nullptr, SQLITE_FCNTL_HAS_MOVED, &hasMoved) == SQLITE_OK && hasMoved)
        throw Error(SQLITE_READONLY_DBMOVED, sqlite3_errstr(SQLITE_READONLY_DBMOVED));
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
    // A null pointer would be bound as NULL instead of an empty blob.
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
    if (code == SQLITE_ROW) {
        countRow();
        return true;
    }
    if (code != SQLITE_DONE) {
        const std::string message = sqlite3_errmsg(m_db);
        sqlite3_reset(m_statement.get());
        throw Error(code, message);
    }
    return false;
}

void Statement::countRow()
{
    m_rowBytes += kMinRowBytes;
    for (int column = 0; column < sqlite3_data_count(m_statement.get()); ++column)
        if (const int type = sqlite3_column_type(m_statement.get(), column); type == SQLITE_BLOB || type == SQLITE_TEXT)
            m_rowBytes += sqlite3_column_bytes(m_statement.get(), column);
    if (m_rowBytes <= m_mostRowBytes)
        return;
    const auto pragma = [this](const char *name) {
        Statement statement(m_db, name);
        return statement.step() ? statement.integer(0) : 0;
    };
    m_mostRowBytes = std::max(m_mostRowBytes, 2 * pragma("PRAGMA page_count") * pragma("PRAGMA page_size"));
    if (m_rowBytes > m_mostRowBytes)
        throw Error(SQLITE_CORRUPT, record::message("rows that are more than the file"));
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
    return text ? bytes::validUtf8({text, static_cast<std::size_t>(sqlite3_column_bytes(m_statement.get(), column))})
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

Savepoint::Savepoint(Database &database) : m_database(database)
{
    m_database.execute("SAVEPOINT record");
}

Savepoint::~Savepoint()
{
    if (!m_open)
        return;
    try {
        m_database.execute("ROLLBACK TO record; RELEASE record");
    } catch (const Error &) { // the whole transaction is already rolled back
    }
}

void Savepoint::release()
{
    m_database.execute("RELEASE record");
    m_open = false;
}

namespace {

/// A regular file, opened through SQLite.
class RawFile
{
public:
    explicit RawFile(const std::filesystem::path &path)
        : m_vfs(sqlite3_vfs_find(nullptr)), m_memory(static_cast<std::size_t>(m_vfs->szOsFile) / sizeof(std::max_align_t) + 1),
          m_name(sqlite3_create_filename(std::filesystem::absolute(path).c_str(), "", "", 0, nullptr))
    {
        int flags = 0;
        std::error_code unknown;
        m_isOpen = std::filesystem::is_regular_file(path, unknown) // opening a pipe would block
                && m_vfs->xOpen(m_vfs, m_name, file(), SQLITE_OPEN_READONLY | SQLITE_OPEN_MAIN_DB, &flags) == SQLITE_OK;
    }
    ~RawFile()
    {
        if (file()->pMethods)
            file()->pMethods->xClose(file());
        sqlite3_free_filename(m_name);
    }
    RawFile(const RawFile &) = delete;
    RawFile &operator=(const RawFile &) = delete;

    bool isOpen() const { return m_isOpen; }
    /// Returns at most \p most bytes from \p offset on, or nullopt on a read error.
    std::optional<std::string> read(std::size_t most, sqlite3_int64 offset)
    {
        sqlite3_int64 size = 0;
        if (!m_isOpen || file()->pMethods->xFileSize(file(), &size) != SQLITE_OK)
            return std::nullopt;
        std::string bytes(std::min(most, static_cast<std::size_t>(std::max<sqlite3_int64>(size - offset, 0))), '\0');
        if (!bytes.empty() && file()->pMethods->xRead(file(), bytes.data(), static_cast<int>(bytes.size()), offset) != SQLITE_OK)
            return std::nullopt;
        return bytes;
    }

private:
    sqlite3_file *file() { return reinterpret_cast<sqlite3_file *>(m_memory.data()); }

    sqlite3_vfs *m_vfs;
    std::vector<std::max_align_t> m_memory;
    sqlite3_filename m_name;
    bool m_isOpen = false;
};

} // namespace

std::string firstBytes(const std::filesystem::path &path, std::size_t most)
{
    return RawFile(path).read(most, 0).value_or("");
}

void copyFile(const std::filesystem::path &path, const std::filesystem::path &target)
{
    constexpr std::size_t kBlock = std::size_t{1} << 20;
    const auto fail = [](const char *what, const std::filesystem::path &which) {
        throw std::filesystem::filesystem_error(what, which, {errno ? errno : EIO, std::generic_category()});
    };
    RawFile from(path);
    errno = 0;
    std::ofstream to(target, std::ios::binary | std::ios::trunc);
    for (sqlite3_int64 offset = 0;; offset += kBlock) {
        const auto bytes = from.read(kBlock, offset);
        if (!bytes)
            fail("cannot be read", path);
        to.write(bytes->data(), static_cast<std::streamsize>(bytes->size()));
        if (bytes->size() < kBlock)
            break;
    }
    to.close();
    if (!to)
        fail("cannot be written", target);
}

} // namespace lensboard::store::sqlite
