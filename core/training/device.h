#pragma once

#include "core/torch_fwd.h"

#include <string>

namespace lensboard::training {

/// Returns the device for "auto", "cpu" or "cuda". With several accelerators, selects \p number modulo their count.
/// Errors: std::invalid_argument with the reason if there is no such device.
c10::Device deviceOf(const std::string &choice, int number = 0);

} // namespace lensboard::training
