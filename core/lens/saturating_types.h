#pragma once

#include "core/preprocessor/output_saturation_preprocessor.h"

#include <span>
#include <string>
#include <vector>

namespace lensboard::lens {

/// Module types with a common flat part, in PyTorch's naming.
struct SaturatingTypes
{
    std::vector<std::string> types;
    preprocessor::FlatPart::Of of = preprocessor::FlatPart::Of::Values;
    double low = 0, high = 0;
    bool comesNear = false;   ///< only approaches the limits: flat within a margin of them
    bool hasZeros = false;    ///< part of its outputs is exactly 0, so that its activation rate is meaningful

    preprocessor::FlatPart flatPart(double margin, double entropy) const;
};

/// Returns all activations with a flat part, with the limits of PyTorch's defaults.
std::span<const SaturatingTypes> saturatingTypes();

} // namespace lensboard::lens
