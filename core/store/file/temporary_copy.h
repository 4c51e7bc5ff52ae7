#pragma once

#include "core/record/error.h"
#include "core/store/file/sqlite.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lensboard::store {

class TemporaryFolder;

class ChangedWhileCopied : public record::Error
{
public:
    using record::Error::Error;
};

/// A copy of a database with its log and journal, in a temporary folder that the destructor removes. If the database changes during
/// copying, it is copied again until all parts are consistent, at most five times.
class TemporaryCopy
{
public:
    /// Errors: std::invalid_argument if its journal names another file; ChangedWhileCopied after five tries;
    /// std::filesystem::filesystem_error or std::runtime_error if it cannot be copied.
    explicit TemporaryCopy(const std::filesystem::path &path);
    ~TemporaryCopy();

    std::filesystem::path file() const;
    /// Returns true if the original changed and enough time has passed: copying uses at most a twentieth of the time.
    bool isOutdated() const;

private:
    using Clock = std::chrono::steady_clock;
    using State = std::vector<std::pair<std::uintmax_t, std::filesystem::file_time_type>>;

    static State stateOf(const std::filesystem::path &path);

    std::filesystem::path m_path;
    std::unique_ptr<TemporaryFolder> m_folder;
    State m_state; ///< state of the original, its log and its journal when copied
    Clock::time_point m_lookAgain;
};

/// Returns true if a database could not be opened because of its location, so that a copy may work.
bool isOfPlace(const sqlite::Error &error);

/// Returns a message if the database at \p path is shorter than its \p header says; otherwise empty. SQLite would read the missing end as
/// zeros, as if they were values.
record::Message missingEnd(const std::filesystem::path &path, std::string_view header);

} // namespace lensboard::store
