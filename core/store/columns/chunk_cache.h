#pragma once

#include "core/store/columns/column.h"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <span>

namespace lensboard::store {

/// Which parts of chunks are in memory that could be read again, and how many bytes they are. What was not looked at for
/// the longest time goes first.
class ChunkCache
{
public:
    explicit ChunkCache(std::size_t mostBytes) : m_mostBytes(mostBytes) {}

    /// Chunk \p number of \p series has \p bytes more.
    void add(std::uint32_t series, std::uint32_t number, std::size_t bytes);
    using Load = std::function<void(std::span<Chunk> chunks)>;
    /// \p chunk, of \p column, lacks \p part: calls \p load for it and for what will be asked for next of the first \p end chunks
    /// of the column, and adds what they gained.
    void load(std::uint32_t series, Column &column, const Chunk &chunk, std::size_t end, ChunkPart part, const Load &load);
    /// Drops chunks until no more than the most is kept. \p chunkAt returns a chunk, null if it is not there or may not be dropped any more.
    void trim(const std::function<Chunk *(std::uint32_t series, std::uint32_t number)> &chunkAt);
    /// Nothing can be read again any more.
    void clear();
    std::size_t bytes() const { return m_bytes; }

private:
    struct Entry
    {
        std::uint32_t series;
        std::uint32_t number;
        std::size_t bytes;
    };

    std::size_t m_mostBytes;
    std::deque<Entry> m_entries; ///< in the order in which they are considered
    std::size_t m_bytes = 0;
};

} // namespace lensboard::store
