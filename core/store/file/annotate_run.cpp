#include "core/store/file/annotate_run.h"

#include "core/bytes/valid_utf8.h"
#include "core/experiment/experiment.h"
#include "core/record/message.h"
#include "core/store/file/run_file_database.h"

#include <nlohmann/json.hpp>

#include <sqlite3.h>

#include <charconv>
#include <functional>

namespace lensboard::store {

namespace {

std::string changeAdvice(const sqlite::Error &error)
{
    switch (error.code() & 0xff) {
    case SQLITE_FULL: return record::message("the disk is full; free some space and try again");
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return record::message("is being written by another process; try again");
    case SQLITE_READONLY:
    case SQLITE_CANTOPEN: return record::message("cannot be changed (%1); check the permissions of its folder", error.what());
    default: return record::message("cannot be changed (%1)", error.what());
    }
}

/// Errors: RunFileError if it may be being written.
void requireOver(const std::filesystem::path &path, const RunFileInfo &run)
{
    if (run.info.status != record::RunStatus::Recording || run.writer.life() == ProcessIdentity::Life::Dead)
        return;
    RunFileInfo judged = run;
    judgeWriter(judged);
    throw RunFileError(path, run.writer.life() == ProcessIdentity::Life::Alive
                                 ? record::message("is %1; its name and notes can be changed when it is over", judged.info.message)
                                 : record::message("is perhaps still being %1; its name and notes can be changed when it is over",
                                                   judged.info.message));
}

std::string revisionAfter(const std::string &revision)
{
    std::int64_t number = 0;
    std::from_chars(revision.data(), revision.data() + revision.size(), number);
    return std::to_string(number < 0 || number > std::int64_t{1} << 62 ? 1 : number + 1);
}

/// Does \p change to a run file that is not being written, in one transaction.
void changeRunFile(const std::filesystem::path &path, const std::function<void(sqlite::Database &, const RunFileInfo &)> &change)
{
    RunFileDatabase database(path, RunFileDatabase::Access::Change);
    if (database.version() < run_file::kOldestChangeable)
        throw RunFileError(path, database.version() == 0
                                     ? record::message("has nothing in it that could be named")
                                     : record::message("is of run format 1, which is only read; use Save a Copy and change the copy"));
    try {
        sqlite::Transaction transaction(database.sql());
        const RunFileInfo run = readInfo(database.sql());
        requireOver(path, run);
        change(database.sql(), run);
        transaction.commit();
    } catch (const sqlite::Error &error) {
        throw RunFileError(path, changeAdvice(error));
    } catch (const std::invalid_argument &error) {
        throw damagedRun(path, error);
    } catch (const nlohmann::json::exception &error) {
        throw damagedRun(path, error);
    }
}

} // namespace

void annotateRun(const std::filesystem::path &path, const record::RunLabel &label)
{
    try {
        checkLabel(label);
    } catch (const std::invalid_argument &error) {
        throw RunFileError(path, error.what());
    }
    changeRunFile(path, [&label](sqlite::Database &database, const RunFileInfo &run) {
        auto insert = database.prepare("INSERT OR REPLACE INTO info VALUES (?, ?)");
        const auto put = [&](const char *key, const std::string &value) { insert.bind(0, std::string(key)).bind(1, value).run(); };
        put("name", bytes::validUtf8(label.name.empty() ? experiment::nameOf(run.info.experiment) : label.name));
        put("notes", bytes::validUtf8(label.notes));
        put("revision", revisionAfter(database.text("SELECT value FROM info WHERE key = 'revision'")));
    });
}

void renameRunFile(const std::filesystem::path &path, const std::filesystem::path &to)
{
    changeRunFile(path, [](sqlite::Database &, const RunFileInfo &) {}); // closing it last folds its log in
    std::error_code error;
    if (std::filesystem::file_size(path.string() + "-wal", error) > 0 && !error)
        throw RunFileError(path, record::message("is open in another program; close it there"));
    std::filesystem::rename(path, to, error);
    if (error)
        throw RunFileError(path, record::message("cannot be renamed: %1", error.message()));
}

} // namespace lensboard::store
