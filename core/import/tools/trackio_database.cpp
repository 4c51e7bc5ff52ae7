#include "core/import/tools/trackio_database.h"

#include "core/import/importer.h"
#include "core/record/message.h"

#include <algorithm>
#include <utility>

namespace lensboard::imports {

namespace fs = std::filesystem;
using record::message;
using store::sqlite::Statement;

namespace {

constexpr std::size_t kMaxRuns = 100'000;

std::string columnOr(const std::set<std::string> &columns, const std::string &name)
{
    return columns.contains(name) ? name : "''";
}

/// Older databases have several projects; newer ones several runs with equal name and different ids.
std::string trackioName(UniqueNames &names, const std::string &project, const std::string &run, const std::string &id)
{
    return names.name(project + '\n' + run + '\n' + id, run);
}

} // namespace

TrackioDatabase::TrackioDatabase(fs::path file) : m_database(std::move(file)), m_columns(m_database.plainColumns("metrics"))
{
    for (const char *needed : {"timestamp", "run_name", "step", "metrics"})
        if (!m_columns.contains(needed))
            throw ImportError(m_database.file(), message("is an SQLite database, but neither a Lensboard run (.lbrun) nor one of Trackio"));
}

std::vector<std::string> TrackioDatabase::runs()
{
    UniqueNames names;
    std::vector<std::string> found;
    std::set<std::string> known;
    m_database.query("SELECT " + columnOr(m_columns, "project_name") + ", run_name, " + columnOr(m_columns, "run_id")
                         + " FROM metrics ORDER BY rowid", // same order as in readRows(), because names depend on it
                     [&](Statement &rows) {
                         while (rows.step() && known.size() < kMaxRuns)
                             if (const std::string name = trackioName(names, rows.text(0), rows.text(1), rows.text(2)); known.insert(name).second)
                                 found.push_back(name);
                     });
    return found;
}

bool TrackioDatabase::hasRun(const std::string &name)
{
    return std::ranges::count(runs(), name) > 0;
}

void TrackioDatabase::readRows(std::int64_t after, UniqueNames &names, const std::stop_token &stop, const Take &take)
{
    m_database.query("SELECT rowid, " + columnOr(m_columns, "project_name") + ", run_name, " + columnOr(m_columns, "run_id")
                         + ", timestamp, step, metrics FROM metrics WHERE rowid > ? ORDER BY rowid",
                     [&](Statement &rows) {
                         rows.bind(0, after);
                         while (!stop.stop_requested() && rows.step())
                             take({rows.integer(0), trackioName(names, rows.text(1), rows.text(2), rows.text(3)), rows.text(4), rows.integer(5), rows.text(6)});
                     });
}

std::string TrackioDatabase::config(const std::string &runName)
{
    std::string config;
    if (const auto columns = m_database.plainColumns("configs"); columns.contains("run_name") && columns.contains("config"))
        m_database.query("SELECT run_name, config FROM configs", [&](Statement &rows) {
            while (rows.step())
                if (rows.text(0) == runName)
                    config = rows.text(1);
        });
    return config;
}

std::uint64_t TrackioDatabase::systemRows(const std::string &runName)
{
    std::uint64_t count = 0;
    if (m_database.plainColumns("system_metrics").contains("run_name"))
        m_database.query("SELECT run_name FROM system_metrics", [&](Statement &rows) {
            while (rows.step())
                count += rows.text(0) == runName ? 1 : 0;
        });
    return count;
}

} // namespace lensboard::imports
