#pragma once

#include "core/experiment/settings/lens_settings.h"

#include <string>

namespace lensboard::lens {

/// Returns true if \p type is an activation function: ReLU, Softmax and others of PyTorch, and the names of other libraries, such as
/// SiLUActivation and QuickGELU.
bool isActivation(const std::string &type);
/// Returns true for Dropout, Dropout2d, AlphaDropout and similar.
bool isDropout(const std::string &type);

/// Returns true if modules of \p type are watched. \p byDefault applies to types in neither list; exclusion takes precedence.
bool includes(const settings::TypeLists &types, const std::string &type, bool byDefault);

} // namespace lensboard::lens
