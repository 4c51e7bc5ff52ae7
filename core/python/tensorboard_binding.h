#pragma once

#include <pybind11/pybind11.h>

namespace lensboard::python {

/// Adds the writer of TensorBoard's event files.
void bindTensorboard(pybind11::module_ &module);

} // namespace lensboard::python
