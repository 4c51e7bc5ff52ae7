#include "core/gatherer/memory_turns.h"

#include <numeric>

namespace lensboard::gatherer {

bool MemoryTurns::areNeeded(std::span<const double> needs) const
{
    return m_limit > 0 && std::accumulate(needs.begin(), needs.end(), 0.0) > m_limit;
}

template <typename Admit>
std::size_t MemoryTurns::walk(std::span<const double> needs, const Admit &admit) const
{
    double left = m_limit;
    for (std::size_t step = 0; step < needs.size(); ++step) {
        const std::size_t i = (m_first + step) % needs.size();
        if (needs[i] <= 0 || needs[i] > m_limit)
            continue;
        if (needs[i] > left)
            return i;
        left -= needs[i];
        admit(i);
    }
    return m_first;
}

std::vector<bool> MemoryTurns::turns(std::span<const double> needs) const
{
    const bool all = !areNeeded(needs);
    std::vector<bool> have;
    for (const double need : needs)
        have.push_back(all || need <= 0);
    if (!all)
        walk(needs, [&](std::size_t i) { have[i] = true; });
    return have;
}

void MemoryTurns::pass(std::span<const double> needs)
{
    if (areNeeded(needs))
        m_first = walk(needs, [](std::size_t) {});
}

} // namespace lensboard::gatherer
