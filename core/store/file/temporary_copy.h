#pragma once

#include "core/store/file/sqlite.h"

#include <chrono>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lensboard::store {

class TemporaryFolder;

class ChangedWhileCopied : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

/// A copy of a database with its log and journal, in a temporary folder that is removed with this object. A database that is being written
/// is copied again until all parts are of one state.
class TemporaryCopy
{
public:
    /// Errors: std::invalid_argument if what lies beside it is not to be trusted; ChangedWhileCopied; std::filesystem::filesystem_error,
    /// std::runtime_error if it cannot be copied.
    explicit TemporaryCopy(const std::filesystem::path &path);
    ~TemporaryCopy();

    std::filesystem::path file() const;
    /// Returns true if the database was written since, and copying it again takes a twentieth of the time at most.
    bool isOutdated() const;

private:
    using Clock = std::chrono::steady_clock;
    using State = std::vector<std::pair<std::uintmax_t, std::filesystem::file_time_type>>;

    static State stateOf(const std::filesystem::path &path);

    std::filesystem::path m_path;
    std::unique_ptr<TemporaryFolder> m_folder;
    State m_state; ///< of the database, its log and its journal when they were copied
    Clock::time_point m_lookAgain;
};

/// Whether a database could not be opened because of where it lies: a copy of it can be.
bool isOfPlace(const sqlite::Error &error);

/// What the database at \p path, which begins with \p header, lacks of its end; empty if it is all there. SQLite reads
/// what lies beyond the end of a file as zeros, which would pass for values.
std::string missingEnd(const std::filesystem::path &path, std::string_view header);

} // namespace lensboard::store
