#pragma once

#include "core/hook/model_tap.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace lensboard::recorder {

/// Which modules of a walk count; an empty list admits all.
struct ModuleFilter
{
    std::vector<std::string> types = {};   ///< as PyTorch calls them: Linear, Conv2d
    std::vector<std::size_t> indices = {}; ///< positions in the walk, from 0
    std::function<bool(const torch::nn::Module &)> matches = {}; ///< of C++ modules; what is none does not match
};

/// For ModuleFilter::matches: modules of class \p T, a LibTorch ...Impl or the caller's, or of one derived from it.
template <typename T>
bool isA(const torch::nn::Module &module)
{
    return dynamic_cast<const T *>(&module) != nullptr;
}

/// The module that \p root is and all below it, in model order: position 0 is \p root.
/// Source: torch.nn.Module.modules().
std::vector<hook::ModuleId> modulesOf(const hook::ModelTap &tap, const ModuleFilter &filter = {}, hook::ModuleId root = 0);
/// One level below \p root.
std::vector<hook::ModuleId> childrenOf(const hook::ModelTap &tap, const ModuleFilter &filter = {}, hook::ModuleId root = 0);

} // namespace lensboard::recorder
