#pragma once

#include <pybind11/pybind11.h>

#include <functional>

namespace lensboard::python {

/// Makes a callable for torch's hooks: it calls \p function with its first argument, or null, and returns None. Faster than
/// pybind11::cpp_function, as hooks on outputs are created in each forward.
/// Requires the GIL.
pybind11::object callback(std::function<void(PyObject *first)> function);

} // namespace lensboard::python
