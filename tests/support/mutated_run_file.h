#pragma once

#include "tests/support/mutations.h"

#include <sqlite3.h>

#include <filesystem>

namespace lensboard::test {

/// SQLite without the protective settings of our reader.
class PlainDatabase
{
public:
    explicit PlainDatabase(const std::filesystem::path &path)
    {
        sqlite3_open_v2(path.c_str(), &m_db, SQLITE_OPEN_READWRITE, nullptr);
        run("PRAGMA writable_schema = ON");
        run("PRAGMA synchronous = OFF");
        run("PRAGMA journal_mode = MEMORY");
    }
    ~PlainDatabase() { sqlite3_close(m_db); }
    PlainDatabase(const PlainDatabase &) = delete;
    PlainDatabase &operator=(const PlainDatabase &) = delete;

    bool run(const std::string &sql) { return sqlite3_exec(m_db, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK; }
    /// Returns the first column of the first few rows.
    std::vector<std::string> column(const std::string &sql)
    {
        std::vector<std::string> values;
        sqlite3_stmt *rows = nullptr;
        sqlite3_prepare_v2(m_db, sql.c_str(), -1, &rows, nullptr);
        while (values.size() < 100 && sqlite3_step(rows) == SQLITE_ROW) {
            const auto *bytes = static_cast<const char *>(sqlite3_column_blob(rows, 0));
            values.emplace_back(bytes ? bytes : "", static_cast<std::size_t>(sqlite3_column_bytes(rows, 0)));
        }
        sqlite3_finalize(rows);
        return values;
    }

private:
    sqlite3 *m_db = nullptr;
};

inline std::string hexLiteral(const std::string &bytes)
{
    static constexpr char kDigits[] = "0123456789ABCDEF";
    std::string text = "X'";
    for (const char c : bytes) {
        text += kDigits[static_cast<unsigned char>(c) >> 4];
        text += kDigits[static_cast<unsigned char>(c) & 15];
    }
    return text + "'";
}

/// Returns an SQL literal that replaces the current value \p value.
inline std::string mutatedLiteral(const std::string &value, Random &random)
{
    static constexpr std::array kLiterals = {"0", "-1", "1", "2", "1023", "1024", "1025", "4294967295", "9223372036854775807", "-9223372036854775808",
                                             "1e308", "9e999", "'recording'", "''", "X''", "zeroblob(8192)", "zeroblob(100000)", "NULL",
                                             "'[[[[[[[['", "'{\"name\": 1}'", "'[{\"name\": \"\", \"shape\": [1e300], \"requires_grad\": true}]'"};
    if (below(random, 2) == 0)
        return kLiterals[below(random, kLiterals.size())];
    const std::string bytes = hexLiteral(mutatedBytes(value, random));
    return below(random, 2) == 0 ? bytes : "CAST(" + bytes + " AS TEXT)";
}

/// Changes a few values and rows of a run file with SQL, so that the database stays valid.
inline void mutateRunFile(const std::filesystem::path &path, Random &random)
{
    PlainDatabase database(path);
    const auto tables = database.column("SELECT name FROM sqlite_schema WHERE type = 'table'");
    for (std::size_t changes = 1 + below(random, 3); changes > 0 && !tables.empty(); --changes) {
        const std::string &table = tables[below(random, tables.size())];
        const auto columns = database.column("SELECT name FROM pragma_table_info('" + table + "')");
        if (columns.empty())
            continue;
        const std::string &column = columns[below(random, columns.size())], &key = columns.front();
        const auto keys = database.column("SELECT quote(" + key + ") FROM " + table);
        if (keys.empty())
            continue;
        const std::string where = " WHERE " + key + " = " + keys[below(random, keys.size())];
        const auto values = database.column("SELECT " + column + " FROM " + table + where);
        switch (below(random, 8)) {
        case 0: database.run("DELETE FROM " + table + where); break;
        case 1: database.run("INSERT INTO " + table + " SELECT * FROM " + table + where); break;
        default:
            database.run("UPDATE OR REPLACE " + table + " SET " + column + " = "
                         + mutatedLiteral(values.empty() ? "" : values.front(), random) + where);
        }
    }
}

} // namespace lensboard::test
