#include "core/preprocessor/parameter_difference_geometry_preprocessor.h"

#include "core/preprocessor/tensor_access.h"

#include <ATen/core/Tensor.h>
#include <ATen/ops/empty_like.h>

namespace lensboard::preprocessor {

struct ParameterDifferenceGeometryPreprocessor::History
{
    at::Tensor last;
    at::Tensor before;
    bool stored = false;
};

ParameterDifferenceGeometryPreprocessor::ParameterDifferenceGeometryPreprocessor(const GeometrySettings &settings)
    : GeometryPreprocessor(settings)
{}

ParameterDifferenceGeometryPreprocessor::~ParameterDifferenceGeometryPreprocessor() = default;

Slot ParameterDifferenceGeometryPreprocessor::addLayer()
{
    m_history.emplace_back();
    return GeometryPreprocessor::addLayer();
}

void ParameterDifferenceGeometryPreprocessor::skipTick()
{
    GeometryPreprocessor::skipTick();
    for (History &history : m_history)
        history.stored = false;
}

void ParameterDifferenceGeometryPreprocessor::processTensor(Slot slot, const at::Tensor &parameter)
{
    if (!isMeasurable(parameter))
        return;
    const at::Tensor dense = asDenseFloat(parameter);
    const auto size = static_cast<std::size_t>(dense.numel());
    History &history = m_history[slot];
    const bool comparable = history.stored && history.last.sizes() == dense.sizes()
                         && history.last.strides() == dense.strides();
    if (!comparable) {
        const at::Tensor detached = dense.detach();
        history.last = at::empty_like(detached).copy_(detached);
        history.before = history.last.clone();
        history.stored = true;
        breakSequence(slot);
        return;
    }
    if (settings().parity) {
        add(slot, productsInTensorPrecision(dense.sub(history.last), history.last.sub(history.before)), size);
        history.before.copy_(dense.detach());
    } else {
        add(slot,
            measureStep(dense.data_ptr<float>(), history.last.data_ptr<float>(), history.before.data_ptr<float>(),
                        size),
            size);
    }
    std::swap(history.last, history.before);
}

} // namespace lensboard::preprocessor
