#pragma once

#include <concepts>
#include <cstdint>
#include <optional>
#include <utility>

namespace lensboard::health {

/// Tells if a condition was true often enough in a row to be reported, and since when.
/// After that, it takes the same number of false looks in a row until the condition has passed.
class Persistence
{
public:
    explicit Persistence(int looks = 3) : m_looks(looks) {}

    void look(bool isSo, std::int64_t step) { look(isSo, step, step); }
    /// \p since: the first step of this look's values that met the condition.
    void look(bool isSo, std::int64_t step, std::int64_t since)
    {
        if (isSo == m_isSo) {
            m_against = 0;
        } else {
            if (m_against == 0)
                m_turn = since;
            if (++m_against >= m_looks) {
                m_isSo = isSo;
                m_against = 0;
                if (isSo && !m_wasEver)
                    m_first = m_turn;
                m_wasEver = m_wasEver || isSo;
            }
        }
        if (m_isSo && isSo)
            m_last = step;
    }

    bool isSo() const { return m_isSo; }
    bool wasEver() const { return m_wasEver; }
    std::int64_t firstStep() const { return m_first; } ///< start of the first period
    std::int64_t lastStep() const { return m_last; }

private:
    int m_looks;
    int m_against = 0; ///< looks in a row that contradict isSo()
    bool m_isSo = false, m_wasEver = false;
    std::int64_t m_turn = 0, m_first = 0, m_last = 0;
};

/// Always replaces the numbers by the latest ones.
struct Latest
{
    template <typename Numbers>
    bool operator()(const Numbers &, const Numbers &) const
    {
        return true;
    }
};

/// A Persistence with the numbers of its finding. Only looks that violate the limit while it is reported set the numbers:
/// the worst one by \p IsWorse, or the last.
template <typename Numbers, typename IsWorse = Latest>
class Evident : public Persistence
{
public:
    using Persistence::Persistence;

    /// Calls \p numbers only if they may be shown.
    void look(bool isSo, std::int64_t step, std::int64_t since, const std::invocable auto &numbers)
    {
        Persistence::look(isSo, step, since);
        if (!isSo || !this->isSo())
            return;
        Numbers now = numbers();
        if (!m_shown || IsWorse()(now, *m_shown))
            m_shown = std::move(now);
    }
    void look(bool isSo, std::int64_t step, const std::invocable auto &numbers) { look(isSo, step, step, numbers); }
    void look(bool isSo, std::int64_t step, const Numbers &numbers)
    {
        look(isSo, step, step, [&] { return numbers; });
    }
    void look(bool isSo, std::int64_t step, std::int64_t since, const Numbers &numbers)
    {
        look(isSo, step, since, [&] { return numbers; });
    }
    /// Undefined unless wasEver().
    const Numbers &shown() const { return *m_shown; }

private:
    std::optional<Numbers> m_shown;
};

} // namespace lensboard::health
