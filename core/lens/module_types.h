#pragma once

#include "core/experiment/settings/lens_settings.h"

#include <string>

namespace lensboard::lens {

/// Whether a module of this type, named as PyTorch does, is an activation function: ReLU, Tanh, Softmax.
bool isActivation(const std::string &type);
/// Dropout, Dropout2d, AlphaDropout.
bool isDropout(const std::string &type);

/// Whether a module of this type is watched. \p byDefault is what holds for a type that is in neither list; an excluded one is out in
/// any case.
bool includes(const settings::TypeLists &types, const std::string &type, bool byDefault);

} // namespace lensboard::lens
