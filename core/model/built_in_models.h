#pragma once

#include "core/experiment/settings/model_settings.h"
#include "core/model/model.h"

#include <cstdint>
#include <vector>

namespace lensboard::model {

/// Creates the built-in model selected by \p wanted. Every layer is tapped.
///
/// Shape:  \p inputShape is the shape of one sample; outputs [N, \p classes], for a text [N, \p classes, T].
/// Random: weights are drawn from LibTorch's default generator.
/// Errors: std::invalid_argument if the kind is not a built-in model, or the model does not accept these inputs.
Model makeModel(const settings::Model &wanted, const std::vector<std::int64_t> &inputShape, std::int64_t classes);

} // namespace lensboard::model
