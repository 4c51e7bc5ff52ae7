#pragma once

// LibTorch's reducer.hpp includes this header, which Debian's libtorch-dev does not have; of it the Reducer's declaration needs two names,
// of the trainings over RPC that Lensboard does not do.

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
