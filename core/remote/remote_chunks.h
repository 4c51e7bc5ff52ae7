#pragma once

#include "core/remote/known_run.h"
#include "core/remote/run_channel.h"
#include "core/remote/run_cache.h"
#include "core/store/columns/chunk_cache.h"

#include <compare>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace lensboard::remote {

namespace messages {
class Chunks;
}

/// Parts of chunks of a remote run: requests them, and limits the memory of the loaded ones. Sends the newest requests first, since they are for
/// the current view.
class RemoteChunks
{
public:
    /// \p cache: null if there is no local cache; outlives this object. \p waits: load() blocks until the part is here; otherwise it sets a stand-in.
    RemoteChunks(KnownRun &known, RunChannel &channel, const std::shared_ptr<RunCache> &cache, bool waits)
        : m_known(known), m_channel(channel), m_cache(cache), m_waits(waits)
    {}

    /// Loads \p part of \p chunk, a chunk of \p series, from the cache or by a request.
    /// Errors: RunFileError if a wait fails.
    void load(std::uint32_t series, store::Chunk &chunk, store::ChunkPart part);
    void apply(const messages::Chunks &chunks);
    /// Sends as many waiting requests as the other side accepts.
    void sendWaiting();
    /// Sends the unanswered requests again, over a new connection.
    void repeat();
    /// Discards the requests for \p series after its chunks were replaced.
    void forget(std::uint32_t series);
    /// Discards all requests, because the run was restarted.
    void clear();
    /// Registers a complete chunk: it can be loaded again.
    void add(std::uint32_t series, const store::Chunk &chunk) { m_loaded.add(series, chunk.number(), chunk.bytes()); }
    /// Drops the least recently used chunks above the memory limit.
    void trim();

private:
    /// Consecutive chunks with one part requested.
    struct Asked
    {
        std::uint32_t series = 0;
        std::uint64_t firstValue = 0; ///< number of the first value
        store::ChunkPart part = store::ChunkPart::Values;
        std::size_t count = 0;

        auto operator<=>(const Asked &) const = default;
    };
    struct Question
    {
        Asked what;
        std::vector<std::uint32_t> counts; ///< number of values in each chunk
    };

    void awaitAnswer(const Asked &what);
    std::optional<std::size_t> chunkAt(std::uint32_t series, std::uint64_t firstValue) const;
    void giveUp(const Question &question);

    static constexpr std::size_t kMaxLoadedBytes = std::size_t{128} << 20;

    KnownRun &m_known;
    RunChannel &m_channel;
    const std::shared_ptr<RunCache> &m_cache;
    const bool m_waits;
    store::ChunkCache m_loaded{kMaxLoadedBytes};
    std::deque<Question> m_waiting; ///< not sent yet; the newest is sent first
    std::map<Asked, std::vector<std::uint32_t>> m_sent; ///< not answered yet
};

} // namespace lensboard::remote
