#pragma once

#include "core/import/tables/row_reading.h"
#include "core/record/error.h"
#include "core/record/progress.h"

#include <filesystem>
#include <optional>
#include <string>

namespace lensboard::store {
class RunStore;
}

/// Runs of other tools. (The namespace has another name than its folder because "import" has a meaning in C++20.)
namespace lensboard::imports {

/// Thrown if a file of another tool is unreadable. The message names the file, the found and expected content, and a remedy.
class ImportError : public record::Error
{
public:
    /// Puts the path before the text.
    ImportError(const std::filesystem::path &path, const record::Message &what)
        : record::Error(path.string() + ": " + what)
    {}
};

/// Thrown if the file was replaced or became shorter. Discard its content and read it again.
class SourceReplaced : public ImportError
{
public:
    using ImportError::ImportError;
};

using ReadProgress = record::Progress; ///< in bytes

/// Reads a run of another tool, finished or still growing, into a RunStore.
///
/// Damaged content is not an error: data before the damage are kept, and a warning event of the run describes the loss with
/// file and byte or line. An incomplete end may still grow: RunInfo::message reports it as long as it exists.
/// Thread: one at a time.
class Importer
{
public:
    virtual ~Importer() = default;

    /// Continues after the last call and appends all complete new data. Returns true if there were any.
    /// Time and memory depend on the new data only. Returns early if a stop is requested. May return early with the first values if the time of
    /// \p progress is over; RunInfo::message reports that.
    /// Errors: ImportError, after appending all data before the fault; SourceReplaced.
    virtual bool read(store::RunStore &run, ReadProgress &progress) = 0;

    /// Sets the uses of columns; must be called before read(). Returns false if the format has no columns.
    virtual bool choose(const RoleChoice &) { return false; }
    /// Returns how rows are read, or nullopt if the format has no columns or too few rows were read.
    virtual std::optional<RowReading> reading() const { return std::nullopt; }
};

} // namespace lensboard::imports
