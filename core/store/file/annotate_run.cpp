#include "core/store/file/annotate_run.h"

#include "core/bytes/valid_utf8.h"
#include "core/experiment/experiment.h"
#include "core/record/error.h"
#include "core/record/message.h"
#include "core/record/message_json.h"
#include "core/store/file/damaged_run.h"
#include "core/store/file/shared_folder.h"

#include <nlohmann/json.hpp>

#include <sqlite3.h>

#include <charconv>
#include <functional>

namespace lensboard::store {

namespace {

record::Message changeAdvice(const sqlite::Error &error)
{
    switch (error.code() & 0xff) {
    case SQLITE_FULL: return record::message("the disk is full; free some space and try again");
    case SQLITE_BUSY:
    case SQLITE_LOCKED: return record::message("is being written by another process; try again");
    case SQLITE_READONLY:
        if (error.code() == SQLITE_READONLY_DBMOVED)
            return record::message("was moved or replaced by another process; try again");
        [[fallthrough]];
    case SQLITE_CANTOPEN: return record::message("cannot be changed (%1); check the permissions of its folder", record::messageOf(error));
    default: return record::message("cannot be changed (%1)", record::messageOf(error));
    }
}

/// Errors: RunFileError if the run is, or may be, still recording.
void requireOver(const std::filesystem::path &path, RunFileInfo run)
{
    judgeWriter(path, run);
    if (run.info.status == record::RunStatus::Recording)
        throw RunFileError(path, record::message("is %1; its name and notes can be changed when it is over", run.info.message));
    if (run.info.status == record::RunStatus::Unknown)
        throw RunFileError(path, record::message("is %1", perhapsRecording(path, run.info)));
}

std::string revisionAfter(const std::string &revision)
{
    std::int64_t number = 0;
    std::from_chars(revision.data(), revision.data() + revision.size(), number);
    return std::to_string(number < 0 || number > std::int64_t{1} << 62 ? 1 : number + 1);
}

using Change = std::function<void(sqlite::Database &, const RunFileInfo &)>;
using Require = std::function<void(const std::filesystem::path &, RunFileInfo)>;

/// Opens a run file and calls \p change. \p require must throw if the run must not be changed.
void openToChange(const std::filesystem::path &path, const Require &require, const std::function<void(sqlite::Database &)> &change)
{
    if (isShared(path)) // opening the log of a run that another computer records would disturb its writer
        reading(path, [&] { require(path, readInfo(RunFileDatabase(path).sql())); });
    RunFileDatabase database(path, RunFileDatabase::Access::Change);
    if (database.version() < run_file::kOldestChangeable)
        throw RunFileError(path, database.version() == 0
                                     ? record::message("has nothing in it that could be named")
                                     : record::message("is of run format 1 and cannot be changed; use Save a Copy and change the copy"));
    try {
        change(database.sql());
    } catch (const sqlite::Error &error) {
        throw RunFileError(path, changeAdvice(error));
    } catch (const std::invalid_argument &error) {
        throw damagedRun(path, error);
    } catch (const nlohmann::json::exception &error) {
        throw damagedRun(path, error);
    }
}

/// Applies \p change to a run file in one transaction. \p require: see openToChange().
void changeRunFile(const std::filesystem::path &path, const Change &change, const Require &require = requireOver)
{
    openToChange(path, require, [&](sqlite::Database &database) {
        sqlite::Transaction transaction(database);
        const RunFileInfo run = readInfo(database);
        require(path, run);
        change(database, run);
        transaction.commit();
    });
}

/// Copies the whole log into the file. Fails only if a reader stays in a transaction from before the last commit.
void foldLog(const std::filesystem::path &path, sqlite::Database &database)
{
    constexpr int kTries = 10; // each waits for SQLite's busy timeout
    for (int i = 0; i < kTries; ++i)
        if (database.integer("PRAGMA wal_checkpoint(FULL)") == 0) // returns 1 if it could not finish
            return;
    throw RunFileError(path, record::message("another program has been reading it for too long; try again"));
}

/// Removes the files that SQLite would treat as parts of the run file \p path.
void removeBeside(const std::filesystem::path &path)
{
    std::error_code ignored;
    for (const char *suffix : {"-shm", "-journal", "-wal"}) // the log last: while it exists, no other process creates the file
        std::filesystem::remove(path.string() + suffix, ignored);
}

/// Renames a file and removes its log and journal. The log must be folded in. Programs that have these files open keep them.
void moveFolded(const std::filesystem::path &path, const std::filesystem::path &to)
{
    removeBeside(to);
    std::error_code error;
    std::filesystem::rename(path, to, error);
    if (error)
        throw RunFileError(path, record::message("cannot be renamed: %1", record::systemError(error.value())));
    removeBeside(path);
}

void put(sqlite::Database &database, const char *key, const std::string &value)
{
    database.prepare("INSERT OR REPLACE INTO info VALUES (?, ?)").bind(0, std::string(key)).bind(1, value).run();
}

/// Increments the revision, so that followers read the run's information again.
void putRevision(sqlite::Database &database)
{
    put(database, "revision", revisionAfter(database.text("SELECT value FROM info WHERE key = 'revision'")));
}

} // namespace

record::Message beingWritten(const std::filesystem::path &path)
{
    const ProcessIdentity writer = reading(path, [&] { return readInfo(RunFileDatabase(path).sql()).writer; }), own = ProcessIdentity::current();
    if (writer.toText() == own.toText())
        return record::message("is being written by this program; stop that training, then try again");
    return writer.host == own.host
             ? record::message("is being written by another program (PID %1). Stop that program, then try again", writer.pid)
             : record::message("is being written by another program (PID %1 on %2). Stop that program, then try again", writer.pid, writer.host);
}

record::Message perhapsRecording(const std::filesystem::path &path, const record::RunInfo &info)
{
    return record::message("%1; wait until it has ended. If it has, lensboard control %2 --ended says so", info.message, path.string());
}

void markInterrupted(const std::filesystem::path &path)
{
    const auto mark = [](sqlite::Database &database, const RunFileInfo &run) {
        put(database, "status", toText(record::RunStatus::Interrupted));
        const record::Message message = record::message("process %1 on %2 was declared to have ended", run.writer.pid, run.writer.host);
        put(database, "message", message);
        put(database, "message_structure", record::structureJson(message));
        putRevision(database);
    };
    const auto requireUnknown = [](const std::filesystem::path &file, RunFileInfo run) {
        if (run.info.status != record::RunStatus::Recording)
            throw RunFileError(file, record::message("is over: %1", toText(run.info.status)));
        judgeWriter(file, run);
        if (run.info.status == record::RunStatus::Recording)
            throw RunFileError(file, record::message("is %1; stop that process first", run.info.message));
    };
    changeRunFile(path, mark, requireUnknown);
}

void annotateRun(const std::filesystem::path &path, const record::RunLabel &label)
{
    try {
        checkLabel(label);
    } catch (const std::invalid_argument &error) {
        throw RunFileError(path, record::messageOf(error));
    }
    changeRunFile(path, [&label](sqlite::Database &database, const RunFileInfo &run) {
        put(database, "name", bytes::validUtf8(label.name.empty() ? experiment::nameOf(run.info.experiment) : label.name));
        put(database, "notes", bytes::validUtf8(label.notes));
        putRevision(database);
    });
}

void renameRunFile(const std::filesystem::path &path, const std::filesystem::path &to)
{
    openToChange(path, requireOver, [&](sqlite::Database &database) {
        for (;;) {
            const std::int64_t version = database.integer("PRAGMA data_version");
            foldLog(path, database);
            const sqlite::Transaction transaction(database); // rolled back: it only prevents others from writing
            if (database.integer("PRAGMA data_version") != version)
                continue; // written in the meantime
            database.checkPlace();
            requireOver(path, readInfo(database));
            return moveFolded(path, to);
        }
    });
}

} // namespace lensboard::store
