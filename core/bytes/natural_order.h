#pragma once

#include <string_view>

namespace lensboard::bytes {

/// Returns true if \p a comes before \p b where numbers in texts are compared by their values: "seed=2" before "seed=10", "lr=1e-4" before
/// "lr=0.001". All else is compared byte by byte. A total order: only equal texts are equivalent.
bool isNaturallyBefore(std::string_view a, std::string_view b);

} // namespace lensboard::bytes
