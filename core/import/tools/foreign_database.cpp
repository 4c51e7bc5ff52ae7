#include "core/import/tools/foreign_database.h"

#include "core/import/importer.h"
#include "core/record/error.h"
#include "core/record/message.h"
#include "core/store/file/shared_folder.h"
#include "core/store/file/temporary_copy.h"

#include <algorithm>
#include <utility>

namespace lensboard::imports {

namespace fs = std::filesystem;
namespace sqlite = store::sqlite;
using record::message;

namespace {

constexpr std::size_t kHeaderBytes = 100;

/// Calls \p read and converts its exceptions to ImportError naming \p file.
template <typename Read>
void reading(const fs::path &file, const Read &read)
{
    try {
        read();
    } catch (const sqlite::Error &error) {
        throw ImportError(file, message("is damaged or cut short (%1)", record::messageOf(error)));
    } catch (const std::invalid_argument &error) {
        throw ImportError(file, record::messageOf(error));
    } catch (const store::ChangedWhileCopied &error) {
        throw ImportError(file, record::messageOf(error));
    } catch (const fs::filesystem_error &error) {
        throw ImportError(file, record::systemError(error.code().value()));
    }
}

bool hasLog(std::string_view header)
{
    constexpr char kWithLog = 2;
    return header[18] == kWithLog && header[19] == kWithLog;
}

/// Returns true if the database has a write-ahead log, and the log is empty or missing.
bool isAtRest(const fs::path &file, std::string_view header)
{
    std::error_code missing;
    const auto log = fs::file_size(file.string() + "-wal", missing);
    return hasLog(header) && (missing || log == 0);
}

std::string replaced(std::string text, std::string_view what, std::string_view with)
{
    for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + with.size()))
        text.replace(at, what.size(), with);
    return text;
}

} // namespace

ForeignDatabase::ForeignDatabase(fs::path file) : m_file(std::move(file))
{
    const std::string header = sqlite::firstBytes(m_file, kHeaderBytes);
    if (header.size() < kHeaderBytes)
        throw ImportError(m_file, message("is no database that can be read"));
    if (const std::string missing = store::missingEnd(m_file, header); !missing.empty())
        throw ImportError(m_file, missing);
    const auto openCopy = [this] {
        m_copy = std::make_unique<store::TemporaryCopy>(m_file);
        open(m_copy->file(), sqlite::Database::Open::ReadWrite); // opening may roll back a transaction
    };
    reading(m_file, [&] {
        if (hasLog(header) && !isAtRest(m_file, header) && store::isShared(m_file)) // machines cannot share the memory of the log's index
            return openCopy();
        try {
            open(m_file, isAtRest(m_file, header) ? sqlite::Database::Open::AtRest : sqlite::Database::Open::ReadOnly);
        } catch (const sqlite::Error &error) {
            if (!store::isOfPlace(error))
                throw;
            openCopy();
        }
    });
}

ForeignDatabase::~ForeignDatabase() = default;

/// Reads the schema, too: errors of the place appear with the first statement.
void ForeignDatabase::open(const fs::path &path, sqlite::Database::Open mode)
{
    m_database = std::make_unique<sqlite::Database>(path, mode);
    m_database->prepare("SELECT name FROM sqlite_schema").step();
}

void ForeignDatabase::query(const std::string &sql, const std::function<void(sqlite::Statement &)> &read)
{
    reading(m_file, [&] {
        auto statement = m_database->prepare(sql);
        read(statement);
    });
}

std::set<std::string> ForeignDatabase::plainColumns(const std::string &table)
{
    bool isTable = false;
    query("SELECT type, name, sql FROM sqlite_schema", [&](sqlite::Statement &objects) {
        while (objects.step())
            isTable = isTable || (objects.text(1) == table && objects.text(0) == "table" && objects.text(2).starts_with("CREATE TABLE"));
    });
    std::set<std::string> columns;
    if (isTable)
        query("PRAGMA table_xinfo(" + table + ")", [&](sqlite::Statement &rows) {
            bool areComputed = false;
            while (rows.step()) {
                areComputed = areComputed || rows.integer(6) != 0; // hidden, or generated
                columns.insert(rows.text(1));
            }
            if (areComputed)
                columns.clear();
        });
    return columns;
}

bool ForeignDatabase::hasColumns(const std::string &table, std::initializer_list<const char *> needed)
{
    const std::set<std::string> columns = plainColumns(table);
    return std::ranges::all_of(needed, [&](const char *column) { return columns.contains(column); });
}

/// Compares keys here, too: rows that SQL skips are not counted, so a hostile file without the index could take forever.
void ForeignDatabase::readRows(const Rows &rows, const std::string &key, std::int64_t first, const std::stop_token &stop,
                               const std::function<void(const sqlite::Statement &)> &take)
{
    bool isIndexed = false;
    query("PRAGMA index_info(" + rows.index + ")", [&](sqlite::Statement &columns) { isIndexed = columns.step() && columns.text(2) == rows.column; });
    const std::string condition = isIndexed ? " INDEXED BY " + rows.index + " WHERE " + rows.column + " = ?2 AND" : " WHERE";
    query("SELECT " + rows.column + ", rowid, " + rows.columns + " FROM " + rows.table + condition + " rowid >= ?1 ORDER BY rowid", [&](sqlite::Statement &row) {
        row.bind(0, first);
        if (isIndexed)
            row.bind(1, key);
        while (!stop.stop_requested() && row.step())
            if (row.text(0) == key)
                take(row);
    });
}

std::string UniqueNames::name(const std::string &key, const std::string &wanted)
{
    const auto [known, added] = m_names.try_emplace(key, wanted);
    for (int number = 2; added && !m_taken.insert(known->second).second; ++number)
        known->second = wanted + " (" + std::to_string(number) + ')';
    return known->second;
}

fs::path databaseRunPath(const fs::path &file, const std::string &run)
{
    const std::string name = replaced(replaced(run, "%", "%25"), "/", "%2F");
    return file / (name.starts_with('.') ? "%2E" + name.substr(1) : name.empty() ? "%" : name);
}

std::optional<DatabaseRunPlace> databaseRunPlace(const fs::path &path)
{
    std::error_code unknown;
    const fs::path file = path.parent_path();
    if (!path.has_filename() || !fs::is_regular_file(file, unknown))
        return std::nullopt;
    const std::string name = path.filename().string();
    return DatabaseRunPlace{file, name == "%" ? "" : replaced(replaced(replaced(name, "%2E", "."), "%2F", "/"), "%25", "%")};
}

} // namespace lensboard::imports
