#pragma once

#include "core/dataset/number_array.h"
#include "core/torch_fwd.h"

namespace lensboard::dataset {

/// Returns the array as a contiguous CPU tensor of its type, or of a wider type if LibTorch has no equal one. Reuses the
/// array's memory if the order of its values allows this.
///
/// Shape:  \c array.shape.
at::Tensor toTensor(NumberArray array);

} // namespace lensboard::dataset
