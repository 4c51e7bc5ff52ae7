#pragma once

#include "core/experiment/field.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace lensboard::experiment {

/// A key of several experiments, and its value in each of them.
struct ComparedKey
{
    struct Value
    {
        Json json;              ///< null if it has none
        bool isDefault = false; ///< it was left out, and this stands for it
    };

    std::string path; ///< dotted; of a list of objects their kinds: lenses.LossMetrics.enabled
    std::vector<Value> values; ///< an experiment each

    /// Numbers are the same if they are as numbers: 1, 1.0, 1e0.
    bool differs() const;
};

/// All keys that any of \p experiments (JSON) has, in the order in which they come. What is no experiment of ours, as
/// other tools' parameters, is compared as it is; what is no JSON has no keys.
std::vector<ComparedKey> compareExperiments(const std::vector<std::string> &experiments);

/// The keys of \p experiment (JSON) with their values, as above: with every default where it is one of ours.
std::vector<std::pair<std::string, Json>> flattened(const std::string &experiment);

/// Value of a setting that is not the same in all of several experiments.
inline constexpr std::string_view kDiffers = "differs";

/// Returns the keys of all \p experiments (JSON) as JSON, with kDiffers for values that are not the same in all of them. Lists are compared
/// as a whole. Returns an empty string if one of the experiments is not a JSON object, or if none has a key.
std::string commonTo(const std::vector<std::string> &experiments);

} // namespace lensboard::experiment
