#pragma once

#include "core/store/file/sqlite.h"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

namespace lensboard::store {

class TemporaryFolder;

/// A database with what lies beside it, where it can be written, gone with this object. Copied anew if it changed meanwhile.
class TemporaryCopy
{
public:
    /// Errors: std::invalid_argument if what lies beside it is not to be trusted; std::filesystem::filesystem_error,
    /// std::runtime_error if it cannot be copied.
    explicit TemporaryCopy(const std::filesystem::path &path);
    ~TemporaryCopy();

    std::filesystem::path file() const;

private:
    std::unique_ptr<TemporaryFolder> m_folder;
};

/// Whether a database could not be opened because of where it lies: a copy of it can be.
bool isOfPlace(const sqlite::Error &error);

/// What the database at \p path, which begins with \p header, lacks of its end; empty if it is all there. SQLite reads
/// what lies beyond the end of a file as zeros, which would pass for values.
std::string missingEnd(const std::filesystem::path &path, std::string_view header);

} // namespace lensboard::store
