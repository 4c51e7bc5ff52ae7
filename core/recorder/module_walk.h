#pragma once

#include "core/hook/model_tap.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace lensboard::recorder {

/// Selects modules of a walk; an empty list accepts all.
struct ModuleFilter
{
    std::vector<std::string> types = {};   ///< PyTorch's names: Linear, Conv2d
    std::vector<std::size_t> indices = {}; ///< positions in the walk, from 0
    std::function<bool(const torch::nn::Module &)> matches = {}; ///< for C++ modules; other modules never match
};

/// Matches class \p T or a class derived from it, for ModuleFilter::matches. \p T is a LibTorch ...Impl or the caller's own class.
template <typename T>
bool isA(const torch::nn::Module &module)
{
    return dynamic_cast<const T *>(&module) != nullptr;
}

/// Returns \p root and all modules below it, in model order; position 0 is \p root.
/// Source: torch.nn.Module.modules().
std::vector<hook::ModuleId> modulesOf(const hook::ModelTap &tap, const ModuleFilter &filter = {}, hook::ModuleId root = 0);
/// Returns the modules one level below \p root.
std::vector<hook::ModuleId> childrenOf(const hook::ModelTap &tap, const ModuleFilter &filter = {}, hook::ModuleId root = 0);

} // namespace lensboard::recorder
