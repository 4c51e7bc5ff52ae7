#pragma once

#include "core/record/run_info.h"

#include <QString>

namespace lensboard::app {

/// The kind of a run. Looks and the user's verdicts on findings are kept for each kind. It is the name of its experiment. Runs without an experiment have
/// the name that their loop gives them, otherwise their folder.
QString kindOf(const record::RunInfo &info, const QString &path);

} // namespace lensboard::app
