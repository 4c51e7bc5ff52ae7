#pragma once

#include "core/import/tables/row_reading.h"

#include <string>
#include <vector>

namespace lensboard::app {

struct InfoOptions
{
    std::vector<std::string> runs;
    bool json = false;
    bool explain = false;        ///< print how files of other tools were read
    imports::RoleChoice columns; ///< of a table
};

/// `lensboard info`: describes a run as text or as JSON. For several runs, prints one line each, or a JSON array.
int info(const InfoOptions &options);

} // namespace lensboard::app
