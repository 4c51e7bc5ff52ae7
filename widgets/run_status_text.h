#pragma once

#include "core/record/run_info.h"

#include <QString>

namespace lensboard::widgets {

/// "recording", "finished" …, in the user's language.
QString statusText(record::RunStatus status);

} // namespace lensboard::widgets
