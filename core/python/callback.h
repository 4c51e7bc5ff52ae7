#pragma once

#include <pybind11/pybind11.h>

#include <functional>

namespace lensboard::python {

/// Makes a callable for torch's hooks: it calls \p function with its first argument, or null, and returns None. Faster than
/// pybind11::cpp_function, as hooks on outputs are created in each forward.
/// Requires the GIL.
pybind11::object callback(std::function<void(PyObject *first)> function);

/// Removes \p hook from the dict of \p handle, a RemovableHandle of torch, or puts it back at its place: PyTorch calls a module without hooks
/// faster. A hook beside others stays, so that their order does not change.
void setPresent(const pybind11::object &handle, const pybind11::object &hook, bool isPresent);

} // namespace lensboard::python
