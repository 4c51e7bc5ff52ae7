#pragma once

#include "core/lens/custom_lens.h"

#include <pybind11/pybind11.h>

#include <functional>
#include <memory>

namespace lensboard::python {

/// Makes a lens for each model of what \p make, called with the GIL, returns: a lensboard.Lens.
/// Errors: TypeError if that returns no lens, ValueError if it watches another model, and whatever Python raises.
std::function<std::unique_ptr<custom::Lens>()> lensMaker(pybind11::object make);

/// What a lens of Python's registers its callbacks with, and plots into.
void bindLens(pybind11::module_ &module);

} // namespace lensboard::python
