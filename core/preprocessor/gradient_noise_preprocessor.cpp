#include "core/preprocessor/gradient_noise_preprocessor.h"

#include <algorithm>

namespace lensboard::preprocessor {

void GradientMoments::operator+=(const GradientMoments &other)
{
    signal += other.signal;
    power += other.power;
}

std::optional<double> GradientMoments::share() const
{
    if (power == 0)
        return std::nullopt;
    return signal < 0 ? 0 : signal / power; // keeps values that are not finite
}

std::optional<double> GradientMoments::noise() const
{
    if (signal <= 0)
        return std::nullopt;
    return (power - signal) / signal;
}

Slot GradientNoisePreprocessor::addLayer()
{
    m_slots.emplace_back();
    return m_slots.size() - 1;
}

void GradientNoisePreprocessor::endTick()
{
    std::ranges::fill(m_slots, Sums());
    m_leavesOut = false;
}

void GradientNoisePreprocessor::processTensor(Slot slot, const Measurement &measured)
{
    if (!measured.product || m_leavesOut)
        return;
    ++m_slots[slot].pairs;
    m_slots[slot].moments += {*measured.product, (measured.squares + measured.previousSquares) / 2};
}

std::optional<GradientMoments> GradientNoisePreprocessor::moments(Slot slot) const
{
    const auto &[pairs, sums] = m_slots[slot];
    if (pairs == 0)
        return std::nullopt;
    return GradientMoments{sums.signal / static_cast<double>(pairs), sums.power / static_cast<double>(pairs)};
}

} // namespace lensboard::preprocessor
