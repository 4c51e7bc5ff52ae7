#pragma once

#include "core/store/columns/column.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <span>

namespace lensboard::store {

/// Tracks chunk data in memory that can be read again from a file, and its size in bytes. Drops the least recently used data first.
class ChunkCache
{
public:
    explicit ChunkCache(std::size_t maxBytes) : m_maxBytes(maxBytes) {}

    /// Registers \p bytes more of data for chunk \p number of \p series.
    void add(std::uint32_t series, std::uint32_t number, std::size_t bytes);
    using Load = std::function<void(std::span<Chunk> chunks)>;
    /// Reads \p part of \p chunk, a chunk of \p column, by calling \p load. Also reads following chunks without this part, among the first
    /// \p end chunks of the column, and registers all data read.
    void load(std::uint32_t series, Column &column, const Chunk &chunk, std::size_t end, ChunkPart part, const Load &load);
    /// Drops chunks until at most maxBytes are kept. \p chunkAt returns a chunk, or null if it no longer exists or must stay in memory.
    void trim(const std::function<Chunk *(std::uint32_t series, std::uint32_t number)> &chunkAt);
    /// Forgets all entries without dropping data. Call it when the data can no longer be read again.
    void clear();
    std::size_t bytes() const { return m_bytes; }

private:
    struct Entry
    {
        std::uint32_t series;
        std::uint32_t number;
        std::size_t bytes;
    };

    std::size_t m_maxBytes;
    std::deque<Entry> m_entries; ///< trim() checks them in this order
    std::size_t m_bytes = 0;
};

} // namespace lensboard::store
