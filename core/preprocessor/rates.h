#pragma once

#include "core/stats/aggregate.h"

#include <cstddef>
#include <functional>
#include <vector>

namespace lensboard::preprocessor {

/// Activation and death rates of a tick, one pair per layer; for outputs and for gradients.
class Rates
{
public:
    explicit Rates(stats::Aggregate::Mode mode) : m_mode(mode) {}

    const stats::Aggregate &activation(std::size_t slot) const { return m_slots[slot].activation; }
    const stats::Aggregate &death(std::size_t slot) const { return m_slots[slot].death; }

    std::size_t addLayer()
    {
        m_slots.push_back({stats::Aggregate(m_mode), stats::Aggregate(m_mode)});
        return m_slots.size() - 1;
    }
    /// Adds \p active of \p size values, and \p dead of \p units; \p units may be 0.
    void add(std::size_t slot, std::size_t active, std::size_t size, std::size_t dead, std::size_t units)
    {
        m_slots[slot].activation.add(static_cast<double>(active) / static_cast<double>(size));
        if (units > 0)
            m_slots[slot].death.add(static_cast<double>(dead) / static_cast<double>(units));
    }
    void forEachAggregate(const std::function<void(stats::Aggregate &)> &use)
    {
        for (Slot &slot : m_slots) {
            use(slot.activation);
            use(slot.death);
        }
    }
    void clear()
    {
        for (Slot &slot : m_slots) {
            slot.activation.clear();
            slot.death.clear();
        }
    }

private:
    struct Slot
    {
        stats::Aggregate activation;
        stats::Aggregate death;
    };
    stats::Aggregate::Mode m_mode;
    std::vector<Slot> m_slots;
};

} // namespace lensboard::preprocessor
