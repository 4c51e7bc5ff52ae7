#pragma once

#include "core/lens/lens.h"
#include "core/loop/lens_choice.h"
#include "core/tensor/value.h"

#include <cstdint>
#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lensboard {

/// The states of watchers, as a checkpoint has them.
Value valueOf(const std::vector<lens::SavedLens> &watchers);
/// Errors: std::bad_variant_access and std::out_of_range if \p value is not what valueOf() makes.
std::vector<lens::SavedLens> savedWatchersOf(const Value &value);

/// Sizes of a model's parameters, by their names in it.
using ParameterShapes = std::map<std::string, std::vector<std::int64_t>>;

/// A model's watchers, and the model that they watched.
struct SavedModel
{
    std::vector<lens::SavedLens> watchers;
    std::optional<ParameterShapes> shapes; ///< nullopt in states of older versions
};

/// What an Inspector goes on from.
struct LoopState
{
    double runCreated = 0; ///< creation time of the run, which identifies it; 0 in states of older versions
    std::int64_t ticks = 0, steps = 0, samples = 0, epoch = 0, trainingLosses = 0;
    std::map<std::string, bool> enabled; ///< of each watcher
    std::vector<LensChoice> ordered; ///< watchers that orders added or set, with whole settings
    std::map<std::string, SavedModel> models; ///< by their names

    /// Steps done, as ticks count them: training losses if the loop reports no steps.
    std::int64_t lastStep() const { return steps > 0 ? steps : trainingLosses; }
};

/// Errors: bytes::WriteError naming the path; for both, std::invalid_argument if it is empty.
void writeLoopState(const std::filesystem::path &path, const LoopState &state);
/// Errors: std::runtime_error naming the path.
LoopState readLoopState(const std::filesystem::path &path);

} // namespace lensboard
