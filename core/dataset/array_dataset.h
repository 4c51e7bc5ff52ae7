#pragma once

#include "core/dataset/dataset.h"

namespace lensboard::dataset {

/// Inputs and targets as IDX files, .npy files or arrays of one .npz, not yet normalised, and divided only if there are
/// others for validation.
/// Errors: DatasetError.
Dataset makeArrayDataset(const settings::Idx &files, const session::ProgressReport &report);
Dataset makeArrayDataset(const settings::NumPy &arrays, const session::ProgressReport &report);

} // namespace lensboard::dataset
