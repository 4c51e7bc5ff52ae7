#include "core/remote/run_cache.h"

#include "core/bytes/crc32c.h"
#include "core/bytes/sha256.h"
#include "core/remote/remote_protocol.h"
#include "core/store/file/sqlite.h"

#include "remote_messages.pb.h"

#include <sqlite3.h>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <iterator>
#include <utility>

namespace lensboard::remote {

using namespace std::chrono_literals;
using store::Chunk;
using store::ChunkPart;
using store::sqlite::Database;
using store::sqlite::Statement;

namespace fs = std::filesystem;

namespace {

constexpr std::int64_t kApplicationId = 0x4c424331; // "LBC1"
constexpr std::int64_t kFormat = 1;
constexpr auto kWriteInterval = 5s;                     ///< for single news
constexpr std::size_t kRowBytes = std::size_t{1} << 20; ///< approximate size of a row of news
constexpr std::size_t kAtOnce = 64;                     ///< parts in a transaction
constexpr std::size_t kMaxUnwritten = std::size_t{32} << 20; ///< bytes of parts; further parts are discarded
constexpr int kFirstValueBits = 40, kPartBits = 3;
constexpr const char *kEnding = ".cache";

/// Returns the row id of a part: series, kind of part and number of the first value.
std::int64_t idOf(std::uint32_t series, ChunkPart part, std::uint64_t firstValue)
{
    return (std::int64_t{series} << kPartBits | static_cast<std::int64_t>(part)) << kFirstValueBits | static_cast<std::int64_t>(firstValue);
}

/// Returns the parts that contain \p part, smallest first.
std::vector<ChunkPart> partsWith(ChunkPart part)
{
    std::vector<ChunkPart> parts;
    if (part != ChunkPart::Values)
        for (int each = static_cast<int>(part); each >= 0; --each)
            parts.push_back(static_cast<ChunkPart>(each));
    parts.push_back(ChunkPart::Values);
    return parts;
}

/// Checksum of a row's id and body, to detect damage.
std::int64_t checksum(std::int64_t id, std::string_view body)
{
    return bytes::crc32c(std::to_string(id).append(1, ' ').append(body));
}

std::string_view textOf(std::span<const std::byte> bytes)
{
    return {reinterpret_cast<const char *>(bytes.data()), bytes.size()};
}

std::string outlineOf(const Chunk &chunk)
{
    messages::Outlines outline;
    put({&chunk, 1}, outline);
    return outline.SerializeAsString();
}

/// Returns the news about the run as a whole, as bytes.
std::string infoOf(const messages::News &news)
{
    return news.info().SerializeAsString() + std::to_string(news.content());
}

/// Sets \p known to \p now. Returns true if they differed.
bool isOther(std::string &known, std::string now)
{
    return std::exchange(known, now) != now;
}

/// Errors: sqlite::Error for a damaged file if \p isSo is false.
void requireWhole(bool isSo)
{
    if (!isSo)
        throw store::sqlite::Error(SQLITE_CORRUPT, "damaged");
}

std::string bodyOf(const Statement &row, std::int64_t id)
{
    std::string body(textOf(row.blob(1)));
    requireWhole(row.integer(2) == checksum(id, body));
    return body;
}

/// Inserts a row: id, body, checksum.
void insert(Statement &into, std::int64_t id, const std::string &body)
{
    into.bind(0, id).bind(1, std::as_bytes(std::span(body))).bind(2, checksum(id, body)).run();
}

/// Returns true if the file is damaged; false for errors of disk, permissions or another process.
bool isDamage(int code)
{
    static constexpr int kOthers[] = {SQLITE_BUSY, SQLITE_LOCKED, SQLITE_CANTOPEN, SQLITE_READONLY, SQLITE_PERM, SQLITE_FULL, SQLITE_IOERR, SQLITE_NOMEM};
    return std::ranges::find(kOthers, code & 0xff) == std::end(kOthers);
}

bool removeFile(const fs::path &path)
{
    std::error_code error, ignored;
    fs::remove(path, error);
    fs::remove(path.string() + "-journal", ignored); // deleted last: without its journal, the database would be damaged
    return !error;
}

} // namespace

fs::path RunCache::defaultFolder()
{
    const auto folder = [](const char *variable, const char *below) {
        const char *given = std::getenv(variable);
        return given && fs::path(given).is_absolute() ? fs::path(given) / below : fs::path();
    };
    const fs::path cache = folder("XDG_CACHE_HOME", "lensboard/remote");
    return cache.empty() ? folder("HOME", ".cache/lensboard/remote") : cache;
}

RunCache::RunCache(std::string address, const fs::path &folder, CacheLimits limits)
    : m_address(std::move(address)), m_limits(limits), m_path(folder / (bytes::sha256(m_address).substr(0, 32) + kEnding)), m_isOff(folder.empty())
{
    if (!m_isOff)
        makeRoom(folder);
    open(false);
    m_thread = std::jthread([this](const std::stop_token &stop) { run(stop); });
}

RunCache::~RunCache()
{
    m_thread.request_stop();
    m_thread.join();
    do
        write();
    while (!m_unwritten.parts.empty());
}

/// Deletes the files that were not opened for the longest time.
void RunCache::makeRoom(const fs::path &folder)
{
    struct File
    {
        fs::file_time_type time;
        std::uintmax_t bytes = 0;
        fs::path path;
    };
    std::error_code error;
    std::vector<File> files;
    std::uintmax_t all = 0;
    fs::last_write_time(m_path, fs::file_time_type::clock::now(), error);
    for (fs::directory_iterator entries(folder, error), end; !error && entries != end; entries.increment(error))
        if (std::error_code unknown; entries->path().extension() == kEnding && entries->is_regular_file(unknown)) {
            files.push_back({entries->last_write_time(unknown), entries->file_size(unknown), entries->path()});
            all += files.back().bytes;
        }
    std::ranges::sort(files, {}, &File::time);
    for (const File &file : files) {
        if (all <= m_limits.folderBytes)
            return;
        if (file.path == m_path)
            continue;
        removeFile(file.path);
        all -= file.bytes;
    }
}

// ---- the file

/// Returns true if the database is open. Replaces a damaged file.
bool RunCache::open(bool mayCreate)
{
    std::error_code unknown;
    for (int attempt = 0; attempt < 2 && !m_database && !m_isOff && (mayCreate || fs::exists(m_path, unknown)); ++attempt)
        try {
            begin(mayCreate);
        } catch (const store::sqlite::Error &error) {
            m_database.reset();
            m_isOff = !isDamage(error.code()) || !removeFile(m_path);
        }
    return m_database != nullptr;
}

/// Errors: sqlite::Error.
void RunCache::begin(bool mayCreate)
{
    std::error_code error;
    if (mayCreate && fs::create_directories(m_path.parent_path(), error))
        fs::permissions(m_path.parent_path(), fs::perms::owner_all, error); // keep values private
    m_database = std::make_unique<Database>(m_path, mayCreate ? Database::Open::Create : Database::Open::ReadWrite);
    m_database->execute("PRAGMA busy_timeout = 0; PRAGMA locking_mode = EXCLUSIVE; PRAGMA synchronous = OFF; BEGIN EXCLUSIVE");
    const bool isNew = m_database->integer("SELECT count(*) FROM sqlite_schema") == 0;
    if (mayCreate && !isNew) // another process created it in between
        throw store::sqlite::Error(SQLITE_BUSY, "taken");
    if (isNew) {
        m_database->execute("PRAGMA application_id = " + std::to_string(kApplicationId) + "; PRAGMA user_version = " + std::to_string(kFormat)
                            + "; CREATE TABLE address (url TEXT NOT NULL)"
                              "; CREATE TABLE news (id INTEGER PRIMARY KEY, body BLOB NOT NULL, checksum INTEGER NOT NULL)"
                              "; CREATE TABLE part (id INTEGER PRIMARY KEY, body BLOB NOT NULL, checksum INTEGER NOT NULL)");
        m_database->prepare("INSERT INTO address VALUES (?)").bind(0, m_address).run();
    }
    requireWhole(m_database->integer("PRAGMA application_id") == kApplicationId && m_database->integer("PRAGMA user_version") == kFormat
                 && m_database->text("SELECT url FROM address") == m_address);
    m_newsRows = m_database->integer("SELECT ifnull(max(id), -1) + 1 FROM news");
    m_database->execute("COMMIT");
}

/// Closes the cache for good, because later news would have a gap before them.
void RunCache::giveUp(bool isDamaged)
{
    m_database.reset();
    if (!std::exchange(m_isOff, true) && isDamaged)
        removeFile(m_path);
}

void RunCache::run(const std::stop_token &stop)
{
    while (!stop.stop_requested()) {
        std::unique_lock lock(m_mutex);
        const auto isMuch = [this] { return m_unwritten.clears || m_unwritten.clearsParts || !m_unwritten.parts.empty() || m_unwritten.news.size() > 1; };
        m_added.wait_for(lock, stop, kWriteInterval, isMuch);
        lock.unlock();
        write();
    }
}

void RunCache::write()
{
    const std::lock_guard lock(m_fileMutex);
    try {
        write(nextUnwritten());
    } catch (const store::sqlite::Error &error) {
        giveUp(isDamage(error.code()));
    }
}

/// Returns a limited number of parts, because readers wait during a write.
RunCache::Unwritten RunCache::nextUnwritten()
{
    const std::lock_guard lock(m_mutex);
    Unwritten next{std::exchange(m_unwritten.clears, false), std::exchange(m_unwritten.clearsParts, false), std::exchange(m_unwritten.news, {})};
    while (!m_unwritten.parts.empty() && next.parts.size() < kAtOnce) {
        auto part = m_unwritten.parts.extract(m_unwritten.parts.begin());
        next.partBytes += part.mapped().size();
        next.parts.insert(std::move(part));
    }
    m_unwritten.partBytes -= next.partBytes;
    return next;
}

/// Errors: sqlite::Error.
void RunCache::write(const Unwritten &work)
{
    if (work.clears && open(false)) {
        m_database.reset();
        m_newsRows = 0;
        removeFile(m_path);
    }
    if (work.clearsParts && m_database)
        m_database->execute("DELETE FROM part");
    if ((work.news.empty() && work.parts.empty()) || !open(true))
        return;
    store::sqlite::Transaction transaction(*m_database);
    Statement news = m_database->prepare("INSERT INTO news VALUES (?, ?, ?)");
    for (const std::string &row : work.news)
        insert(news, m_newsRows++, row);
    const auto size = static_cast<std::uintmax_t>(m_database->integer("PRAGMA page_count") * m_database->integer("PRAGMA page_size"));
    Statement parts = m_database->prepare("INSERT OR REPLACE INTO part VALUES (?, ?, ?)");
    if (size + work.partBytes <= m_limits.fileBytes)
        for (const auto &[id, body] : work.parts)
            insert(parts, id, body);
    transaction.commit();
}

// ---- adding and reading

bool RunCache::replay(const std::function<void(const messages::News &)> &take)
{
    write();
    const std::lock_guard lock(m_fileMutex);
    if (!m_database)
        return true;
    try {
        Statement rows = m_database->prepare("SELECT id, body, checksum FROM news ORDER BY id");
        for (std::int64_t id = 0; rows.step(); ++id) {
            messages::KeptNews kept;
            requireWhole(rows.integer(0) == id && kept.ParseFromString(bodyOf(rows, id)));
            for (const messages::News &news : kept.news()) {
                take(news);
                const std::lock_guard momentary(m_mutex);
                if (news.has_info())
                    m_info = infoOf(news);
                for (const messages::Tag &tag : news.tags())
                    m_tags[tag.index()] = tag.SerializeAsString();
            }
        }
        return true;
    } catch (const std::exception &) {
        giveUp(true);
        return false;
    }
}

void RunCache::add(const messages::News &news)
{
    if (news.is_folder())
        return;
    messages::KeptNews kept;
    messages::News &added = *kept.add_news();
    added = news;
    for (const auto clear : {&messages::News::clear_values, &messages::News::clear_tallies, &messages::News::clear_restarted, &messages::News::clear_edited,
                             &messages::News::clear_more})
        (added.*clear)();
    const std::lock_guard lock(m_mutex);
    if (added.has_info() && !isOther(m_info, infoOf(added))) { // each connection sends info and tags again
        added.clear_info();
        added.clear_content();
    }
    auto &tags = *added.mutable_tags();
    tags.erase(std::remove_if(tags.begin(), tags.end(), [this](const messages::Tag &tag) { return !isOther(m_tags[tag.index()], tag.SerializeAsString()); }), tags.end());
    if (added.ByteSizeLong() == 0)
        return;
    std::vector<std::string> &rows = m_unwritten.news;
    if (rows.empty() || rows.back().size() > kRowBytes)
        rows.emplace_back();
    rows.back() += kept.SerializeAsString(); // concatenated messages parse as one message with all their news
    if (rows.size() > 1)
        m_added.notify_all();
}

void RunCache::add(std::uint32_t series, std::uint64_t firstValue, const Chunk &chunk, ChunkPart part, const messages::Chunk &sent)
{
    if (firstValue >> kFirstValueBits != 0)
        return;
    messages::KeptPart kept;
    kept.set_outline(outlineOf(chunk));
    *kept.mutable_chunk() = sent;
    std::string body = kept.SerializeAsString();
    const std::lock_guard lock(m_mutex);
    if (m_unwritten.partBytes > kMaxUnwritten)
        return;
    std::string &added = m_unwritten.parts[idOf(series, part, firstValue)];
    m_unwritten.partBytes += body.size() - added.size();
    added = std::move(body);
    m_added.notify_all();
}

void RunCache::give(std::uint32_t series, std::uint64_t firstValue, std::span<Chunk> chunks, ChunkPart part, std::size_t frameCount)
{
    const std::lock_guard lock(m_fileMutex);
    if (const std::lock_guard momentary(m_mutex); m_unwritten.clears || m_unwritten.clearsParts)
        return;
    for (const ChunkPart kept : partsWith(part)) {
        std::map<std::int64_t, Chunk *> lacking;
        std::uint64_t number = firstValue;
        for (Chunk &chunk : chunks) {
            if (!chunk.has(part) && !chunk.isStandIn())
                lacking[idOf(series, kept, number)] = &chunk;
            number += chunk.size();
        }
        if (!m_database || lacking.empty())
            return;
        try {
            Statement rows = m_database->prepare("SELECT id, body, checksum FROM part WHERE id >= ? AND id <= ?");
            rows.bind(0, lacking.begin()->first).bind(1, lacking.rbegin()->first);
            while (rows.step())
                if (const auto found = lacking.find(rows.integer(0)); found != lacking.end()) {
                    messages::KeptPart row;
                    requireWhole(row.ParseFromString(bodyOf(rows, found->first)));
                    if (row.outline() == outlineOf(*found->second))
                        take(row.chunk(), kept, *found->second, frameCount);
                }
        } catch (const std::exception &) {
            giveUp(true);
        }
    }
}

void RunCache::clear()
{
    const std::lock_guard lock(m_mutex);
    m_unwritten = {.clears = true};
    m_info.clear();
    m_tags.clear();
    m_added.notify_all();
}

void RunCache::clearParts()
{
    const std::lock_guard lock(m_mutex);
    m_unwritten.parts.clear();
    m_unwritten.partBytes = 0;
    m_unwritten.clearsParts = true;
    m_added.notify_all();
}

} // namespace lensboard::remote
