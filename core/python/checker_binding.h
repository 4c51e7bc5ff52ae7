#pragma once

#include <pybind11/pybind11.h>

namespace lensboard::python {

/// What rules find in a run, as dicts.
void bindChecker(pybind11::module_ &module);

} // namespace lensboard::python
