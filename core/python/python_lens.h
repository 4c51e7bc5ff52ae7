#pragma once

#include "core/lens/custom_lens.h"

#include <pybind11/pybind11.h>

#include <functional>
#include <memory>

namespace lensboard::python {

/// Returns a maker of lenses, one for each model. It calls \p make with the GIL, to create a lensboard.Lens.
/// Errors: TypeError if \p make returns no lens, ValueError if the lens watches another model, and any exception of \p make.
std::function<std::unique_ptr<custom::BaseLens>()> lensMaker(pybind11::object make);

/// Adds the class for registering a Python lens's callbacks and plotting its values.
void bindLens(pybind11::module_ &module);

} // namespace lensboard::python
