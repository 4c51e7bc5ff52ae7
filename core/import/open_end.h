#pragma once

#include "core/record/run_info.h"

#include <chrono>
#include <filesystem>

namespace lensboard::imports {

/// TensorBoard's writers flush every 2 minutes by default, so a record may be incomplete for that long.
inline constexpr std::chrono::minutes kWriterSilence{10};

/// Returns the status of a run that has no final status: Unknown if \p file was written within \p silence, because its writer may
/// continue; otherwise Interrupted.
record::RunStatus statusOfOpenEnd(const std::filesystem::path &file, std::chrono::minutes silence = kWriterSilence);

} // namespace lensboard::imports
