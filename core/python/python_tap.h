#pragma once

#include <pybind11/pybind11.h>

namespace lensboard::python {

/// Adds Tap, a class that calls Python functions before and after modules of a model without an Inspector, and the reducers.
void bindTap(pybind11::module_ &module);
void bindReducers(pybind11::module_ &module);

} // namespace lensboard::python
