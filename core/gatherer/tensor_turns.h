#pragma once

#include "core/gatherer/memory_turns.h"
#include "core/gatherer/source.h"
#include "core/record/message.h"

#include <cstddef>
#include <functional>
#include <list>
#include <vector>

namespace lensboard::gatherer {

/// Rotation among the sources that keep a tensor for the next comparison, if all kept tensors exceed a memory limit.
/// Units: bytes.
class TensorTurns
{
public:
    /// \p sources outlive it.
    explicit TensorTurns(const std::list<TensorSource> &sources) : m_sources(sources) {}

    /// 0: there is no limit.
    void setLimit(double bytes) { m_turns = MemoryTurns(bytes); }
    bool isLimited() const { return m_turns.limit() > 0; }
    /// Returns infinity if there is no limit.
    double limit() const;
    /// Memory within the limit that is still free, for copies.
    double left() const;
    /// Call after each step. Returns true if turns change: then call give(). A turn lasts several steps: the first have no predecessor to
    /// compare with. If steps are sampled, it does not end within a comparison.
    bool endStep(bool isSampled);
    /// Assigns the turns, and returns true for each source that has one.
    std::vector<bool> give();
    /// Reports the rotation to \p notice, and each source that never has a turn.
    void report(const hook::ModelTap &tap, const std::function<void(const record::Message &)> &notice) const;

private:
    std::vector<double> needs() const;

    const std::list<TensorSource> &m_sources;
    MemoryTurns m_turns;
    std::size_t m_steps = 0;    ///< in this turn
    std::vector<double> m_kept; ///< bytes that each source keeps when it has its turn, as of the last assignment of turns
};

} // namespace lensboard::gatherer
