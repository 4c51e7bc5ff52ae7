#pragma once

#include "core/experiment/settings/optimizer_settings.h"
#include "core/torch_fwd.h"

#include <vector>

namespace lensboard::training {

/// Clips the gradients of \p parameters by norm, by value, or not at all, as set in \p clipping.
void clipGradients(const settings::Clipping &clipping, const std::vector<at::Tensor> &parameters);

} // namespace lensboard::training
