#pragma once

#include <nlohmann/json_fwd.hpp>

#include <string>
#include <vector>

namespace lensboard::visualizer {

/// A summary of TensorBoard's plugin "hparams".
struct HyperparameterSummary
{
    std::string tag;
    std::string content; ///< of its metadata
};

/// The experiment, its session's start and end, as torch.utils.tensorboard's hparams() makes them. \p values is an object
/// of numbers, texts and truth values; \p metrics a list of tags.
std::vector<HyperparameterSummary> hyperparameterSummaries(const nlohmann::json &values, const nlohmann::json &metrics);

} // namespace lensboard::visualizer
