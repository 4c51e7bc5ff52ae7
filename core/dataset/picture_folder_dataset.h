#pragma once

#include "core/dataset/dataset.h"

namespace lensboard::dataset {

/// A folder with a folder of images for each class, not yet normalised, and divided only if it has folders train and
/// val, validation or test with those of the classes in them.
/// Shape:  inputs [N, channels, side, side], uint8; targets [N], int64.
/// Errors: DatasetError.
Dataset makePictureFolderDataset(const settings::Images &images, const session::ProgressReport &report);

} // namespace lensboard::dataset
