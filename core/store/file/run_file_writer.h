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

/// Writes a run into a new .lbrun file, incrementally, in transactions.
/// Thread: one at a time.
class RunFileWriter
{
public:
    /// The last \p kept ticks stay unchanged; older ones may be thinned. 0 disables thinning.
    /// Errors: RunFileError if \p path cannot be created or exists; the message names the process that records it, if any.
    explicit RunFileWriter(const std::filesystem::path &path, std::size_t kept = 0);
    ~RunFileWriter();

    const std::filesystem::path &path() const { return m_path; }

    /// Appends the changes of \p run since the last call. When it returns, the frames are safe even if this process dies. \p beforeEnd is
    /// called at that point, before the end of the run is written. A value, text or tensor that no file can hold is left out; see
    /// takeWarnings().
    /// Errors: RunFileError. The next call then continues after the acknowledged frames.
    void write(const Run &run, const std::function<void()> &beforeEnd = [] {});
    /// Writes all of \p run directly into chunks, with frames in step order. Only for a new file; \p run must not grow. On a request to
    /// \p stop, returns early with an incomplete file. Adds warnings about left-out records to the file.
    /// Errors: RunFileError.
    void writeWhole(const Run &run, std::stop_token stop = {});
    using Exchange = std::function<void(std::vector<ThinnedChunks> thinned, const std::function<void()> &commit)>;
    /// Thins old chunks for about 25 ms. Does nothing once the end of the run is written, because readers then assume that nothing changes.
    /// Bands, and stacked shares, keep the same ticks. For each thinning, \p exchange must call commit; afterwards the file contains it.
    /// \returns messages to add to the run.
    /// Errors: RunFileError.
    std::vector<record::Message> thin(const Exchange &exchange);
    /// Converts the rest of the journal to chunks and folds the log into the file.
    /// Errors: RunFileError; the file stays readable together with its log or journal.
    void close();

    /// Returns warnings about records that write() left out since the last call. Append them to the run.
    std::vector<record::RunEvent> takeWarnings() { return m_records->takeWarnings(); }

    std::size_t acknowledgedFrames() const { return m_cursor.frames; }
    /// Number of acknowledged frames that are in chunks; full chunks change no more, except by thinning.
    std::size_t chunkedFrames() const { return m_cursor.frames - m_journal.size(); }

private:
    /// The part of a series that is not in full chunks.
    struct Unfinished
    {
        std::vector<Chunk> chunks; ///< the last chunk may grow
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
    std::unique_ptr<WriterSign> m_sign; ///< held as long as the file is open
    std::unique_ptr<sqlite::Database> m_database;
    std::unique_ptr<IsolatedRecords> m_records;
    RunCursor m_cursor;
    std::int64_t m_revision = 0; ///< counter of changes other than values, for followers
    std::vector<record::TickStamp> m_journal; ///< ticks of the frames that are not yet in chunks
    std::vector<Unfinished> m_series;
    std::set<std::uint32_t> m_tensorSeries;
    std::set<std::uint32_t> m_histogramSeries;
    std::map<std::uint32_t, std::optional<std::size_t>> m_stackedTags; ///< tags with stacked shares, and the index of their group
    std::vector<SeriesGroup> m_groups; ///< series that are thinned together
    RunThinner m_thinner;
    std::int64_t m_thinned = 0; ///< number of thinnings
    bool m_isOver = false;      ///< the end of the run is written
};

/// Removes the file with its log and journal. Processes that have it open keep it.
void removeRunFile(const std::filesystem::path &path);

/// Writes a copy of \p run to \p path. \p run may still be recording. The file appears only when it is complete, and replaces an existing
/// file unless that has a log or journal. No file appears if \p stop is requested.
/// Errors: RunFileError.
void saveRunCopy(const Run &run, const std::filesystem::path &path, std::stop_token stop = {});

} // namespace lensboard::store
