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

/// A .lbrun file that was opened and checked: it is ours, of a version we know, and has our tables and nothing else.
/// A temporary copy is opened where the file or what lies beside it cannot be opened in place, and on a shared file system if another
/// computer may be writing the file and its locks are not seen.
/// Thread: one at a time.
class RunFileDatabase
{
public:
    enum class Access { Read, Change };

    /// Errors: RunFileError that says whether the file is missing, foreign, of a newer version or damaged; with
    /// Access::Change also if it cannot be written where it lies.
    explicit RunFileDatabase(const std::filesystem::path &path, Access access = Access::Read);
    ~RunFileDatabase();

    sqlite::Database &sql() { return *m_database; }
    std::int64_t version() const { return m_version; } ///< 0: its first transaction was rolled back, nothing is there
    /// Checks the tables of a file that grows again if they have changed: it takes a later format with its first large tensor.
    /// \returns the version. Errors: std::runtime_error or std::invalid_argument if this program cannot read the file any more.
    std::int64_t checkAgain();
    bool isCopy() const { return m_copy != nullptr; }
    /// Returns true if it is a copy of a file that was written since.
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
    std::int64_t m_tables = 0; ///< SQLite's count of changes to tables
};

/// Errors: RunFileError if the file is missing, not ours or cut short, as far as its first bytes show.
void checkRunFileHeader(const std::filesystem::path &path);

/// Errors: std::invalid_argument of \p what unless \p condition holds.
void require(bool condition, std::string_view what);

/// For what was found when rows were read.
RunFileError damagedRun(const std::filesystem::path &path, const std::exception &error);

/// What a run file says besides values.
struct RunFileInfo
{
    record::RunInfo info;
    ProcessIdentity writer;
    std::string sign; ///< of its WriterSign
};

// Errors: std::invalid_argument, nlohmann::json::exception or sqlite::Error if it is not as it should be.
RunFileInfo readInfo(sqlite::Database &database);
/// In the order of their numbers, which count from 0.
std::vector<record::TagSpec> readTags(sqlite::Database &database);
/// Those from number \p first on.
std::vector<record::SeriesSpec> readSeries(sqlite::Database &database, std::size_t first, std::size_t tagCount);
/// Those after the event \p id, which moves to the last one.
std::vector<record::RunEvent> readEvents(sqlite::Database &database, std::int64_t &id);

/// Sets the status of a run that is Recording by the life of the process that writes \p path, and a message that names it.
void judgeWriter(const std::filesystem::path &path, RunFileInfo &run);

} // namespace lensboard::store
