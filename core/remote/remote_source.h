#pragma once

#include "core/import/run_folder_scan.h"
#include "core/import/run_source.h"

#include <cstddef>
#include <memory>
#include <string>

namespace lensboard::remote {

/// Opens a run on another machine by its ssh:// address; null if it is a folder of runs. Links are shared: what lies below a folder that is open
/// is reached through the same ssh.
/// Errors: std::invalid_argument if \p url is none; store::RunFileError if it cannot be opened.
std::unique_ptr<imports::RunSource> openRemote(const std::string &url, imports::ReadProgress &progress);

/// The runs in the folder at \p url and below; their paths are addresses.
/// Errors: std::invalid_argument if \p url is none.
std::unique_ptr<imports::RunScan> scanRemote(const std::string &url);

} // namespace lensboard::remote
