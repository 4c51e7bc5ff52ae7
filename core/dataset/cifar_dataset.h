#pragma once

#include "core/dataset/dataset.h"

namespace lensboard::dataset {

/// CIFAR-10 in its binary version: data_batch_*.bin train, test_batch.bin validates; not yet normalised.
/// Errors: DatasetError.
/// Source: the format of Krizhevsky's CIFAR page.
Dataset makeCifarDataset(const settings::Cifar10 &cifar, const session::ProgressReport &report);

} // namespace lensboard::dataset
