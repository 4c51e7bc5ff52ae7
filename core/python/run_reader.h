#pragma once

#include <pybind11/pybind11.h>

namespace lensboard::python {

/// Adds lensboard._lensboard.RunReader: any run on disk as NumPy arrays.
void bindRunReader(pybind11::module_ &module);

} // namespace lensboard::python
