#pragma once

#include "core/dataset/dataset.h"

namespace lensboard::dataset {

/// CIFAR-10 in its binary version: data_batch_*.bin train, test_batch.bin validates; not yet normalised.
/// Shape:  inputs [N, 3, 32, 32], uint8; targets [N], int64.
/// Errors: DatasetError.
/// Source: the format of Krizhevsky's CIFAR page.
Dataset makeCifarDataset(const settings::Cifar10 &cifar, const session::ProgressReport &report);

} // namespace lensboard::dataset
