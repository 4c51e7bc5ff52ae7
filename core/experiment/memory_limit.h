#pragma once

#include <optional>
#include <string_view>

namespace lensboard::experiment {

/// What this machine has. Units: bytes.
double machineMemory();

/// The bytes that \p text names: "1 GB", "500 MB", "1.5 GiB", or a share of this machine's memory, "10 %". 0 if it is empty; none if it
/// is anything else.
std::optional<double> memoryLimit(std::string_view text);

} // namespace lensboard::experiment
