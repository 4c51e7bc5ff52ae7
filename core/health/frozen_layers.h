#pragma once

#include "core/record/run_info.h"

#include <cstddef>
#include <string>
#include <vector>

namespace lensboard::health {

/// Returns true if a weight of the layer, or any parameter if it has no weight, requires a gradient.
bool isTrainable(const record::LayerInfo &layer);

/// Layers without trainable weights.
struct FrozenLayers
{
    std::vector<std::string> names; ///< in model order
    std::size_t trained = 0;        ///< number of trainable layers
    bool areFirst = true;           ///< true if no frozen layer comes after a trained one
    std::string adapter = {};       ///< name of the first adapter layer; empty if there is none

    /// Returns true if the layers are frozen on purpose: they come first, outnumber the trained ones, or are trained through adapters.
    bool areIntended() const { return areFirst || names.size() > trained || !adapter.empty(); }
};

FrozenLayers frozenLayers(const std::vector<record::LayerInfo> &layers);

} // namespace lensboard::health
