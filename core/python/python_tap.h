#pragma once

#include <pybind11/pybind11.h>

namespace lensboard::python {

/// Tap, which calls Python at the moments of a model's modules without an Inspector, and the reducers.
void bindTap(pybind11::module_ &module);
void bindReducers(pybind11::module_ &module);

} // namespace lensboard::python
