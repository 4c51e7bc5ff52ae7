#pragma once

#include <optional>
#include <string_view>

namespace lensboard::experiment {

/// Returns the memory of this machine in bytes.
double machineMemory();

/// Parses "1 GB", "500 MB", "1.5 GiB", or a share of this machine's memory, "10 %". Returns bytes; 0 if \p text is empty,
/// nullopt if it is invalid.
std::optional<double> memoryLimit(std::string_view text);

} // namespace lensboard::experiment
