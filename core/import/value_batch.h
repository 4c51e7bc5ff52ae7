#pragma once

#include "core/import/event_span.h"
#include "core/import/tensorboard/bucketed_values.h"

#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace lensboard::imports {

/// Values in file order, before they are sorted by step into frames.
class ValueBatch
{
public:
    struct Entry
    {
        std::int64_t step = 0;
        double wallSeconds = 0;
        std::uint32_t tag = 0;
        std::uint32_t histogram = 0; ///< 0: none; else its index + 1
        double value = 0;
    };

    void add(EventTime time, std::uint32_t tag, double value);
    void add(EventTime time, std::uint32_t tag, BucketedValues values);
    /// Removes entries before index \p position with \p step or a later step: entries of \p tag, or of all tags without it.
    void cut(std::size_t position, std::int64_t step, std::optional<std::uint32_t> tag = {});

    std::size_t size() const { return m_entries.size(); }

    /// The minimum step of all cuts without a tag and of each tag's cuts, and the number of removed values.
    struct Cuts
    {
        std::optional<std::int64_t> ofAll;
        std::unordered_map<std::uint32_t, std::int64_t> ofTag;
        std::uint64_t values = 0;

        std::optional<std::int64_t> stepOf(std::uint32_t tag) const;
        std::int64_t least() const; ///< minimum over all cuts, if there are any
    };
    Cuts applyCuts();
    /// Sorts entries by step, then tag. Stable.
    void order();

    const std::vector<Entry> &entries() const { return m_entries; }
    BucketedValues &histogram(const Entry &entry) { return m_histograms[entry.histogram - 1]; }
    void clear();

private:
    struct CutMark
    {
        std::size_t position = 0; ///< index of the next entry
        std::int64_t step = 0;
        std::optional<std::uint32_t> tag;
    };

    std::vector<Entry> m_entries;
    std::vector<BucketedValues> m_histograms;
    std::vector<CutMark> m_cuts;
};

} // namespace lensboard::imports
