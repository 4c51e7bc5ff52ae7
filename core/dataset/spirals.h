#pragma once

#include "core/dataset/dataset.h"

namespace lensboard::dataset {

/// Creates points on interleaved spirals in the plane, one spiral per class.
/// Shape:  inputs [N, 2], float32; targets [N], int64.
Dataset makeSpirals(const settings::Spirals &spirals, std::int64_t seed);

} // namespace lensboard::dataset
