#pragma once

#include "core/dataset/dataset.h"

namespace lensboard::dataset {

/// Points on interleaved spirals in the plane, those of each class a spiral.
Dataset makeSpirals(const settings::Spirals &spirals, std::int64_t seed);

} // namespace lensboard::dataset
