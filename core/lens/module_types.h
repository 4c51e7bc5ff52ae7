#pragma once

#include <string>

namespace lensboard::lens {

/// Whether a module of this type, named as PyTorch does, is an activation function: ReLU, Tanh, Softmax.
bool isActivation(const std::string &type);
/// Dropout, Dropout2d, AlphaDropout.
bool isDropout(const std::string &type);

} // namespace lensboard::lens
