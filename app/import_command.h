#pragma once

#include <string>

namespace lensboard::app {

/// Writes the run at \p path, whoever wrote it, as a run file; of a folder of several runs, each into the folder
/// \p out. Prints what was written; on standard error what of it could not be read. Gives an exit code.
int importRun(const std::string &path, const std::string &out);

} // namespace lensboard::app
