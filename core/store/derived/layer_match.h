#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lensboard::store {

/// What tells a layer of a run from others.
struct LayerTraits
{
    std::string name;
    std::string type = {};  ///< as PyTorch calls it; empty if it is not known
    std::string shape = {}; ///< of its parameters and outputs, in any form; empty if it is not known
};

/// A layer of one run and the one of another that stands for the same, by their numbers.
struct LayerPair
{
    std::optional<std::size_t> first, second;

    bool operator==(const LayerPair &) const = default;
};

/// Pairs the layers of two runs: by name, then between these by type and shape, then by type alone, in order. Between those that are
/// paired layers of unknown type are paired in order if there are equally many. Others stay alone. In the order of \p first; what \p second
/// has alone stands where it stands there.
std::vector<LayerPair> matchLayers(std::span<const LayerTraits> first, std::span<const LayerTraits> second);

} // namespace lensboard::store
