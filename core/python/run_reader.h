#pragma once

#include "core/store/run.h"

#include <pybind11/pybind11.h>

#include <memory>

namespace lensboard::python {

/// Adds lensboard._lensboard.RunReader: reads any run into NumPy arrays.
void bindRunReader(pybind11::module_ &module);

/// Returns a RunReader for a run recorded in this process.
pybind11::object readerOf(std::shared_ptr<const store::Run> run);

} // namespace lensboard::python
