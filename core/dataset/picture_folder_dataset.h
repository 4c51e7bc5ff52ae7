#pragma once

#include "core/dataset/dataset.h"

namespace lensboard::dataset {

/// A folder with a folder of pictures for each class, not yet normalised, and divided only if it has folders train and
/// val, validation or test with those of the classes in them.
/// Errors: DatasetError.
Dataset makePictureFolderDataset(const settings::Images &images, const session::ProgressReport &report);

} // namespace lensboard::dataset
