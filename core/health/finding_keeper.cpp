#include "core/health/finding_keeper.h"

#include <algorithm>

namespace lensboard::health {

namespace {

bool haveSameKinds(const std::vector<Finding> &a, const std::vector<Finding> &b)
{
    return std::ranges::is_permutation(a, b, [](const Finding &x, const Finding &y) { return isSameKind(x, y) && x.severity == y.severity; });
}

} // namespace

void FindingKeeper::keep(const Judgement &judgement)
{
    const std::lock_guard lock(m_mutex);
    if (!judgement.thinnedUpTo)
        return;
    if (!m_kept || *judgement.thinnedUpTo > m_kept->step || !haveSameKinds(m_kept->findings, judgement.findings))
        append({judgement.step, judgement.findings});
}

void FindingKeeper::keepLast(const Judgement &judgement)
{
    const std::lock_guard lock(m_mutex);
    const std::size_t ticks = m_run->frameCount();
    if (judgement.thinnedUpTo && judgement.error.empty() && ticks > 0)
        append({m_run->ticks(ticks - 1, ticks).front().step, judgement.findings});
}

void FindingKeeper::append(KeptFindings kept)
{
    m_run->append(toEvent(kept));
    m_kept = std::move(kept);
}

} // namespace lensboard::health
