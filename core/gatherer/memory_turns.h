#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace lensboard::gatherer {

/// Who may keep tensors, where all that want to would keep more than a limit: as many as fit, one group after the other.
class MemoryTurns
{
public:
    /// Units: bytes. 0: there is no limit.
    explicit MemoryTurns(double limit = 0) : m_limit(limit) {}

    double limit() const { return m_limit; }
    /// Whether all of \p needs, bytes of each, cannot be kept at once.
    bool areNeeded(std::span<const double> needs) const;
    /// True for those whose turn it is, and those that need nothing. Whoever needs more than the limit never has one.
    std::vector<bool> turns(std::span<const double> needs) const;
    /// It is the turn of those that come after them.
    void pass(std::span<const double> needs);

private:
    /// Calls \p admit with each that has its turn; returns who comes after them.
    template <typename Admit>
    std::size_t walk(std::span<const double> needs, const Admit &admit) const;

    double m_limit;
    std::size_t m_first = 0; ///< of those whose turn it is
};

} // namespace lensboard::gatherer
