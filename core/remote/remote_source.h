#pragma once

#include "core/runs/run_folder_scan.h"
#include "core/runs/run_search.h"
#include "core/runs/run_source.h"

#include <cstddef>
#include <memory>
#include <string>

namespace lensboard::remote {

/// Delivery of a run's values: AsTheyCome returns coarser stand-ins until they arrive, Awaited blocks for each value.
enum class Values { AsTheyCome, Awaited };

/// Opens a run on another machine by its ssh:// address. Returns null if the address is a folder of runs. Runs below an open folder share its ssh
/// connection.
/// Errors: std::invalid_argument if \p url is invalid; store::RunFileError if the run cannot be opened, or its columns cannot be chosen.
std::unique_ptr<runs::RunSource> openRemote(const std::string &url, imports::ReadProgress &progress, Values values = Values::AsTheyCome,
                                            const imports::RoleChoice &choice = {});

/// Opens a run at an ssh:// address or on this machine.
/// Errors: as for openRemote() and runs::openRun(); RunFileError if it is a folder on another machine.
std::unique_ptr<runs::RunSource> openRunAt(const std::string &path, imports::ReadProgress &progress, Values values = Values::AsTheyCome,
                                           const imports::RoleChoice &choice = {});

/// Returns store::exactly() of \p run. If the run is on another machine, waits report to \p progress and end with RunFileError if its stop is
/// requested. \p progress must outlive the result.
std::shared_ptr<const store::Run> exactly(std::shared_ptr<const store::Run> run, record::Progress &progress);

/// Lists the runs in the folder at \p url and below, with addresses as paths.
/// Errors: std::invalid_argument if \p url is invalid.
std::unique_ptr<runs::RunScan> scanRemote(const std::string &url);

/// Lists the runs of a folder, at an ssh:// address or on this machine.
std::unique_ptr<runs::RunScan> scanAt(const std::string &folder);

/// Returns the folder of the run at \p path: an ssh:// address, or an absolute path on this machine.
std::string folderOf(const std::string &path);

/// Returns the result of one scanRemote(), or \p url itself if it is a run.
/// Errors: as for openRemote().
runs::FoundRuns findRemote(const std::string &url);

} // namespace lensboard::remote
