#pragma once

#include "core/record/run_info.h"

#include <cstdint>
#include <string>
#include <vector>

namespace lensboard::test {

inline record::LayerInfo layer(const std::string &name, const std::string &type, bool requiresGrad = true)
{
    record::LayerInfo info{name, type, true, {}};
    if (type == "Linear")
        info.parameters = {{"weight", {64, 64}, requiresGrad}, {"bias", {64}, requiresGrad}};
    return info;
}

/// Returns a model of linear layers fc1 …, each followed by a ReLU, with 10 classes.
inline record::RunInfo classifier(int depth)
{
    record::RunInfo info;
    info.experiment = R"({"loss": {"kind": "cross_entropy"}})";
    info.layers = {record::LayerInfo{"", "Sequential", false, {}, std::vector<std::int64_t>{record::kBatchSize, 10}}};
    for (int i = 1; i <= depth; ++i) {
        info.layers.push_back(layer("fc" + std::to_string(i), "Linear"));
        info.layers.push_back(layer("relu" + std::to_string(i), "ReLU"));
    }
    return info;
}

} // namespace lensboard::test
