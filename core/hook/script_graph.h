#pragma once

#include "core/torch_fwd.h"

#include <functional>

namespace lensboard::hook {

constexpr const char *kEnterOperator = "lensboard::enter"; ///< (Any self, Tensor[] inputs) -> Tensor
constexpr const char *kProceedOperator = "lensboard::proceed"; ///< () -> ()
constexpr const char *kLeaveOperator = "lensboard::leave"; ///< (Any self, Tensor[] inputs, Any output) -> ()

/// Calls \p visit with every node of every method of \p module and of all below it, once a type.
void forEachNode(const torch::jit::Module &module, const std::function<void(torch::jit::Node &)> &visit);

/// Puts two operators around every call of a submodule's forward, wherever it is called from. "enter" may stand another
/// tensor in for the first input, "leave" gets the module's output, of any type. "proceed" stands
/// first in each loop, also of functions that methods call, and may throw.
/// To be done once, before any method runs; the graphs then run as they are, without LibTorch's profiling or fusing.
void instrument(const torch::jit::Module &module);

} // namespace lensboard::hook
