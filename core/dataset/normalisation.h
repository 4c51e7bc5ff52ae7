#pragma once

#include "core/experiment/settings/dataset_settings.h"
#include "core/torch_fwd.h"

#include <utility>

namespace lensboard::dataset {

struct Dataset;

/// Returns mean and deviation of each column or channel of \p values; for MinMax, minimum and range. A constant column
/// has deviation 1.
///
/// Shape:  \p values [N, C] or [N, C, *], contiguous uint8 or float32, finite. Results float32, [C] or [C, 1, …].
std::pair<at::Tensor, at::Tensor> spreadOf(const at::Tensor &values, settings::Normalise method);

/// Sets mean and deviation from the training inputs. Does nothing for method None or for tokens.
/// Errors: DatasetError if a number becomes too large for float32.
void normaliseInputs(Dataset &dataset, settings::Normalise method);

/// Scales float targets to mean 0 and deviation 1, computed from the training targets.
/// Errors: DatasetError if a number becomes too large for float32.
void normaliseTargets(Dataset &dataset);

} // namespace lensboard::dataset
