#pragma once

#include "core/tensor/tensor.h"

#include <pybind11/pybind11.h>

#include <span>

/// Views of torch.Tensor. Functions take the GIL if necessary, unless stated otherwise.
namespace lensboard::python {

/// Returns true if \p object is a torch.Tensor. Requires the GIL, like tensorOf().
bool isTensor(pybind11::handle object);
/// Errors: TypeError if \p object is not a torch.Tensor.
Tensor tensorOf(pybind11::handle object);

/// Returns None for an undefined tensor.
pybind11::object toPython(const Tensor &tensor);
pybind11::tuple toPython(std::span<const Tensor> tensors);

/// Returns torch's object for the type or device.
pybind11::object dtypeOf(ElementType type);
pybind11::object deviceOf(Device device);

} // namespace lensboard::python
