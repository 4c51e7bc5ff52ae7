#pragma once

#include "core/tensor/tensor.h"

#include <pybind11/pybind11.h>

#include <span>

/// Views of torch.Tensor. They take the GIL themselves where they need it.
namespace lensboard::python {

/// Returns true if \p object is a torch.Tensor. Needs the GIL, as the next.
bool isTensor(pybind11::handle object);
/// Errors: TypeError if it is none.
Tensor tensorOf(pybind11::handle object);

/// Returns None for an undefined tensor.
pybind11::object toPython(const Tensor &tensor);
pybind11::tuple toPython(std::span<const Tensor> tensors);

/// Return torch's objects.
pybind11::object dtypeOf(ElementType type);
pybind11::object deviceOf(Device device);

} // namespace lensboard::python
