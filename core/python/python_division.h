#pragma once

#include "core/hook/division.h"

#include <pybind11/pybind11.h>

#include <memory>
#include <string>

namespace lensboard::python {

/// Divided parameters of a Python model; see _sharded.py. Functions require the GIL.

/// Returns a dict: for the id of a module, its divided parameters by name. Each is a Division of _sharded.py, or None for a parameter that only
/// contains others.
pybind11::dict divisionsIn(const pybind11::object &root);
/// Returns the name of a module's class, without wrappers of its class.
std::string classNameOf(const pybind11::object &module);
/// Returns the parameter that the optimizer updates.
pybind11::object parameterOf(const pybind11::handle &division);
std::shared_ptr<const hook::Division> divisionOf(const pybind11::handle &division);

} // namespace lensboard::python
