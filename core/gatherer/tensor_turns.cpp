#include "core/gatherer/tensor_turns.h"

#include "core/record/message.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lensboard::gatherer {

double TensorTurns::limit() const
{
    return isLimited() ? m_turns.limit() : std::numeric_limits<double>::infinity();
}

double TensorTurns::left() const
{
    double left = limit();
    for (const TensorSource &source : m_sources)
        left -= source.hasTurn ? source.bytesKept() : 0;
    return left;
}

std::vector<double> TensorTurns::needs() const
{
    std::vector<double> needs;
    for (const TensorSource &source : m_sources)
        needs.push_back(source.bytesInTurn());
    return needs;
}

bool TensorTurns::endStep(bool isSampled)
{
    constexpr std::size_t kSteps = 8, kMaxSteps = 4 * kSteps;
    if (!isLimited())
        return false;
    const std::vector<double> now = needs();
    const auto compares = [](const TensorSource &source) { return source.isOn && source.bytesInTurn() > 0; };
    const bool mayEnd = !isSampled || std::ranges::none_of(m_sources, compares) || m_steps >= kMaxSteps;
    if (!m_turns.areNeeded(now) || ++m_steps < kSteps || !mayEnd)
        return now != m_kept;
    m_turns.pass(now);
    return true;
}

std::vector<bool> TensorTurns::give()
{
    m_steps = 0;
    m_kept = needs();
    return m_turns.turns(m_kept);
}

void TensorTurns::report(const hook::ModelTap &tap, const std::function<void(const record::Message &)> &notice) const
{
    if (!m_turns.areNeeded(m_kept))
        return;
    constexpr double kMegabyte = 1e6;
    const auto shown = [](double bytes) { return std::llround(bytes / kMegabyte); };
    notice(record::message("Lenses would keep more than %1 MB of tensors to compare the next with (inspector.memory): they look at layers "
                           "in turns, a few steps each.",
                           shown(limit())));
    for (std::size_t i = 0; const TensorSource &source : m_sources)
        if (m_kept[i++] > limit())
            notice(record::message("Layer \"%1\": %2 is not measured; to compare it takes %3 MB, and lenses may keep %4 MB "
                                   "(inspector.memory).",
                                   shownName(tap.modules()[source.point.module]), source.point.what(), shown(source.bytesKept()),
                                   shown(limit())));
}

} // namespace lensboard::gatherer
