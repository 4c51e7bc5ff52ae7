#pragma once

#include "core/health/signals.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <vector>

namespace lensboard::health {

/// Data of a rule for each of its lines. Holds references to the lines, so they must outlive it.
template <typename State>
class PerLine
{
public:
    struct Entry
    {
        const Line &line;
        State state = {};
    };

    /// Returns the entry of \p line and creates it if missing.
    Entry &of(const Line &line)
    {
        if (line.index >= m_places.size())
            m_places.resize(line.index + 1, kNone);
        if (m_places[line.index] == kNone) {
            m_places[line.index] = static_cast<std::uint32_t>(m_entries.size());
            m_entries.push_back({line});
        }
        return m_entries[m_places[line.index]];
    }

    bool empty() const { return m_entries.empty(); }
    std::size_t size() const { return m_entries.size(); }
    auto begin() const { return m_entries.begin(); }
    auto end() const { return m_entries.end(); }
    auto begin() { return m_entries.begin(); }
    auto end() { return m_entries.end(); }

    std::vector<const Entry *> inModelOrder() const
    {
        std::vector<const Entry *> all;
        for (const Entry &entry : m_entries)
            all.push_back(&entry);
        std::ranges::stable_sort(all, {}, [](const Entry *entry) { return entry->line.depth; });
        return all;
    }

private:
    static constexpr std::uint32_t kNone = static_cast<std::uint32_t>(-1);

    std::vector<std::uint32_t> m_places; ///< by the line's index
    std::deque<Entry> m_entries;
};

} // namespace lensboard::health
