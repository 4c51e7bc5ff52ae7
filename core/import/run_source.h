#pragma once

#include "core/import/importer.h"
#include "core/store/run.h"

#include <filesystem>
#include <memory>

namespace lensboard::health {
class Judge;
}

namespace lensboard::imports {

/// A run on disk, of any writer, finished or growing.
class RunSource
{
public:
    virtual ~RunSource() = default;

    virtual std::shared_ptr<const store::Run> run() const = 0;
    /// Reads what was written since. Returns true if there was anything. What is wrong with a source that was once open
    /// (it vanished, it became another) is reported by RunInfo::message, and it is followed again when it returns.
    /// Thread: one at a time.
    virtual bool refresh(ReadProgress &progress) = 0;
    /// Begins to judge the run, where it is.
    virtual std::shared_ptr<const health::Judge> judge() const;
};

/// Opens a run file, or reads what another tool wrote: what it is, is seen by its content.
/// Errors: store::RunFileError, ImportError.
std::unique_ptr<RunSource> openRun(const std::filesystem::path &path, ReadProgress &progress);

/// Writes what the user calls a run that is over, and says of it: into its file if it is Lensboard's, else beside
/// Lensboard's own runs. Those that follow the run see it.
/// Errors: store::RunFileError.
void labelRun(const std::filesystem::path &path, const record::RunLabel &label);

/// Whether a text that may look like an experiment is what another tool measured.
bool isMeasurementDocument(const std::filesystem::path &path);

} // namespace lensboard::imports
