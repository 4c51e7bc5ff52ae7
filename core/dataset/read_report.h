#pragma once

#include <functional>

namespace lensboard::dataset {

/// Told now and then what share of a file is read, 0 to 1. May throw to cancel.
using ReadReport = std::function<void(double share)>;

} // namespace lensboard::dataset
