#pragma once

#include "core/store/run.h"

#include <pybind11/pybind11.h>

#include <memory>

namespace lensboard::python {

/// Adds lensboard._lensboard.RunReader: any run as NumPy arrays.
void bindRunReader(pybind11::module_ &module);

/// A RunReader of a run that is recorded in this process.
pybind11::object readerOf(std::shared_ptr<const store::Run> run);

} // namespace lensboard::python
