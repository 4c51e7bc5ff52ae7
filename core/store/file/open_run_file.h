#pragma once

#include "core/store/catalogue.h"
#include "core/store/columns/chunk_cache.h"
#include "core/store/file/chunk_rows.h"
#include "core/store/file/run_file_database.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace lensboard::store {

/// Data read from a .lbrun file: the catalogue, the chunk outlines of all requested series, and the most recently used nodes and values
/// within a memory limit. All content of the file is checked before use.
/// Thread: one at a time.
/// Errors: all members throw RunFileError.
class OpenRunFile
{
public:
    explicit OpenRunFile(const std::filesystem::path &path);

    Catalogue &catalogue() { return m_catalogue; }
    std::size_t seriesCount() const { return m_series.size(); }
    /// Reads changes of the file. Returns true if there are any.
    bool catchUp();
    /// Returns true if the format allows reading during recording.
    bool canGrow() const { return m_version >= 2; }

    /// See Run::look().
    void visit(std::span<const std::uint32_t> series, const Run::Visitor &visitor);
    /// See Run::histogramsAfter().
    std::vector<StampedHistogram> histogramsAfter(std::uint32_t series, std::optional<std::uint32_t> frame, std::size_t most);
    std::vector<TensorPlace> tensorPlaces(std::uint32_t series);
    std::shared_ptr<const record::TensorValue> tensor(std::uint32_t series, std::uint32_t frame);
    SeriesTally tally(std::uint32_t series) const;
    /// Closes the file of an ended run while a -wal file exists, so that the writer can fold it in.
    void release();
    std::size_t cachedBytes() const { return m_cache.bytes(); }

private:
    /// A series, and the part of it read so far.
    struct SeriesState
    {
        Column column; ///< chunks of the file, then the values of the journal
        bool isKnown = false; ///< the outlines of its chunks were read
        bool isStale = false; ///< chunks were written since
        std::size_t fileChunks = 0; ///< number of chunks from the file, at the front of the column
        std::vector<PlacedValue> journal;
        SeriesTally chunked;
    };

    sqlite::Database &database();
    void renewCopy();
    bool readNews();
    bool readAll();
    bool readCatalogue();
    bool readTicks();
    void readTallies();
    bool readJournal();
    bool isThinned();
    void forgetChunks();
    void readFormat1();
    bool judgeWriter();
    ColumnView column(std::uint32_t series);
    void trim();
    bool hasTimes() const { return m_version >= run_file::kFirstWithTimes; } ///< times that differ from the tick's
    void appendFromJournal(std::uint32_t series, PlacedValue placed);
    void makeKnown(std::uint32_t series);
    bool cutToKnown(run_file::ChunkRow &row) const;
    void load(std::uint32_t series, Chunk &chunk, ChunkPart part);

    std::filesystem::path m_path;
    std::unique_ptr<RunFileDatabase> m_database;
    std::int64_t m_version = 0; ///< 0: the file is still empty
    bool m_isCopy = false;
    std::int64_t m_dataVersion = -1; ///< SQLite's count of changes by other connections
    RunFileInfo m_written;
    std::vector<record::TagSpec> m_tags; ///< with their current attributes
    std::string m_revision = "none"; ///< revision of the catalogue
    std::int64_t m_lastEvent = 0;
    std::size_t m_chunkedFrames = 0;
    std::string m_thinned; ///< the file's counter of thinnings
    bool m_hasTallies = true; ///< the tallies in memory match the file
    bool m_hasNews = false;   ///< changes were read during look() of a thinned run
    Catalogue m_catalogue;
    std::vector<SeriesState> m_series;
    static constexpr std::size_t kMaxCachedBytes = std::size_t{64} << 20;
    ChunkCache m_cache{kMaxCachedBytes}; ///< for chunks read from the file
};

} // namespace lensboard::store
