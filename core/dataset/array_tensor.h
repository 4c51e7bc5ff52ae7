#pragma once

#include "core/dataset/number_array.h"
#include "core/torch_fwd.h"

namespace lensboard::dataset {

/// The array as a contiguous tensor of its type, which takes over its memory where its order allows.
at::Tensor toTensor(NumberArray array);

} // namespace lensboard::dataset
