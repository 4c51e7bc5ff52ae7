#pragma once

#include "core/tensor/value.h"

namespace lensboard {

c10::IValue toIValue(const Value &value);
/// Converts plain values, lists, dicts of strings and tensors. All other values become None.
Value valueOf(const c10::IValue &value);

} // namespace lensboard
