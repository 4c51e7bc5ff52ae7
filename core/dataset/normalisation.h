#pragma once

#include "core/experiment/settings/dataset_settings.h"
#include "core/torch_fwd.h"

#include <utility>

namespace lensboard::dataset {

struct Dataset;

/// Returns mean and deviation of each column or channel of \p values; by MinMax, the least value and the range. What does
/// not vary has a deviation of 1.
///
/// Shape:  \p values [N, C] or [N, C, *], contiguous uint8 or float32, finite. Results float32, [C] or [C, 1, …].
std::pair<at::Tensor, at::Tensor> spreadOf(const at::Tensor &values, settings::Normalise method);

/// Sets mean and deviation by the training inputs; not by None, and not of tokens.
/// Errors: DatasetError if a number becomes too large for float32.
void normaliseInputs(Dataset &dataset, settings::Normalise method);

/// Brings float targets to mean 0 and deviation 1 by those for training.
/// Errors: likewise.
void normaliseTargets(Dataset &dataset);

} // namespace lensboard::dataset
