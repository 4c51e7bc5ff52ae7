#pragma once

#include "core/import/importer.h"
#include "core/store/run.h"

#include <filesystem>
#include <memory>

namespace lensboard::health {
class Judge;
}

/// Opens, follows, finds and lists runs of all tools.
namespace lensboard::runs {

/// A run on disk from any tool, finished or growing.
class RunSource
{
public:
    virtual ~RunSource() = default;

    /// Returns the run. It grows with refresh(), and may outlive this.
    virtual std::shared_ptr<const store::Run> run() const = 0;
    /// Reads new data. Returns true if there were any. If a source disappears or is replaced after it was opened, RunInfo::message
    /// reports it; reading continues when the source is back.
    /// Thread: one at a time.
    virtual bool refresh(imports::ReadProgress &progress) = 0;
    /// Reads the run again with the next refresh(), with these uses of its columns. Call only if reading() has a value.
    virtual void choose(const imports::RoleChoice &) {}
    /// Returns how rows are read; nullopt for runs without columns.
    virtual std::optional<imports::RowReading> reading() const { return std::nullopt; }
    /// Starts evaluating the health rules on the machine of the run.
    virtual std::shared_ptr<const health::Judge> judge() const;
};

/// Opens a run file or a file or folder of another tool. Recognises the format by content. \p choice names columns of CSV and keys of JSON.
/// Errors: store::RunFileError, ImportError.
std::unique_ptr<RunSource> openRun(const std::filesystem::path &path, imports::ReadProgress &progress, const imports::RoleChoice &choice = {});

/// Sets the user's name and notes of a finished run: in the file of a Lensboard run, otherwise in a file beside Lensboard's
/// own runs. Followers of the run see the change.
/// Errors: store::RunFileError.
void labelRun(const std::filesystem::path &path, const record::RunLabel &label);

/// Returns true if a text file that looks like an experiment contains measurements of another tool.
bool isMeasurementDocument(const std::filesystem::path &path);

} // namespace lensboard::runs
