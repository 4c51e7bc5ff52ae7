#pragma once

#include "core/experiment/settings/model_settings.h"
#include "core/model/model.h"

#include <cstdint>
#include <vector>

namespace lensboard::model {

/// A residual network for images of any size: a 3x3 convolution, stages of basic blocks of which all but the first
/// halve the image, the mean over all pixels, a linear layer.
///
/// Shape:  inputs [N, C, H, W] to scores [N, \p classes].
/// Errors: std::invalid_argument if the inputs are no images, or the model needs more memory than there is.
/// Source: He et al., Deep Residual Learning for Image Recognition, 2016; the first layers as they have for CIFAR.
Model makeResidualNetwork(const settings::ResNet &wanted, const std::vector<std::int64_t> &inputShape,
                          std::int64_t classes);

} // namespace lensboard::model
