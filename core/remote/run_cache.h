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
    std::uintmax_t folderBytes = std::uintmax_t{1} << 30; ///< the files that were opened last are kept
    std::uintmax_t fileBytes = std::uintmax_t{512} << 20; ///< beyond which no parts are added
};

/// What came of a run on another machine, in a file for its next opening: news, without values, and parts of chunks. It never fails: what cannot
/// be read is not there, what cannot be written is lost, a damaged file is thrown away, and whoever comes second to a file has none.
///
/// A thread writes, in transactions: a process may be killed at any moment.
/// Thread: any.
/// Shutdown: the destructor writes what was added last.
class RunCache
{
public:
    /// lensboard/remote in the user's cache folder (XDG_CACHE_HOME); empty if there is none.
    static std::filesystem::path defaultFolder();

    /// Of the run at \p address. The file is made when there is something to write.
    explicit RunCache(std::string address, const std::filesystem::path &folder = defaultFolder(), CacheLimits limits = {});
    ~RunCache();
    RunCache(const RunCache &) = delete;
    RunCache &operator=(const RunCache &) = delete;

    /// Calls \p take with the news that were added, in their order. What it throws means that they cannot be: then all is thrown away, and
    /// false returned.
    bool replay(const std::function<void(const messages::News &)> &take);
    void add(const messages::News &news);

    /// Gives \p part to those of consecutive \p chunks that lack it, as far as it is here. The first one begins with value \p firstValue of the series.
    void give(std::uint32_t series, std::uint64_t firstValue, std::span<store::Chunk> chunks, store::ChunkPart part, std::size_t frameCount);
    /// \p sent is \p part of \p chunk.
    void add(std::uint32_t series, std::uint64_t firstValue, const store::Chunk &chunk, store::ChunkPart part, const messages::Chunk &sent);

    void clear();
    void clearParts();

private:
    struct Unwritten
    {
        bool clears = false, clearsParts = false; ///< before the rest is written
        std::vector<std::string> news = {};       ///< a row each
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
    std::mutex m_fileMutex; ///< of the file; before the other
    std::unique_ptr<store::sqlite::Database> m_database;
    bool m_isOff = false; ///< there is no file, and will be none
    std::int64_t m_newsRows = 0;
    std::mutex m_mutex; ///< of all below; held for a moment
    std::condition_variable_any m_added;
    Unwritten m_unwritten;
    std::string m_info; ///< as it was added last
    std::map<std::uint32_t, std::string> m_tags; ///< likewise, by their numbers
    std::jthread m_thread;
};

} // namespace lensboard::remote
