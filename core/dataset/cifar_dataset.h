#pragma once

#include "core/dataset/dataset.h"

namespace lensboard::dataset {

/// Reads CIFAR-10's binary version: data_batch_*.bin for training, test_batch.bin for validation. Does not normalise.
/// Shape:  inputs [N, 3, 32, 32], uint8; targets [N], int64.
/// Errors: DatasetError.
/// Source: the format of Krizhevsky's CIFAR page.
Dataset makeCifarDataset(const settings::Cifar10 &cifar, const session::ProgressReport &report);

} // namespace lensboard::dataset
