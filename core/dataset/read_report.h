#pragma once

#include <functional>

namespace lensboard::dataset {

/// Called now and then with the share of a file that was read, 0 to 1. May throw to cancel.
using ReadReport = std::function<void(double share)>;

} // namespace lensboard::dataset
