#pragma once

#include "core/torch_fwd.h"

#include <string>

namespace lensboard::training {

/// "auto", "cpu" or "cuda" as a device of this machine: of several accelerators that of \p number, counted round.
/// Errors: std::invalid_argument if there is none, and why.
c10::Device deviceOf(const std::string &choice, int number = 0);

} // namespace lensboard::training
