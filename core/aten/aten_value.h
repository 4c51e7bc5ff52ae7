#pragma once

#include "core/tensor/value.h"

namespace lensboard {

c10::IValue toIValue(const Value &value);
/// What it has besides plain values, lists, dicts of strings and tensors is None.
Value valueOf(const c10::IValue &value);

} // namespace lensboard
