#include "core/health/frozen_layers.h"

#include "core/bytes/lower_case.h"

#include <algorithm>

namespace lensboard::health {

namespace {

bool isWeight(const record::ParameterInfo &parameter)
{
    return parameter.shape.size() >= 2;
}

/// Returns true for the names that peft and adapters use.
bool isAdapter(const record::LayerInfo &layer)
{
    const std::string name = '.' + bytes::lowerCase(layer.name);
    return std::ranges::any_of(std::initializer_list<const char *>{".lora_", ".adapter", ".ia3_", ".prompt_encoder", ".prefix_encoder"},
                               [&](const char *part) { return name.find(part) != std::string::npos; });
}

} // namespace

bool isTrainable(const record::LayerInfo &layer)
{
    const bool hasWeight = std::ranges::any_of(layer.parameters, isWeight);
    return std::ranges::any_of(layer.parameters, [&](const auto &each) { return each.requiresGrad && (!hasWeight || isWeight(each)); });
}

FrozenLayers frozenLayers(const std::vector<record::LayerInfo> &layers)
{
    FrozenLayers frozen;
    for (const record::LayerInfo &layer : layers) {
        if (layer.parameters.empty())
            continue;
        if (isTrainable(layer)) {
            ++frozen.trained;
            if (frozen.adapter.empty() && isAdapter(layer))
                frozen.adapter = shownName(layer);
        } else {
            frozen.names.push_back(shownName(layer));
            frozen.areFirst = frozen.areFirst && frozen.trained == 0;
        }
    }
    return frozen;
}

} // namespace lensboard::health
