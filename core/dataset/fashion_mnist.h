#pragma once

#include "core/dataset/dataset.h"

namespace lensboard::dataset {

/// Reads Fashion-MNIST, or other images in the same four IDX files. Makes spirals if Fashion-MNIST is not installed.
/// Shape:  inputs [N, 1, height, width], uint8; spirals [N, 2], float32. Targets [N], int64.
/// Errors: DatasetError.
Dataset makeFashionMnist(const settings::FashionMnist &wanted, std::int64_t seed, const session::ProgressReport &report);

} // namespace lensboard::dataset
