#pragma once

#include "core/store/columns/column.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>

namespace lensboard::store {

/// Reads the parts of a run that are not in memory.
/// Thread: any.
/// Errors: all members throw RunFileError.
class ChunkSource
{
public:
    virtual ~ChunkSource() = default;

    /// Reads \p part of \p chunks. The chunks must be complete.
    virtual void load(std::uint32_t series, std::span<Chunk> chunks, ChunkPart part) const = 0;
    /// Returns null if there is none.
    virtual std::shared_ptr<const record::TensorValue> tensor(std::uint32_t series, std::uint32_t frame) const = 0;
    using HistogramsByFrame = std::map<std::uint32_t, std::shared_ptr<const record::Histogram>>;
    /// Returns the histograms of frames \p first to \p last, both included.
    virtual HistogramsByFrame histograms(std::uint32_t series, std::uint32_t first, std::uint32_t last) const = 0;
};

} // namespace lensboard::store
