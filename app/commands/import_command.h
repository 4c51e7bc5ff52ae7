#pragma once

#include <string>

namespace lensboard::app {

/// Writes the run at \p path, of any writer, as the run file \p out; or those of a folder into the folder \p out, which
/// does not end with .lbrun. Prints what was written; on standard error what of it could not be read. Returns an exit code.
int importRun(const std::string &path, const std::string &out);

} // namespace lensboard::app
