#pragma once

#include "core/record/progress.h"

#include <filesystem>
#include <stdexcept>
#include <string>

namespace lensboard::store {
class RunStore;
}

/// Other tools' runs. (The namespace is not called after its folder, since "import" means something to C++20.)
namespace lensboard::imports {

/// A file of another tool that cannot be read at all: which, what was found, what was expected, what to do.
class ImportError : public std::runtime_error
{
public:
    ImportError(const std::filesystem::path &path, const std::string &what)
        : std::runtime_error(path.string() + ": " + what)
    {}
};

/// The file became another one, or shorter: what was read of it is void, and it is to be read again.
class SourceReplaced : public ImportError
{
public:
    using ImportError::ImportError;
};

using ReadProgress = record::Progress; ///< in bytes

/// Reads what another tool wrote, or is still writing, into a RunStore.
///
/// Content that is damaged past some point is no error: all before it is kept, and a warning event of the run says
/// what was lost, in which file and at which byte or line. An unfinished end may yet be written: it is reported by
/// RunInfo::message for as long as it stands.
/// Thread: one at a time.
class Importer
{
public:
    virtual ~Importer() = default;

    /// Goes on where the last call stopped and appends all that is complete by now. True if that was anything.
    /// Time and memory follow what is new, not what was read already. Returns early if a stop is requested.
    /// Errors: ImportError, then everything before it was appended; SourceReplaced.
    virtual bool read(store::RunStore &run, ReadProgress &progress) = 0;
};

} // namespace lensboard::imports
