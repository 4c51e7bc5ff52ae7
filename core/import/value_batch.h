#pragma once

#include "core/import/bucketed_values.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lensboard::imports {

/// Values in the order in which a file has them, before they become frames in order of steps.
class ValueBatch
{
public:
    struct Entry
    {
        std::int64_t step = 0;
        double wallSeconds = 0;
        std::uint32_t channel = 0;
        std::uint32_t histogram = 0; ///< 0: none; else its index + 1
        double value = 0;
    };

    void add(std::int64_t step, double wallSeconds, std::uint32_t channel, double value);
    void add(std::int64_t step, double wallSeconds, std::uint32_t channel, BucketedValues values);
    /// What was added before, at this step and after it, is void.
    void cut(std::int64_t step);

    bool empty() const { return m_entries.empty() && m_cuts.empty(); }
    std::size_t size() const { return m_entries.size(); }

    /// The least step of all cuts, if there were any, and how many values of the batch they took.
    struct Cut
    {
        std::optional<std::int64_t> step;
        std::uint64_t values = 0;
    };
    Cut applyCuts();
    /// Puts entries in order of steps, then channels. Of several with the same, the last stays; tells how many went.
    std::uint64_t order();

    const std::vector<Entry> &entries() const { return m_entries; }
    BucketedValues &histogram(const Entry &entry) { return m_histograms[entry.histogram - 1]; }
    void clear();

private:
    struct CutMark
    {
        std::size_t position = 0; ///< of the entry that follows
        std::int64_t step = 0;
    };

    std::vector<Entry> m_entries;
    std::vector<BucketedValues> m_histograms;
    std::vector<CutMark> m_cuts;
};

} // namespace lensboard::imports
