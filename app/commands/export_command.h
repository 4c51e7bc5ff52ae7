#pragma once

#include "app/output/run_export.h"
#include "core/import/tables/row_reading.h"

#include <string>
#include <vector>

namespace lensboard::app {

struct ExportOptions
{
    std::string run;
    ExportFormat format = ExportFormat::Png;
    std::string path;
    std::string tensors; ///< folder for recorded tensors; empty: export a format instead
    int width = 1600;
    std::vector<std::string> tags; ///< empty: all
    imports::RoleChoice columns;   ///< of a table
    std::string steps;             ///< FROM:TO, where FROM or TO may be missing; empty: all
};

/// `lensboard export`: writes a run in another program's format and prints the paths of the written files. Pictures need a
/// QApplication.
int exportRun(const ExportOptions &options);

} // namespace lensboard::app
