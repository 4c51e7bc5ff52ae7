#include "core/preprocessor/geometry_preprocessor.h"

#include <ATen/core/Tensor.h>
#include <ATen/ops/dot.h>
#include <ATen/ops/linalg_vector_norm.h>

#include <cmath>

namespace lensboard::preprocessor {

constexpr double kParityEpsilon = 1e-8;

Slot GeometryPreprocessor::addLayer()
{
    m_slots.push_back({stats::Aggregate(m_settings.mode), stats::Aggregate(m_settings.mode)});
    return m_slots.size() - 1;
}

void GeometryPreprocessor::endTick()
{
    for (State &state : m_slots) {
        state.norm.clear();
        state.correlation.clear();
        state.firstOfTick = true;
        state.hasPrevious = state.hasPrevious && m_settings.acrossTicks;
    }
}

void GeometryPreprocessor::skipTick()
{
    endTick();
    for (State &state : m_slots)
        state.hasPrevious = false;
}

double GeometryPreprocessor::cosine(double product, double norm, double previousNorm) const
{
    if (m_settings.parity)
        return product / (norm * previousNorm + kParityEpsilon);
    return norm == 0 || previousNorm == 0 ? 0 : product / (norm * previousNorm);
}

Products GeometryPreprocessor::productsInTensorPrecision(const at::Tensor &x, const at::Tensor &y)
{
    const at::Tensor flat = x.detach().flatten();
    const auto norm = at::linalg_vector_norm(flat).item<double>();
    return {norm * norm, at::dot(flat, y.flatten()).item<double>()};
}

void GeometryPreprocessor::add(Slot slot, const Products &products, std::size_t size)
{
    State &state = m_slots[slot];
    const double norm = std::sqrt(products.squares);
    state.norm.add(m_settings.normaliseBySize ? norm / std::sqrt(static_cast<double>(size)) : norm);
    if (m_settings.correlation) {
        if (m_settings.parity && state.firstOfTick)
            state.correlation.add(0);
        else if (state.hasPrevious)
            state.correlation.add(cosine(products.product, norm, state.previousNorm));
    }
    state.previousNorm = norm;
    state.hasPrevious = std::isfinite(norm);
    state.firstOfTick = false;
}

} // namespace lensboard::preprocessor
