#include "core/preprocessor/moments_preprocessor.h"

#include <algorithm>
#include <cmath>

namespace lensboard::preprocessor {

namespace {

/// Returns the value that is shown for a mean.
double shown(MomentsPreprocessor::Quantity quantity, double mean)
{
    const bool isOfSquares = quantity == MomentsPreprocessor::FirstMoment || quantity == MomentsPreprocessor::SecondMoment
                             || quantity == MomentsPreprocessor::Update;
    return isOfSquares ? std::sqrt(mean) : mean;
}

} // namespace

void MomentsPreprocessor::add(Slot slot, Quantity quantity, double mean)
{
    m_slots[slot][quantity].add(shown(quantity, mean));
}

Slot MomentsPreprocessor::addLayer()
{
    m_slots.emplace_back(kQuantities, stats::Aggregate(m_mode));
    return m_slots.size() - 1;
}

void MomentsPreprocessor::endTick()
{
    forEachAggregate([](stats::Aggregate &values) { values.clear(); });
}

void MomentsPreprocessor::forEachAggregate(const std::function<void(stats::Aggregate &)> &use)
{
    for (auto &slot : m_slots)
        std::ranges::for_each(slot, use);
}

} // namespace lensboard::preprocessor
