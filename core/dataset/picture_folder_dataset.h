#pragma once

#include "core/dataset/dataset.h"

namespace lensboard::dataset {

/// Reads a folder with one subfolder of images per class. Does not normalise. Splits only if the folder contains train
/// and val, valid, validation or test, each with the class folders.
/// Shape:  inputs [N, channels, side, side], uint8; targets [N], int64.
/// Errors: DatasetError.
Dataset makePictureFolderDataset(const settings::Images &images, const session::ProgressReport &report);

} // namespace lensboard::dataset
