#pragma once

#include "core/store/columns/run_store.h"
#include "core/store/file/isolated_records.h"
#include "core/store/file/run_file_format.h"
#include "core/store/file/run_thinner.h"
#include "core/store/file/sqlite.h"

#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <stop_token>
#include <string>
#include <utility>

namespace lensboard::store {

struct SortedTicks;
class WriterSign;

/// Writes a run into a new .lbrun file, from cursor to cursor, a transaction at a time.
/// Thread: one at a time.
class RunFileWriter
{
public:
    /// The last \p kept ticks stay as they are, older ones may be thinned; 0: all stay.
    /// Errors: RunFileError if \p path exists, naming the process that records it if there is one, or cannot be created.
    explicit RunFileWriter(const std::filesystem::path &path, std::size_t kept = 0);
    ~RunFileWriter();

    const std::filesystem::path &path() const { return m_path; }

    /// Appends what \p run gained since the last call. Once it returns, the frames survive this process. \p beforeEnd is called when
    /// they do, before it is written that the run is over. A value, text or tensor that no file can hold is left out; see takeWarnings().
    /// Errors: RunFileError; then the next call goes on after the frames acknowledged until then.
    void write(const Run &run, const std::function<void()> &beforeEnd = [] {});
    /// Writes all of \p run, which does not grow, straight into chunks, frames in the order of their steps. Of a
    /// new file only. Returns early, the file being incomplete, if \p stop is requested. Warnings in the file report records that are left out.
    /// Errors: RunFileError.
    void writeWhole(const Run &run, std::stop_token stop = {});
    using Exchange = std::function<void(std::vector<ThinnedChunks> thinned, const std::function<void()> &commit)>;
    /// Thins some of what is old enough, unless it was written that the run is over: readers believe then that nothing changes. What belongs
    /// together keeps the same ticks: bands, and shares that are stacked. For each, \p exchange calls commit, after which the file has it.
    /// \returns what is to be said of it in the run.
    /// Errors: RunFileError.
    std::vector<std::string> thin(const Exchange &exchange);
    /// Chunks the rest and folds what lies beside the file into it.
    /// Errors: RunFileError; the file stays readable with what lies beside it.
    void close();

    /// Returns warnings about records that write() left out since the last call, to be appended to the run.
    std::vector<record::RunEvent> takeWarnings() { return m_records->takeWarnings(); }

    std::size_t acknowledgedFrames() const { return m_cursor.frames; }
    /// Of these the first ones, whose full chunks stay as they are.
    std::size_t chunkedFrames() const { return m_cursor.frames - m_journal.size(); }

private:
    /// A series as far as it is not in full chunks.
    struct Unfinished
    {
        std::vector<Chunk> chunks; ///< the last may grow
        SeriesTally tally;
        bool grew = false;
    };

    void writeCatalogue(const RunChanges &changes);
    void writeInfo(const record::RunInfo &info);
    void writeTags(const RunChanges &changes);
    void writeSeries(const std::vector<record::SeriesSpec> &series);
    void writeEvents(const std::vector<record::RunEvent> &events);
    void writeLayers(const std::vector<record::LayerInfo> &layers);
    void writeFrames(const std::vector<record::Frame> &frames);
    void keep(const std::vector<record::Frame> &frames);
    void chunkJournal();
    void chunkFullJournal();
    void writeChunks(const std::vector<Chunk> &chunks, std::uint32_t series);
    void writeThinned(const ThinnedChunks &thinned);
    void writeTally(std::uint32_t series, const SeriesTally &tally);
    void writeTicks(std::size_t frame, std::span<const record::TickStamp> ticks);
    void writeHistograms(const Run &run, std::uint32_t series, const SortedTicks &ticks);
    void takeNoteOf(const RunChanges &changes);
    void writeTensors(const Run &run, std::size_t first, std::size_t last);
    void writeHistograms(const Run &run, std::size_t first, std::size_t last);
    void writeHistogram(const Run &run, std::uint32_t series, std::uint32_t from, const record::Histogram &histogram, std::uint32_t frame,
                        sqlite::Statement &insert);
    void writeTensor(const Run &run, std::uint32_t series, std::uint32_t from, std::uint32_t frame);
    void insertTensor(std::int64_t id, const record::TensorValue &tensor);
    std::size_t transactionEnd(const Run &run, std::size_t last) const;
    std::string nameOf(std::uint32_t series);
    void inTransaction(const std::function<void()> &write);

    std::filesystem::path m_path;
    std::unique_ptr<WriterSign> m_sign; ///< as long as the file is open
    std::unique_ptr<sqlite::Database> m_database;
    std::unique_ptr<IsolatedRecords> m_records;
    RunCursor m_cursor;
    std::int64_t m_revision = 0; ///< of what is not values, for followers
    std::vector<record::TickStamp> m_journal; ///< ticks of the frames that are not yet in chunks
    std::vector<Unfinished> m_series;
    std::set<std::uint32_t> m_tensorSeries;
    std::set<std::uint32_t> m_histogramSeries;
    std::map<std::uint32_t, std::optional<std::size_t>> m_stackedTags; ///< with their groups
    std::vector<SeriesGroup> m_groups; ///< that are thinned together
    RunThinner m_thinner;
    std::int64_t m_thinned = 0; ///< how often
    bool m_isOver = false;      ///< and the file says so
};

/// With all that lies beside it. Of an open one, the names only.
void removeRunFile(const std::filesystem::path &path);

/// Writes \p run, which may be recording still, into a new file at once; \p path appears only when it is whole,
/// and not at all if \p stop is requested.
/// Errors: RunFileError.
void saveRunCopy(const Run &run, const std::filesystem::path &path, std::stop_token stop = {});

} // namespace lensboard::store
