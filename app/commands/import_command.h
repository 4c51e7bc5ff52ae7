#pragma once

#include "core/import/tables/row_reading.h"

#include <string>

namespace lensboard::app {

struct ImportOptions
{
    std::string source, out;
    imports::RoleChoice columns; ///< of a table
};

/// Converts the run at the source's path, in any supported format, to the run file \c out. If the source is a folder, writes its runs into the
/// folder \c out, not ending with .lbrun. Prints the written paths, and unreadable parts on standard error. Returns an exit code.
int importRun(const ImportOptions &options);

} // namespace lensboard::app
