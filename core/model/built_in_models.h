#pragma once

#include "core/experiment/settings/model_settings.h"
#include "core/model/model.h"

#include <cstdint>
#include <vector>

namespace lensboard::model {

/// The model of this kind for inputs of \p inputShape (without the batch). Every layer is tapped.
/// Draws its weights from LibTorch's default generator.
/// Errors: std::invalid_argument if there is no such kind, or the inputs do not fit it.
Model makeModel(const settings::Model &wanted, const std::vector<std::int64_t> &inputShape, std::int64_t classes);

} // namespace lensboard::model
