#pragma once

#include "core/experiment/experiment.h"
#include "core/torch_fwd.h"

#include <vector>

namespace lensboard::training {

/// Changes the gradients of \p parameters as \p choice says: by their norm, by value, or not at all.
void clipGradients(const experiment::Choice &choice, const std::vector<at::Tensor> &parameters);

} // namespace lensboard::training
