#pragma once

namespace lensboard::app {

enum ExitCode { kDone = 0, kTrainingFailed = 1, kNotWhole = 1, kFound = 1, kBadInput = 2 };

} // namespace lensboard::app
