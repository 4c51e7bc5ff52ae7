#pragma once

#include "core/lens/lens.h"

#include <cstddef>
#include <string>

namespace lensboard::lens {

/// The first of this name, null if there is none.
const at::Tensor *findSaved(const State &state, const std::string &name);

void saveNumber(State &state, const std::string &name, std::size_t number);
/// Errors: std::out_of_range if there is none of this name, or it is no count.
std::size_t savedNumber(const State &state, const std::string &name);

} // namespace lensboard::lens
