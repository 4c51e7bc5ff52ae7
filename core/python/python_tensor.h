#pragma once

#include "core/tensor/tensor.h"

#include <pybind11/pybind11.h>

#include <span>

/// Views of torch.Tensor. What reads Python's objects takes the GIL itself.
namespace lensboard::python {

/// Whether \p object is a torch.Tensor. Needs the GIL, as the next.
bool isTensor(pybind11::handle object);
/// Errors: TypeError if it is none.
Tensor tensorOf(pybind11::handle object);

/// None for an undefined tensor.
pybind11::object toPython(const Tensor &tensor);
pybind11::tuple toPython(std::span<const Tensor> tensors);

/// The numbers that ElementType and Device have of torch's objects, and these of numbers.
pybind11::object dtypeOf(ElementType type);
pybind11::object deviceOf(Device device);

} // namespace lensboard::python
