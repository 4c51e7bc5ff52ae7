#include "core/preprocessor/geometry_preprocessor.h"

#include <algorithm>
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
    }
    m_leavesOutCosines = false;
}

bool GeometryPreprocessor::resumed()
{
    m_leavesOutCosines = m_settings.correlation && m_settings.acrossTicks && !m_settings.parity;
    return m_leavesOutCosines;
}

void GeometryPreprocessor::forEachAggregate(const std::function<void(stats::Aggregate &)> &use)
{
    for (State &state : m_slots) {
        use(state.norm);
        use(state.correlation);
    }
}

Needs GeometryPreprocessor::needs() const
{
    return {.squares = true, .product = m_settings.correlation, .rounded = m_settings.parity};
}

double GeometryPreprocessor::cosine(const Measurement &measured) const
{
    const double norms = std::sqrt(measured.squares) * std::sqrt(measured.previousSquares);
    if (m_settings.parity)
        return *measured.product / (norms + kParityEpsilon);
    return norms == 0 ? 0 : std::clamp(*measured.product / norms, -1.0, 1.0); // rounding may exceed the range slightly
}

void GeometryPreprocessor::processTensor(Slot slot, const Measurement &measured)
{
    State &state = m_slots[slot];
    const double norm = std::sqrt(measured.squares);
    state.norm.add(m_settings.normaliseBySize ? norm / std::sqrt(static_cast<double>(measured.size)) : norm);
    if (m_settings.correlation && !m_leavesOutCosines) {
        if (m_settings.parity && state.firstOfTick)
            state.correlation.add(0);
        else if (measured.product && (m_settings.acrossTicks || !state.firstOfTick))
            state.correlation.add(cosine(measured));
    }
    state.firstOfTick = false;
}

} // namespace lensboard::preprocessor
