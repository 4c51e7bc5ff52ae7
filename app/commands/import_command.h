#pragma once

#include <string>

namespace lensboard::app {

/// Converts the run at \p path, in any supported format, to the run file \p out. If \p path is a folder, writes its runs into the
/// folder \p out, not ending with .lbrun. Prints the written paths, and unreadable parts on standard error. Returns an exit code.
int importRun(const std::string &path, const std::string &out);

} // namespace lensboard::app
