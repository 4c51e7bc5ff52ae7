#pragma once

#include "core/hook/model_tap.h"

#include <cstddef>
#include <string>
#include <vector>

namespace lensboard::recorder {

/// Which modules of a walk count; an empty list admits all.
struct ModuleFilter
{
    std::vector<std::string> types = {};   ///< as PyTorch calls them: Linear, Conv2d
    std::vector<std::size_t> indices = {}; ///< positions in the walk, from 0
};

/// The module that \p root is and all below it, in model order: position 0 is \p root.
/// Source: torch.nn.Module.modules().
std::vector<hook::ModuleId> modulesOf(const hook::ModelTap &tap, const ModuleFilter &filter = {}, hook::ModuleId root = 0);
/// One level below \p root.
std::vector<hook::ModuleId> childrenOf(const hook::ModelTap &tap, const ModuleFilter &filter = {}, hook::ModuleId root = 0);

} // namespace lensboard::recorder
