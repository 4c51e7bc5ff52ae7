#include "core/store/columns/chunk_cache.h"

#include <algorithm>
#include <vector>

namespace lensboard::store {

namespace {

constexpr std::size_t kMaxAhead = 64; ///< chunks; a reader usually needs the next chunks soon
}

void ChunkCache::add(std::uint32_t series, std::uint32_t number, std::size_t bytes)
{
    m_entries.push_back({series, number, bytes});
    m_bytes += bytes;
}

void ChunkCache::load(std::uint32_t series, Column &column, const Chunk &chunk, std::size_t end, ChunkPart part, const Load &load)
{
    const auto first = static_cast<std::size_t>(&chunk - column.chunks().data());
    const std::size_t most = part == ChunkPart::Values ? 1 : kMaxAhead; // values are large, and usually few of them are needed
    std::size_t last = first + 1;
    while (last < std::min(end, first + most) && !column.chunks()[last].has(part))
        ++last;
    std::vector<std::size_t> before;
    for (std::size_t i = first; i < last; ++i)
        before.push_back(column.chunk(i).bytes());
    load({&column.chunk(first), last - first});
    for (std::size_t i = first; i < last; ++i)
        add(series, column.chunk(i).number(), column.chunk(i).bytes() - before[i - first]);
}

void ChunkCache::trim(const std::function<Chunk *(std::uint32_t series, std::uint32_t number)> &chunkAt)
{
    while (m_bytes > m_maxBytes && !m_entries.empty()) {
        const Entry entry = m_entries.front();
        m_entries.pop_front();
        Chunk *chunk = chunkAt(entry.series, entry.number);
        if (chunk && chunk->takeUse()) { // the same for all that were used, so each is dropped only after a round without use
            m_entries.push_back(entry);
            continue;
        }
        if (chunk)
            chunk->drop();
        m_bytes -= entry.bytes;
    }
}

void ChunkCache::clear()
{
    m_entries.clear();
    m_bytes = 0;
}

} // namespace lensboard::store
