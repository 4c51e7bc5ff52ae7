#pragma once

#include "core/store/file/process_identity.h"
#include "core/store/file/sqlite.h"

#include <filesystem>

namespace lensboard::test {

/// Makes \p run look like the file of a training killed before its end.
inline void makeKilled(const std::filesystem::path &run)
{
    store::sqlite::Database database(run, store::sqlite::Database::Open::ReadWrite);
    store::ProcessIdentity writer = store::ProcessIdentity::fromText(database.text("SELECT value FROM info WHERE key = 'writer'"));
    writer.started += '0'; // makes the start time differ: a process that no longer exists
    database.execute("UPDATE info SET value = 'recording' WHERE key = 'status'");
    database.prepare("UPDATE info SET value = ? WHERE key = 'writer'").bind(0, writer.toText()).run();
}

/// Makes \p run the file of a training that ended with the exception "out of memory".
inline void makeFailed(const std::filesystem::path &run)
{
    store::sqlite::Database database(run, store::sqlite::Database::Open::ReadWrite);
    database.execute("UPDATE info SET value = 'failed' WHERE key = 'status'; "
                     "INSERT OR REPLACE INTO info VALUES ('message', 'out of memory')");
}

} // namespace lensboard::test
