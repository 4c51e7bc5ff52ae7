#pragma once

#include <QString>

namespace lensboard::app {

/// What of a run goes with it: "baseline", "tb, a folder with 12 files".
QString describeForTrash(const QString &path);

/// Moves a run into the desktop's trash: its file with what belongs to it beside it, its checkpoint among it, or its folder as a whole.
/// Errors: what went wrong, empty if nothing did.
QString moveRunToTrash(const QString &path);

} // namespace lensboard::app
