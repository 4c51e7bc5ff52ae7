#pragma once

#include "core/dataset/dataset.h"

namespace lensboard::dataset {

/// Inputs and targets as IDX files, .npy files or arrays of one .npz, not yet normalised, and divided only if there are
/// others for validation.
/// Errors: DatasetError.
Dataset makeArrayDataset(const experiment::Choice &choice, const session::ProgressReport &report);

} // namespace lensboard::dataset
