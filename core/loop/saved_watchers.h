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

/// Converts the states of watchers for a checkpoint.
Value valueOf(const std::vector<lens::SavedLens> &watchers);
/// Reverses valueOf(). Errors: std::bad_variant_access and std::out_of_range if \p value is not from valueOf().
std::vector<lens::SavedLens> savedWatchersOf(const Value &value);

/// Sizes of a model's parameters, by their names in it.
using ParameterShapes = std::map<std::string, std::vector<std::int64_t>>;

/// States of a model's watchers, and the parameters of the model for a check.
struct SavedModel
{
    std::vector<lens::SavedLens> watchers;
    std::optional<ParameterShapes> shapes; ///< nullopt in states of older versions
};

/// State to resume an Inspector from.
struct LoopState
{
    double runCreated = 0; ///< creation time, an identifier of the run; 0 in states of older versions
    std::int64_t ticks = 0, steps = 0, samples = 0, epoch = 0, trainingLosses = 0;
    std::map<std::string, bool> enabled; ///< by watcher
    std::vector<LensChoice> requested; ///< watchers that commands added or set, with complete settings
    std::map<std::string, SavedModel> models; ///< by name

    /// Steps done, as ticks count them: training losses if the loop reports no steps.
    std::int64_t lastStep() const { return steps > 0 ? steps : trainingLosses; }
};

/// Errors: bytes::WriteError with the path. Both functions: std::invalid_argument if the path is empty.
void writeLoopState(const std::filesystem::path &path, const LoopState &state);
/// Errors: std::runtime_error with the path.
LoopState readLoopState(const std::filesystem::path &path);

} // namespace lensboard
