#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace lensboard::gatherer {

/// Rotation among groups of tensor holders if all of them together exceed a memory limit: each turn admits as many as fit.
class MemoryTurns
{
public:
    /// Units: bytes. 0: there is no limit.
    explicit MemoryTurns(double limit = 0) : m_limit(limit) {}

    double limit() const { return m_limit; }
    /// Returns true if all of \p needs, in bytes each, together exceed the limit.
    bool areNeeded(std::span<const double> needs) const;
    /// Returns true for the holders that have their turn or need 0 bytes. A holder that needs more than the limit never has a turn.
    std::vector<bool> turns(std::span<const double> needs) const;
    /// Passes the turn to the next holders.
    void pass(std::span<const double> needs);

private:
    /// Calls \p admit with each holder that has its turn. Returns the first holder of the next turn.
    template <typename Admit>
    std::size_t walk(std::span<const double> needs, const Admit &admit) const;

    double m_limit;
    std::size_t m_first = 0; ///< first holder of this turn
};

} // namespace lensboard::gatherer
