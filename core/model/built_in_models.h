#pragma once

#include "core/experiment/settings/model_settings.h"
#include "core/model/model.h"

#include <cstdint>
#include <vector>

namespace lensboard::model {

/// Makes the model of this kind. Every layer is tapped.
///
/// Shape:  \p inputShape is that of a sample, without the batch; outputs [N, \p classes], of a text [N, \p classes, T].
/// Random: weights are drawn from LibTorch's default generator.
/// Errors: std::invalid_argument if it is no built-in one, or the inputs do not fit it.
Model makeModel(const settings::Model &wanted, const std::vector<std::int64_t> &inputShape, std::int64_t classes);

} // namespace lensboard::model
