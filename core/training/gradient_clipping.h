#pragma once

#include "core/experiment/settings/optimizer_settings.h"
#include "core/torch_fwd.h"

#include <vector>

namespace lensboard::training {

/// Changes the gradients of \p parameters as \p clipping says: by their norm, by value, or not at all.
void clipGradients(const settings::Clipping &clipping, const std::vector<at::Tensor> &parameters);

} // namespace lensboard::training
