#pragma once

#include "core/dataset/number_array.h"
#include "core/torch_fwd.h"

namespace lensboard::dataset {

/// The array as a contiguous CPU tensor of its type, or of a wider one where LibTorch has none. Takes over the
/// array's memory where its order allows.
///
/// Shape:  \c array.shape.
at::Tensor toTensor(NumberArray array);

} // namespace lensboard::dataset
