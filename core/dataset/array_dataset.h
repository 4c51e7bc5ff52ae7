#pragma once

#include "core/dataset/dataset.h"

namespace lensboard::dataset {

/// Reads inputs and targets from IDX files, .npy files or arrays of one .npz. Does not normalise. Splits only if the
/// settings name separate files or arrays for validation.
/// Errors: DatasetError.
Dataset makeArrayDataset(const settings::Idx &files, const session::ProgressReport &report);
Dataset makeArrayDataset(const settings::NumPy &arrays, const session::ProgressReport &report);

} // namespace lensboard::dataset
