#pragma once

#include "core/record/run_info.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lensboard::store {

/// Properties used to recognise a layer of one run in another.
struct LayerTraits
{
    std::string name;
    std::string type = {};  ///< PyTorch's class name; empty if unknown
    std::string shape = {}; ///< of its parameters and outputs, in any format; empty if unknown
};

/// Returns the traits of the layer \p name of a model. Type and shape are empty if \p layers lacks it.
LayerTraits traitsOf(const std::vector<record::LayerInfo> &layers, const std::string &name);

/// Indices of corresponding layers in two runs; nullopt if a layer has no counterpart.
struct LayerPair
{
    std::optional<std::size_t> first, second;

    bool operator==(const LayerPair &) const = default;
};

/// Pairs the layers of two runs: by name; between these pairs by type and shape, then by type alone, in order. Between paired layers,
/// layers of unknown type are paired in order if both runs have the same number of them. Other layers stay unpaired.
/// Returns the pairs in the order of \p first; unpaired layers of \p second are at their position in \p second.
std::vector<LayerPair> matchLayers(std::span<const LayerTraits> first, std::span<const LayerTraits> second);

} // namespace lensboard::store
