#pragma once

#include "core/runs/run_source.h"

#include <QDate>

#include <memory>
#include <optional>
#include <string>

namespace lensboard::app {

/// Uses of columns that the user chose for all files of one shape, see imports::RowReading::shape().
struct RememberedColumns
{
    imports::RoleChoice choice;
    QDate on; ///< day of the choice
};

/// Thread: any.
std::optional<RememberedColumns> rememberedColumns(const imports::RowReading &reading);
/// Remembers \p choice for files of the shape of \p reading. An empty choice is forgotten.
void rememberColumns(const imports::RowReading &reading, const imports::RoleChoice &choice);

/// Opens a run, here or on another machine, with the uses of columns that are remembered for its shape. If they no longer fit the file, opens it as
/// recognised.
/// Thread: any.
/// Errors: as remote::openRunAt().
std::unique_ptr<runs::RunSource> openAsRemembered(const std::string &path, imports::ReadProgress &progress);

} // namespace lensboard::app
