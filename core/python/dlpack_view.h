#pragma once

#include "core/tensor/element_type.h"
#include "core/tensor/tensor_device.h"

#include <pybind11/pybind11.h>

#include <cstdint>
#include <optional>
#include <span>

namespace lensboard::python {

/// Description of a tensor with memory of its own. Valid while the tensor is neither resized nor moved.
struct DlpackView
{
    void *data;
    ElementType type;
    Device device;
    std::span<const std::int64_t> sizes, strides;
};

/// Describes a tensor in a single C call, several times faster than by its attributes.
///
/// Returns nullopt if torch is older than 2.10, and for tensors that need the attributes: subclasses, sparse tensors, wrappers, other devices than
/// the host and CUDA.
/// Thread: with the GIL.
std::optional<DlpackView> dlpackView(pybind11::handle tensor);

} // namespace lensboard::python
