#pragma once

#include "core/preprocessor/output_saturation_preprocessor.h"

#include <span>
#include <string>
#include <vector>

namespace lensboard::lens {

/// Module types that share a flat part, named as PyTorch does.
struct SaturatingTypes
{
    std::vector<std::string> types;
    preprocessor::FlatPart::Of of = preprocessor::FlatPart::Of::Values;
    double low = 0, high = 0;
    bool comesNear = false;   ///< only approaches the limits: flat within a margin of them
    bool hasZeros = false;    ///< a part of its outputs is exactly 0, so that its activation rate says something

    preprocessor::FlatPart flatPart(double margin, double entropy) const;
};

/// All activations with a flat part, by their limits in PyTorch's defaults.
std::span<const SaturatingTypes> saturatingTypes();

} // namespace lensboard::lens
