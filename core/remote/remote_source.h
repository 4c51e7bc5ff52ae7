#pragma once

#include "core/import/run_folder_scan.h"
#include "core/import/run_search.h"
#include "core/import/run_source.h"

#include <cstddef>
#include <memory>
#include <string>

namespace lensboard::remote {

/// Whether a run's values come by and by, something coarser standing in for them, or whoever looks waits for each.
enum class Values { AsTheyCome, Awaited };

/// Opens a run on another machine by its ssh:// address; null if it is a folder of runs. Links are shared: what lies below a folder that is open
/// is reached through the same ssh.
/// Errors: std::invalid_argument if \p url is none; store::RunFileError if it cannot be opened.
std::unique_ptr<imports::RunSource> openRemote(const std::string &url, imports::ReadProgress &progress, Values values = Values::AsTheyCome);

/// Opens a run at an ssh:// address or on this machine.
/// Errors: those of openRemote() and imports::openRun(); RunFileError if it is a folder on another machine.
std::unique_ptr<imports::RunSource> openRunAt(const std::string &path, imports::ReadProgress &progress, Values values = Values::AsTheyCome);

/// Returns store::exactly() of \p run. If the run is on another machine, waits for it report to \p progress, and end with RunFileError when
/// its stop is requested. \p progress must outlive the result.
std::shared_ptr<const store::Run> exactly(std::shared_ptr<const store::Run> run, record::Progress &progress);

/// The runs in the folder at \p url and below; their paths are addresses.
/// Errors: std::invalid_argument if \p url is none.
std::unique_ptr<imports::RunScan> scanRemote(const std::string &url);

/// The same of a folder at an ssh:// address or on this machine.
std::unique_ptr<imports::RunScan> scanAt(const std::string &folder);

/// The folder in which the run at \p path is: an ssh:// address, or an absolute path on this machine.
std::string folderOf(const std::string &path);

/// What scanRemote() finds, once; \p url itself if it is a run.
/// Errors: those of openRemote().
imports::FoundRuns findRemote(const std::string &url);

} // namespace lensboard::remote
