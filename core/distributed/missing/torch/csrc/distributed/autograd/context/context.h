#pragma once

// Replaces a header that LibTorch's reducer.hpp includes and that is missing in Debian's libtorch-dev. Reducer's declaration uses two of its
// names; both belong to training over RPC, a feature that Lensboard does not have.

#include "core/torch_fwd.h"

#include <functional>
#include <memory>

namespace torch::distributed::autograd {

class DistAutogradContext
{
public:
    using GradCallback = std::function<bool(at::Tensor &)>;
};
using ContextPtr = std::shared_ptr<DistAutogradContext>;

} // namespace torch::distributed::autograd
