#pragma once

#include <functional>

namespace lensboard::dataset {

/// Called at intervals with the fraction of a file that has been read, 0 to 1. May throw to cancel.
using ReadReport = std::function<void(double share)>;

} // namespace lensboard::dataset
