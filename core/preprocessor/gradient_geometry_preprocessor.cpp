#include "core/preprocessor/gradient_geometry_preprocessor.h"

#include "core/preprocessor/tensor_access.h"

#include <ATen/core/Tensor.h>
#include <ATen/ops/empty_like.h>

namespace lensboard::preprocessor {

GradientGeometryPreprocessor::GradientGeometryPreprocessor(const GeometrySettings &settings)
    : GeometryPreprocessor(settings)
{}

GradientGeometryPreprocessor::~GradientGeometryPreprocessor() = default;

Slot GradientGeometryPreprocessor::addLayer()
{
    m_previous.emplace_back();
    return GeometryPreprocessor::addLayer();
}

void GradientGeometryPreprocessor::processTensor(Slot slot, const at::Tensor &gradient)
{
    if (!isMeasurable(gradient))
        return;
    const at::Tensor dense = asDenseFloat(gradient);
    const auto size = static_cast<std::size_t>(dense.numel());
    const auto *values = dense.data_ptr<float>();
    if (!settings().correlation)
        return add(slot, {sumOfSquares(values, size), 0}, size);
    at::Tensor &previous = m_previous[slot];
    const bool comparable = previous.defined() && previous.sizes() == dense.sizes()
                         && previous.strides() == dense.strides();
    if (!comparable) {
        previous = at::empty_like(dense).zero_();
        breakSequence(slot);
    }
    if (settings().parity) {
        add(slot, productsInTensorPrecision(dense, previous), size);
        previous.copy_(dense);
        return;
    }
    add(slot, measureAndKeep(values, previous.data_ptr<float>(), size), size);
}

} // namespace lensboard::preprocessor
