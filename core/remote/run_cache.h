#pragma once

#include "core/store/columns/column.h"

#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

namespace lensboard::store::sqlite {
class Database;
}

namespace lensboard::remote {

namespace messages {
class Chunk;
class News;
} // namespace messages

struct CacheLimits
{
    std::uintmax_t folderBytes = std::uintmax_t{1} << 30; ///< keeps the files that were opened last
    std::uintmax_t fileBytes = std::uintmax_t{512} << 20; ///< no parts are added beyond this size
};

/// Local cache of a remote run, in a file: news without values, and parts of chunks. Never fails: unreadable data count as missing, data that
/// cannot be written are discarded, a damaged file is deleted, and only the first user of a file has a cache.
///
/// Writes on its own thread, in transactions, since a process may be killed at any moment.
/// Thread: any.
/// Shutdown: the destructor writes the last additions.
class RunCache
{
public:
    /// Returns lensboard/remote in the user's cache folder (XDG_CACHE_HOME); empty if there is none.
    static std::filesystem::path defaultFolder();

    /// Cache for the run at \p address. Creates the file at the first write.
    explicit RunCache(std::string address, const std::filesystem::path &folder = defaultFolder(), CacheLimits limits = {});
    ~RunCache();
    RunCache(const RunCache &) = delete;
    RunCache &operator=(const RunCache &) = delete;

    /// Calls \p take with the stored news, in order. If \p take throws, discards the whole cache and returns false.
    bool replay(const std::function<void(const messages::News &)> &take);
    void add(const messages::News &news);

    /// Sets \p part in each of the consecutive \p chunks that lacks it, if cached. The first chunk begins with value \p firstValue of the series.
    void give(std::uint32_t series, std::uint64_t firstValue, std::span<store::Chunk> chunks, store::ChunkPart part, std::size_t frameCount);
    /// Adds \p sent, the message with \p part of \p chunk.
    void add(std::uint32_t series, std::uint64_t firstValue, const store::Chunk &chunk, store::ChunkPart part, const messages::Chunk &sent);

    void clear();
    void clearParts();

private:
    struct Unwritten
    {
        bool clears = false, clearsParts = false; ///< done before the rest is written
        std::vector<std::string> news = {};       ///< one item per row
        std::map<std::int64_t, std::string> parts = {};
        std::size_t partBytes = 0;
    };

    void run(const std::stop_token &stop);
    void write();
    void write(const Unwritten &work);
    Unwritten nextUnwritten();
    bool open(bool mayCreate);
    void begin(bool mayCreate);
    void giveUp(bool isDamaged);
    void makeRoom(const std::filesystem::path &folder);

    const std::string m_address;
    const CacheLimits m_limits;
    const std::filesystem::path m_path;
    std::mutex m_fileMutex; ///< guards the file; locked before m_mutex
    std::unique_ptr<store::sqlite::Database> m_database;
    bool m_isOff = false; ///< true if there is no file and none will be made
    std::int64_t m_newsRows = 0;
    std::mutex m_mutex; ///< guards all members below; held briefly
    std::condition_variable_any m_added;
    Unwritten m_unwritten;
    std::string m_info; ///< last added info
    std::map<std::uint32_t, std::string> m_tags; ///< last added tags, by number
    std::jthread m_thread;
};

} // namespace lensboard::remote
