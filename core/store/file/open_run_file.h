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

/// What was read of a .lbrun file: its catalogue; of series that were asked for an outline of their chunks; of their
/// pyramids and values those that were looked at last, as far as there is room. Nothing in the file is believed before it is checked.
/// Thread: one at a time.
/// Errors: of all members, RunFileError.
class OpenRunFile
{
public:
    explicit OpenRunFile(const std::filesystem::path &path);

    Catalogue &catalogue() { return m_catalogue; }
    std::size_t seriesCount() const { return m_series.size(); }
    /// Reads what was written since. Returns true if there was anything.
    bool catchUp();
    /// Its journal and its values can be read as they are written.
    bool canGrow() const { return m_version >= 2; }

    /// As Run::look().
    void look(std::span<const std::uint32_t> series, const Run::Look &look);
    /// See Run::histogramsAfter().
    std::vector<StampedHistogram> histogramsAfter(std::uint32_t series, std::optional<std::uint32_t> frame, std::size_t most);
    std::vector<TensorPlace> tensorPlaces(std::uint32_t series);
    std::shared_ptr<const record::TensorValue> tensor(std::uint32_t series, std::uint32_t frame);
    SeriesTally tally(std::uint32_t series) const;
    /// Closes the file of a run that is over for as long as its writer may want to fold what lies beside it into it.
    void release();
    std::size_t cachedBytes() const { return m_cache.bytes(); }

private:
    /// A series as far as it was asked for.
    struct SeriesState
    {
        Column column; ///< chunks of the file, then what its journal has
        bool isKnown = false; ///< its chunks were read in outline, as far as they had been written by then
        bool isStale = false; ///< chunks were written since
        std::size_t fileChunks = 0; ///< at the front of the column
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
    bool hasTimes() const { return m_version >= run_file::kFirstWithTimes; } ///< of values' own
    void appendFromJournal(std::uint32_t series, PlacedValue placed);
    void makeKnown(std::uint32_t series);
    bool cutToKnown(run_file::ChunkRow &row) const;
    void load(std::uint32_t series, Chunk &chunk, ChunkPart part);

    std::filesystem::path m_path;
    std::unique_ptr<RunFileDatabase> m_database;
    std::int64_t m_version = 0; ///< 0: nothing was written yet
    bool m_isCopy = false;
    std::int64_t m_dataVersion = -1; ///< SQLite's count of changes by others
    RunFileInfo m_written;
    std::vector<record::TagSpec> m_tags; ///< as they were last
    std::string m_revision = "none"; ///< of the catalogue
    std::int64_t m_lastEvent = 0;
    std::size_t m_chunkedFrames = 0;
    std::string m_thinned; ///< how often chunks were
    bool m_hasTallies = true; ///< those of the file as it was read
    bool m_hasNews = false;   ///< that were read when a thinned run was looked at
    Catalogue m_catalogue;
    std::vector<SeriesState> m_series;
    static constexpr std::size_t kMostCachedBytes = std::size_t{64} << 20;
    ChunkCache m_cache{kMostCachedBytes}; ///< of chunks of the file
};

} // namespace lensboard::store
