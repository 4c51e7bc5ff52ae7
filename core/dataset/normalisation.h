#pragma once

#include "core/torch_fwd.h"

#include <string>
#include <utility>

namespace lensboard::dataset {

struct Dataset;

/// Mean and deviation of each column of \p values [N, C], of each channel of [N, C, *]; or, by "minmax", the least value
/// and the range. Float32 of a shape that broadcasts to a sample. What does not vary has a deviation of 1.
///
/// Shape:  \p values contiguous uint8 or float32, finite.
std::pair<at::Tensor, at::Tensor> spreadOf(const at::Tensor &values, const std::string &method);

/// Sets mean and deviation by the training inputs; not by "none", and not of tokens.
/// Errors: DatasetError if a number becomes too large for float32.
void normaliseInputs(Dataset &dataset, const std::string &method);

/// Brings float targets to mean 0 and deviation 1 by those for training.
/// Errors: likewise.
void normaliseTargets(Dataset &dataset);

} // namespace lensboard::dataset
