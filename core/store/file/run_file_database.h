#pragma once

#include "core/record/frame.h"
#include "core/record/run_event.h"
#include "core/record/run_info.h"
#include "core/record/tag_spec.h"
#include "core/store/file/process_identity.h"
#include "core/store/file/run_file_format.h"
#include "core/store/file/sqlite.h"

#include <exception>
#include <filesystem>
#include <memory>
#include <string_view>
#include <vector>

namespace lensboard::store {

class TemporaryCopy;

/// An open .lbrun file, checked to be Lensboard's, of a known format, and to contain the expected tables only. Opens a temporary copy if
/// the file, or its log or journal, cannot be opened in place; also on a shared file system if another computer may be writing the file and
/// its locks are not visible.
/// Thread: one at a time.
class RunFileDatabase
{
public:
    enum class Access { Read, Change };

    /// Errors: RunFileError if the file is missing, foreign, damaged or of a newer version; with Access::Change also if it cannot be
    /// written in place.
    explicit RunFileDatabase(const std::filesystem::path &path, Access access = Access::Read);
    ~RunFileDatabase();

    sqlite::Database &sql() { return *m_database; }
    std::int64_t version() const { return m_version; } ///< 0: its first transaction was rolled back, it is empty
    /// Checks the tables of a growing file again if they have changed: the first large tensor changes its format.
    /// \returns the version. Errors: std::runtime_error or std::invalid_argument if this program can no longer read the file.
    std::int64_t checkAgain();
    bool isCopy() const { return m_copy != nullptr; }
    /// Returns true if this is a copy and the original was written since.
    bool isOutdated() const;

private:
    void open(const std::filesystem::path &path, sqlite::Database::Open mode);
    void check();
    void openInPlace(const std::filesystem::path &path, Access access);
    void openCopy(const std::filesystem::path &path);
    bool isWrittenUnseen(const std::filesystem::path &path);

    std::unique_ptr<TemporaryCopy> m_copy;
    std::unique_ptr<sqlite::Database> m_database;
    std::int64_t m_version = 0;
    std::int64_t m_tables = 0; ///< SQLite's count of schema changes
};

/// Errors: RunFileError if the file is missing, not Lensboard's or cut short, judged by its header and size.
void checkRunFileHeader(const std::filesystem::path &path);

// Throw std::invalid_argument unless \p condition is true.
void require(bool condition, const char *pattern); ///< see record::messagePattern
void require(bool condition, const record::Message &what);

/// Returns the error for invalid rows.
RunFileError damagedRun(const std::filesystem::path &path, const std::exception &error);

/// The content of a run file except values.
struct RunFileInfo
{
    record::RunInfo info;
    ProcessIdentity writer;
    std::string sign; ///< text() of its WriterSign
};

// Errors: std::invalid_argument, nlohmann::json::exception or sqlite::Error if the content is invalid.
RunFileInfo readInfo(sqlite::Database &database);
/// Returns the tags by number, from 0.
std::vector<record::TagSpec> readTags(sqlite::Database &database);
/// Returns the series from number \p first on.
std::vector<record::SeriesSpec> readSeries(sqlite::Database &database, std::size_t first, std::size_t tagCount);
/// Returns the events after the event \p id. Sets \p id to the last event.
std::vector<record::RunEvent> readEvents(sqlite::Database &database, std::int64_t &id);

/// Replaces the status Recording according to the state of the process that writes \p path, and sets a message that names the process.
void judgeWriter(const std::filesystem::path &path, RunFileInfo &run);

} // namespace lensboard::store
