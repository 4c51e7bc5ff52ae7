#pragma once

#include "core/experiment/field.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lensboard::experiment {

/// A key, and its value in each of several experiments.
struct ComparedKey
{
    struct Value
    {
        Json json;              ///< null if the experiment lacks the key
        bool isDefault = false; ///< the key is missing in the experiment, and \c json is its default
    };

    std::string path; ///< dotted; list items that are objects are addressed by kind: lenses.LossMetrics.enabled
    std::vector<Value> values; ///< one per experiment

    /// Returns true if values differ. Numbers are compared by value: 1, 1.0 and 1e0 are equal.
    bool differs() const;
};

/// Returns all keys of \p experiments (JSON), in order of appearance. JSON that is no Lensboard experiment, such as the parameters of
/// other tools, is compared without defaults. Text that is not valid JSON has no keys.
std::vector<ComparedKey> compareExperiments(const std::vector<std::string> &experiments);

/// Returns the keys of \p experiment (JSON) with their values. Includes all defaults if it is a Lensboard experiment.
std::vector<std::pair<std::string, Json>> flattened(const std::string &experiment);

/// Value of a setting that differs between experiments.
inline constexpr std::string_view kDiffers = "differs";

/// Returns the keys of all \p experiments (JSON) as JSON, with kDiffers for different values. Lists are compared
/// as a whole. Returns an empty string if one of the experiments is not a JSON object, or if none has a key.
std::string commonTo(const std::vector<std::string> &experiments);

} // namespace lensboard::experiment
