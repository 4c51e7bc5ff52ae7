#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace lensboard::visualizer {

/// A summary of TensorBoard's plugin "hparams".
struct HyperparameterSummary
{
    std::string tag;
    std::string content; ///< of the tag's metadata
};

/// Returns the experiment and its session's start and end, in the format of torch.utils.tensorboard's hparams(). \p values is an object of
/// numbers, strings and booleans; \p metrics is a list of tags.
std::vector<HyperparameterSummary> hyperparameterSummaries(const nlohmann::json &values, const nlohmann::json &metrics);

} // namespace lensboard::visualizer
