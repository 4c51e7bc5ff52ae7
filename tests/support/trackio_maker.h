#pragma once

#include <sqlite3.h>

#include <filesystem>
#include <string>

namespace lensboard::test {

/// Database in Trackio's layout, or with other tables.
class TrackioMaker
{
public:
    static constexpr const char *kTables =
        "CREATE TABLE metrics (id INTEGER PRIMARY KEY AUTOINCREMENT, timestamp TEXT NOT NULL, run_name TEXT NOT NULL, step INTEGER NOT NULL, metrics TEXT NOT NULL);"
        "CREATE TABLE configs (id INTEGER PRIMARY KEY AUTOINCREMENT, run_name TEXT NOT NULL, config TEXT NOT NULL, created_at TEXT NOT NULL, UNIQUE(run_name));"
        "CREATE INDEX idx_metrics_run_step ON metrics(run_name, step);"
        "CREATE TABLE system_metrics (id INTEGER PRIMARY KEY AUTOINCREMENT, timestamp TEXT NOT NULL, run_name TEXT NOT NULL, metrics TEXT NOT NULL)";

    explicit TrackioMaker(const std::filesystem::path &path, const std::string &tables = kTables, const char *journal = "WAL")
    {
        sqlite3_open(path.c_str(), &m_db);
        run(std::string("PRAGMA page_size = 512; PRAGMA journal_mode = ") + journal);
        run(tables);
    }
    ~TrackioMaker() { sqlite3_close(m_db); }
    TrackioMaker(const TrackioMaker &) = delete;
    TrackioMaker &operator=(const TrackioMaker &) = delete;

    bool run(const std::string &sql) { return sqlite3_exec(m_db, sql.c_str(), nullptr, nullptr, nullptr) == SQLITE_OK; }

    void log(const std::string &run, int step, const std::string &metrics)
    {
        this->run("INSERT INTO metrics (timestamp, run_name, step, metrics) VALUES ('2025-08-01T12:34:56.250000+00:00', '" + run + "', " + std::to_string(step)
                  + ", '" + metrics + "')");
    }

private:
    sqlite3 *m_db = nullptr;
};

} // namespace lensboard::test
