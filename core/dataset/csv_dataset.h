#pragma once

#include "core/dataset/dataset.h"

namespace lensboard::dataset {

/// Reads a table. Does not normalise. Without a validation table, all samples are for training.
/// Errors: DatasetError.
Dataset makeCsvDataset(const settings::CsvTable &wanted, const session::ProgressReport &report);

} // namespace lensboard::dataset
