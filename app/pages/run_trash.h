#pragma once

#include <QString>

namespace lensboard::app {

/// Describes the files to be moved to the trash: "baseline", "tb, a folder with 12 files".
QString describeForTrash(const QString &path);

/// Moves a run to the desktop's trash: its file with the files that belong to it, such as its checkpoint, or its folder as a
/// whole.
/// Returns an error message, or an empty string.
QString moveRunToTrash(const QString &path);

} // namespace lensboard::app
