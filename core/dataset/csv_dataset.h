#pragma once

#include "core/dataset/dataset.h"

namespace lensboard::dataset {

/// A table, not yet normalised, nor divided unless a second one validates: all samples train.
/// Errors: DatasetError.
Dataset makeCsvDataset(const settings::CsvTable &wanted, const session::ProgressReport &report);

} // namespace lensboard::dataset
