#include "core/import/value_batch.h"

#include <algorithm>
#include <limits>
#include <tuple>
#include <utility>

namespace lensboard::imports {

namespace {

auto place(const ValueBatch::Entry &entry)
{
    return std::tuple(entry.step, entry.tag);
}

} // namespace

void ValueBatch::add(EventTime time, std::uint32_t tag, double value)
{
    m_entries.push_back({time.step, time.wallSeconds, tag, 0, value});
}

void ValueBatch::add(EventTime time, std::uint32_t tag, BucketedValues values)
{
    m_histograms.push_back(std::move(values));
    m_entries.push_back({time.step, time.wallSeconds, tag, static_cast<std::uint32_t>(m_histograms.size())});
}

void ValueBatch::cut(std::size_t position, std::int64_t step, std::optional<std::uint32_t> tag)
{
    m_cuts.push_back({position, step, tag});
}

std::optional<std::int64_t> ValueBatch::Cuts::stepOf(std::uint32_t tag) const
{
    const auto known = ofTag.find(tag);
    if (known == ofTag.end())
        return ofAll;
    return std::min(known->second, ofAll.value_or(known->second));
}

std::int64_t ValueBatch::Cuts::least() const
{
    std::int64_t least = ofAll.value_or(std::numeric_limits<std::int64_t>::max());
    for (const auto &[tag, step] : ofTag)
        least = std::min(least, step);
    return least;
}

ValueBatch::Cuts ValueBatch::applyCuts()
{
    Cuts cuts;
    if (m_cuts.empty())
        return cuts;
    const auto lower = [&cuts](const CutMark &mark) {
        if (!mark.tag)
            cuts.ofAll = std::min(cuts.ofAll.value_or(mark.step), mark.step);
        else if (const auto [known, isNew] = cuts.ofTag.try_emplace(*mark.tag, mark.step); !isNew)
            known->second = std::min(known->second, mark.step);
    };
    auto kept = m_entries.end(); // backwards, because a cut affects only earlier entries
    for (std::size_t i = m_entries.size(); i-- > 0;) {
        for (; !m_cuts.empty() && m_cuts.back().position > i; m_cuts.pop_back())
            lower(m_cuts.back());
        const auto step = cuts.stepOf(m_entries[i].tag);
        if (step && m_entries[i].step >= *step)
            ++cuts.values;
        else
            *--kept = m_entries[i];
    }
    std::for_each(m_cuts.begin(), m_cuts.end(), lower);
    m_cuts.clear();
    m_entries.erase(m_entries.begin(), kept);
    return cuts;
}

void ValueBatch::order()
{
    const auto before = [](const Entry &a, const Entry &b) { return place(a) < place(b); };
    if (!std::is_sorted(m_entries.begin(), m_entries.end(), before))
        std::stable_sort(m_entries.begin(), m_entries.end(), before);
}

void ValueBatch::clear()
{
    *this = {};
}

} // namespace lensboard::imports
