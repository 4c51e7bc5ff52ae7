#pragma once

#include "core/torch_fwd.h"

#include <functional>

namespace lensboard::hook {

constexpr const char *kEnterOperator = "lensboard::enter"; ///< (Any self, Tensor[] inputs) -> Tensor
constexpr const char *kProceedOperator = "lensboard::proceed"; ///< () -> ()
constexpr const char *kLeaveOperator = "lensboard::leave"; ///< (Any self, Tensor[] inputs, Any output) -> ()

/// Calls \p visit with every node of every method of \p module and its submodules, once per type.
void forEachNode(const torch::jit::Module &module, const std::function<void(torch::jit::Node &)> &visit);

/// Inserts two operators around every call of a submodule's forward. "enter" may replace
/// the first input by another tensor; "leave" receives the module's output, of any type. "proceed" is the first operator
/// of each loop, also in functions that methods call, and may throw.
/// Call once, before any method runs. The graphs then run without LibTorch's profiling or fusing.
void instrument(const torch::jit::Module &module);

} // namespace lensboard::hook
