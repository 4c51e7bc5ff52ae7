#include "core/import/waiting_values.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace lensboard::imports {

void WaitingValues::beginRow(const RowStamp &stamp, std::optional<std::int64_t> epochBefore)
{
    const std::size_t known = m_steps.size();
    m_current = indexOf(stamp.step);
    const auto next = static_cast<std::uint32_t>(m_stamps.size());
    Step &step = m_steps[m_current];
    if (m_steps.size() > known) {
        step.epochBefore = epochBefore;
        step.firstStamp = next;
    } else if (m_stamps[step.lastStamp].stamp != stamp) {
        m_stamps[step.lastStamp].next = next;
    } else {
        return;
    }
    step.lastStamp = next;
    m_stamps.push_back({stamp});
}

/// Returns the index of \p step. Adds it if it is new.
std::uint32_t WaitingValues::indexOf(std::int64_t step)
{
    const auto next = static_cast<std::uint32_t>(m_steps.size());
    for (const std::uint32_t likely : {m_current, m_current + 1}) // each column of a table has the steps of the column before
        if (likely < next && m_steps[likely].step == step)
            return likely;
    if (m_steps.empty() || step > m_highest) {
        m_highest = step;
        m_steps.push_back({step});
        return next;
    }
    for (; m_indexed < next; ++m_indexed)
        m_indices.emplace(m_steps[m_indexed].step, m_indexed);
    const auto [known, isNew] = m_indices.try_emplace(step, next);
    if (isNew) {
        m_steps.push_back({step});
        ++m_indexed;
    }
    return known->second;
}

void WaitingValues::sort()
{
    if (!std::ranges::is_sorted(m_steps, {}, &Step::step))
        sortSteps();
    if (std::ranges::is_sorted(m_values, {}, &Value::step))
        return;
    std::vector<std::size_t> places;
    std::size_t count = 0;
    for (const Step &step : m_steps)
        places.push_back(std::exchange(count, count + step.count));
    std::vector<Value> sorted(m_values.size());
    for (const Value &value : m_values)
        sorted[places[value.step]++] = value;
    m_values = std::move(sorted);
}

void WaitingValues::sortSteps()
{
    std::vector<std::uint32_t> order(m_steps.size()), places(m_steps.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, {}, [this](std::uint32_t i) { return m_steps[i].step; });
    std::vector<Step> sorted;
    for (const std::uint32_t i : order) {
        places[i] = static_cast<std::uint32_t>(sorted.size());
        sorted.push_back(m_steps[i]);
    }
    m_steps = std::move(sorted);
    for (Value &value : m_values)
        value.step = places[value.step];
}

} // namespace lensboard::imports
