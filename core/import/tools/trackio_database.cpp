#include "core/import/tools/trackio_database.h"

#include "core/import/importer.h"
#include "core/record/message.h"
#include "core/store/file/shared_folder.h"
#include "core/store/file/temporary_copy.h"

#include <utility>

namespace lensboard::imports {

namespace fs = std::filesystem;
namespace sqlite = store::sqlite;
using record::message;

namespace {

constexpr std::size_t kHeaderBytes = 100;
constexpr std::size_t kMostRuns = 100'000;

/// Calls \p read and converts its exceptions to ImportError naming \p file.
template <typename Read>
auto reading(const fs::path &file, const Read &read)
{
    try {
        return read();
    } catch (const sqlite::Error &error) {
        throw ImportError(file, message("is damaged or cut short (%1)", error.what()));
    } catch (const std::invalid_argument &error) {
        throw ImportError(file, error.what());
    } catch (const store::ChangedWhileCopied &error) {
        throw ImportError(file, error.what());
    } catch (const fs::filesystem_error &error) {
        throw ImportError(file, error.code().message());
    }
}

bool hasLog(std::string_view header)
{
    constexpr char kWithLog = 2;
    return header[18] == kWithLog && header[19] == kWithLog;
}

/// Returns true if the database has a write-ahead log, as Trackio's have, and the log is empty or missing.
bool isAtRest(const fs::path &file, std::string_view header)
{
    std::error_code missing;
    const auto log = fs::file_size(file.string() + "-wal", missing);
    return hasLog(header) && (missing || log == 0);
}

std::string columnOr(const std::set<std::string> &columns, const std::string &name)
{
    return columns.contains(name) ? name : "''";
}

} // namespace

std::string TrackioNames::name(const std::string &project, const std::string &run, const std::string &id)
{
    const auto [known, added] = m_names.try_emplace({project, run, id}, run);
    for (int number = 2; added && !m_taken.insert(known->second).second; ++number)
        known->second = run + " (" + std::to_string(number) + ')';
    return known->second;
}

TrackioDatabase::TrackioDatabase(fs::path file) : m_file(std::move(file))
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

TrackioDatabase::~TrackioDatabase() = default;

void TrackioDatabase::open(const fs::path &path, sqlite::Database::Open mode)
{
    m_database = std::make_unique<sqlite::Database>(path, mode);
    m_columns = plainColumns("metrics");
    for (const char *needed : {"timestamp", "run_name", "step", "metrics"})
        if (!m_columns.contains(needed))
            throw std::invalid_argument(message("is an SQLite database, but neither a Lensboard run (.lbrun) nor one of Trackio"));
}

bool TrackioDatabase::recognises(const fs::path &file)
{
    try {
        const TrackioDatabase database(file);
        return true;
    } catch (const ImportError &) {
        return false;
    }
}

/// Returns the columns of a table; empty if the table does not exist, is a view, or has computed columns.
std::set<std::string> TrackioDatabase::plainColumns(const std::string &table)
{
    auto objects = m_database->prepare("SELECT type, name, sql FROM sqlite_schema");
    bool isTable = false;
    while (objects.step())
        isTable = isTable || (objects.text(1) == table && objects.text(0) == "table" && objects.text(2).starts_with("CREATE TABLE"));
    std::set<std::string> columns;
    if (!isTable)
        return columns;
    auto rows = m_database->prepare("PRAGMA table_xinfo(" + table + ")");
    while (rows.step()) {
        if (rows.integer(6) != 0) // hidden, or generated
            return {};
        columns.insert(rows.text(1));
    }
    return columns;
}

std::vector<std::string> TrackioDatabase::runs()
{
    TrackioNames names;
    std::vector<std::string> found;
    std::set<std::string> known;
    reading(m_file, [&] {
        auto rows = m_database->prepare("SELECT " + columnOr(m_columns, "project_name") + ", run_name, " + columnOr(m_columns, "run_id")
                                        + " FROM metrics ORDER BY rowid"); // same order as in readRows(), because names depend on it
        while (rows.step() && known.size() < kMostRuns)
            if (const std::string name = names.name(rows.text(0), rows.text(1), rows.text(2)); known.insert(name).second)
                found.push_back(name);
    });
    return found;
}

void TrackioDatabase::readRows(std::int64_t after, TrackioNames &names, const std::stop_token &stop, const Take &take)
{
    reading(m_file, [&] {
        auto rows = m_database->prepare("SELECT rowid, " + columnOr(m_columns, "project_name") + ", run_name, " + columnOr(m_columns, "run_id")
                                        + ", timestamp, step, metrics FROM metrics WHERE rowid > ? ORDER BY rowid");
        rows.bind(0, after);
        while (!stop.stop_requested() && rows.step())
            take({rows.integer(0), names.name(rows.text(1), rows.text(2), rows.text(3)), rows.text(4), rows.integer(5), rows.text(6)});
    });
}

std::string TrackioDatabase::config(const std::string &runName)
{
    std::string config;
    reading(m_file, [&] {
        if (const auto columns = plainColumns("configs"); !columns.contains("run_name") || !columns.contains("config"))
            return;
        auto rows = m_database->prepare("SELECT run_name, config FROM configs");
        while (rows.step())
            if (rows.text(0) == runName)
                config = rows.text(1);
    });
    return config;
}

std::uint64_t TrackioDatabase::systemRows(const std::string &runName)
{
    std::uint64_t count = 0;
    reading(m_file, [&] {
        if (!plainColumns("system_metrics").contains("run_name"))
            return;
        auto rows = m_database->prepare("SELECT run_name FROM system_metrics");
        while (rows.step())
            count += rows.text(0) == runName ? 1 : 0;
    });
    return count;
}

namespace {

std::string replaced(std::string text, std::string_view what, std::string_view with)
{
    for (std::size_t at = text.find(what); at != text.npos; at = text.find(what, at + with.size()))
        text.replace(at, what.size(), with);
    return text;
}

} // namespace

fs::path trackioRunPath(const fs::path &file, const std::string &run)
{
    const std::string name = replaced(replaced(run, "%", "%25"), "/", "%2F");
    return file / (name.starts_with('.') ? "%2E" + name.substr(1) : name.empty() ? "%" : name);
}

std::optional<TrackioPlace> trackioPlace(const fs::path &path)
{
    std::error_code unknown;
    const fs::path file = path.parent_path();
    if (!path.has_filename() || !fs::is_regular_file(file, unknown))
        return std::nullopt;
    const std::string name = path.filename().string();
    return TrackioPlace{file, name == "%" ? "" : replaced(replaced(replaced(name, "%2E", "."), "%2F", "/"), "%25", "%")};
}

} // namespace lensboard::imports
