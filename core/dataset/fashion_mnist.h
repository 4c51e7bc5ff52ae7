#pragma once

#include "core/dataset/dataset.h"

namespace lensboard::dataset {

/// Fashion-MNIST, or other pictures in the same four IDX files; spirals where it is not installed.
/// Errors: DatasetError.
Dataset makeFashionMnist(const settings::FashionMnist &wanted, std::int64_t seed, const session::ProgressReport &report);

} // namespace lensboard::dataset
