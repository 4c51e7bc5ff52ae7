#pragma once

#include "core/lens/lens.h"
#include "core/loop/lens_choice.h"
#include "core/torch_fwd.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <set>
#include <string>
#include <vector>

namespace lensboard {

/// The states of watchers, as a checkpoint has them.
c10::IValue valueOf(const std::vector<lens::SavedLens> &watchers);
/// Errors: c10::Error and std::out_of_range if \p value is not what valueOf() makes.
std::vector<lens::SavedLens> savedWatchersOf(const c10::IValue &value);

/// What an Inspector goes on from.
struct LoopState
{
    std::int64_t ticks = 0, steps = 0, samples = 0, epoch = 0, trainingLosses = 0;
    std::map<std::string, bool> enabled; ///< of each watcher
    std::vector<LensChoice> ordered; ///< watchers that orders added or set, with whole settings
    std::map<std::string, std::vector<lens::SavedLens>> models; ///< by their names
};

/// Errors: bytes::WriteError naming the path.
void writeLoopState(const std::filesystem::path &path, const LoopState &state);
/// Errors: std::runtime_error naming the path.
LoopState readLoopState(const std::filesystem::path &path);

} // namespace lensboard
