#pragma once

#include "core/record/run_info.h"

#include <chrono>
#include <filesystem>

namespace lensboard::imports {

/// TensorBoard's writers flush every 2 minutes by default, so a record may be cut off for that long.
inline constexpr std::chrono::minutes kWriterSilence{10};

/// Returns the status of a run that does not say how it ended: Unknown while \p file was written within \p silence, since its writer may go
/// on, else Interrupted.
record::RunStatus statusOfOpenEnd(const std::filesystem::path &file, std::chrono::minutes silence = kWriterSilence);

} // namespace lensboard::imports
