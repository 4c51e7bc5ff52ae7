#pragma once

#include "core/tensor/value.h"

namespace lensboard {

c10::IValue toIValue(const Value &value);
/// Turns other values than plain ones, lists, dicts of strings and tensors into None.
Value valueOf(const c10::IValue &value);

} // namespace lensboard
