#include "core/import/value_batch.h"

#include <algorithm>
#include <tuple>
#include <utility>

namespace lensboard::imports {

namespace {

auto place(const ValueBatch::Entry &entry)
{
    return std::tuple(entry.step, entry.channel);
}

} // namespace

void ValueBatch::add(std::int64_t step, double wallSeconds, std::uint32_t channel, double value)
{
    m_entries.push_back({step, wallSeconds, channel, 0, value});
}

void ValueBatch::add(std::int64_t step, double wallSeconds, std::uint32_t channel, BucketedValues values)
{
    m_histograms.push_back(std::move(values));
    m_entries.push_back({step, wallSeconds, channel, static_cast<std::uint32_t>(m_histograms.size())});
}

void ValueBatch::cut(std::int64_t step)
{
    m_cuts.push_back({m_entries.size(), step});
}

ValueBatch::Cut ValueBatch::applyCuts()
{
    Cut cut;
    if (m_cuts.empty())
        return cut;
    const auto lower = [&cut](const CutMark &mark) { cut.step = std::min(cut.step.value_or(mark.step), mark.step); };
    auto kept = m_entries.end(); // from the last to the first: a cut is of what came before it
    for (std::size_t i = m_entries.size(); i-- > 0;) {
        for (; !m_cuts.empty() && m_cuts.back().position > i; m_cuts.pop_back())
            lower(m_cuts.back());
        if (cut.step && m_entries[i].step >= *cut.step)
            ++cut.values;
        else
            *--kept = m_entries[i];
    }
    std::for_each(m_cuts.begin(), m_cuts.end(), lower);
    m_cuts.clear();
    m_entries.erase(m_entries.begin(), kept);
    return cut;
}

std::uint64_t ValueBatch::order()
{
    const auto before = [](const Entry &a, const Entry &b) { return place(a) < place(b); };
    if (!std::is_sorted(m_entries.begin(), m_entries.end(), before))
        std::stable_sort(m_entries.begin(), m_entries.end(), before);
    const auto same = [](const Entry &a, const Entry &b) { return place(a) == place(b); };
    const auto end = std::unique(m_entries.rbegin(), m_entries.rend(), same); // keeps the last of each
    const auto gone = static_cast<std::uint64_t>(m_entries.rend() - end);
    m_entries.erase(m_entries.begin(), end.base());
    return gone;
}

void ValueBatch::clear()
{
    *this = {};
}

} // namespace lensboard::imports
