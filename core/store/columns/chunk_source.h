#pragma once

#include "core/store/columns/column.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <span>

namespace lensboard::store {

/// Where what a run does not keep in memory can be read.
/// Thread: any.
/// Errors: of all members, RunFileError.
class ChunkSource
{
public:
    virtual ~ChunkSource() = default;

    /// Brings a part of \p chunks, which grow no more.
    virtual void load(std::uint32_t series, std::span<Chunk> chunks, ChunkPart part) const = 0;
    /// Null if there is none.
    virtual std::shared_ptr<const record::TensorValue> tensor(std::uint32_t series, std::uint32_t frame) const = 0;
    using HistogramsByFrame = std::map<std::uint32_t, std::shared_ptr<const record::Histogram>>;
    /// Histograms of frames \p first to \p last, both included.
    virtual HistogramsByFrame histograms(std::uint32_t series, std::uint32_t first, std::uint32_t last) const = 0;
};

} // namespace lensboard::store
