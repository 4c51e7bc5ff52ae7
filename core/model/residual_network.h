#pragma once

#include "core/experiment/settings/model_settings.h"
#include "core/model/model.h"

#include <cstdint>
#include <vector>

namespace lensboard::model {

/// A residual network for images of any size: a 3x3 convolution, stages of basic blocks, the mean over all pixels, a linear
/// layer. Each stage after the first halves the image.
///
/// Shape:  inputs [N, C, H, W] to scores [N, \p classes].
/// Errors: std::invalid_argument if the inputs are not images or the model does not fit into memory.
/// Source: He et al., Deep Residual Learning for Image Recognition, 2016; first layers as in its CIFAR variant.
Model makeResidualNetwork(const settings::ResNet &wanted, const std::vector<std::int64_t> &inputShape,
                          std::int64_t classes);

} // namespace lensboard::model
