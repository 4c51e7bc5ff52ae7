#pragma once

#include "core/import/event_span.h"
#include "core/import/tensorboard/bucketed_values.h"

#include <cstdint>
#include <optional>
#include <unordered_map>
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
        std::uint32_t tag = 0;
        std::uint32_t histogram = 0; ///< 0: none; else its index + 1
        double value = 0;
    };

    void add(EventTime time, std::uint32_t tag, double value);
    void add(EventTime time, std::uint32_t tag, BucketedValues values);
    /// What was added before the entry number \p position, at \p step and after it, is void: of \p tag, or of all.
    void cut(std::size_t position, std::int64_t step, std::optional<std::uint32_t> tag = {});

    std::size_t size() const { return m_entries.size(); }

    /// The least step of all cuts, and of those of each tag, if there were any; and how many values of the batch they took.
    struct Cuts
    {
        std::optional<std::int64_t> ofAll;
        std::unordered_map<std::uint32_t, std::int64_t> ofTag;
        std::uint64_t values = 0;

        std::optional<std::int64_t> stepOf(std::uint32_t tag) const;
        std::int64_t least() const; ///< of all, if there are any
    };
    Cuts applyCuts();
    /// Puts entries in order of steps, then tags; those of one step and tag stay as they came.
    void order();

    const std::vector<Entry> &entries() const { return m_entries; }
    BucketedValues &histogram(const Entry &entry) { return m_histograms[entry.histogram - 1]; }
    void clear();

private:
    struct CutMark
    {
        std::size_t position = 0; ///< of the entry that follows
        std::int64_t step = 0;
        std::optional<std::uint32_t> tag;
    };

    std::vector<Entry> m_entries;
    std::vector<BucketedValues> m_histograms;
    std::vector<CutMark> m_cuts;
};

} // namespace lensboard::imports
