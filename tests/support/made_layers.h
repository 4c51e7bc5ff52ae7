#pragma once

#include "core/record/run_info.h"

#include <vector>

namespace lensboard::test {

/// Returns a small network with nested modules: 7 modules, 1,250 parameters.
inline std::vector<record::LayerInfo> madeLayers()
{
    using Shape = std::vector<std::int64_t>;
    constexpr std::int64_t n = record::kBatchSize;
    return {{"", "Sequential", false, {}, Shape{n, 10}},
            {"stem", "Conv2d", true, {{"weight", {8, 1, 3, 3}, true}, {"bias", {8}, false}}, Shape{n, 8, 28, 28}},
            {"block", "Residual", false, {}, Shape{n, 8, 28, 28}},
            {"block.conv", "Conv2d", true, {{"weight", {10, 10, 3, 3}, true}, {"bias", {10}, true}}, Shape{n, 8, 28, 28}},
            {"block.relu", "ReLU", true, {}, Shape{n, 8, 28, 28}},
            {"head", "Linear", true, {{"weight", {25, 10}, true}, {"bias", {10}, true}}, Shape{n, 10}},
            {"unused", "Dropout", true, {}}};
}

} // namespace lensboard::test
