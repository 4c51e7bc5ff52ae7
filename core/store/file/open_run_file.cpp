#include "core/store/file/open_run_file.h"

#include "core/record/message.h"
#include "core/store/columns/trace.h"
#include "core/store/file/damaged_run.h"
#include "core/store/run_names.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <stdexcept>
#include <utility>

namespace lensboard::store {

namespace fs = std::filesystem;

namespace {

using run_file::kMaxFrames;

constexpr const char *kThinnedQuery = "SELECT value FROM info WHERE key = 'thinned'";

/// Returns the information for an empty file: its writer was killed before the first commit, or has just started.
RunFileInfo emptyRun(const fs::path &path)
{
    RunFileInfo run;
    run.info.name = runName(path);
    run.info.status = record::RunStatus::Interrupted;
    run.info.message = record::message("interrupted before anything was written");
    return run;
}

bool isEmptyRun(const fs::path &path)
{
    std::error_code unknown;
    return path.extension() == ".lbrun" && fs::is_regular_file(path, unknown) && fs::file_size(path, unknown) == 0 && !unknown;
}

/// A read transaction: all reads see the same state of the file, even while it grows.
class Snapshot
{
public:
    explicit Snapshot(sqlite::Database &database) : m_database(database) { m_database.execute("BEGIN"); }
    ~Snapshot()
    {
        try {
            m_database.execute("COMMIT");
        } catch (const sqlite::Error &) { // the transaction only read
        }
    }
    Snapshot(const Snapshot &) = delete;
    Snapshot &operator=(const Snapshot &) = delete;

private:
    sqlite::Database &m_database;
};

} // namespace

OpenRunFile::OpenRunFile(const fs::path &path) : m_path(path)
{
    if (isEmptyRun(path)) {
        m_catalogue.info = emptyRun(path).info;
        return;
    }
    database();
    m_version = m_database->version();
    m_isCopy = m_database->isCopy();
    if (m_version == 0) {
        m_catalogue.info = emptyRun(path).info;
        m_database.reset();
        return;
    }
    reading(m_path, [this] { readNews(); });
}

sqlite::Database &OpenRunFile::database()
{
    if (!m_database)
        m_database = std::make_unique<RunFileDatabase>(m_path);
    return m_database->sql();
}

void OpenRunFile::release()
{
    std::error_code unknown;
    if (m_database && !m_isCopy && m_written.info.status != record::RunStatus::Recording
        && fs::exists(m_path.string() + "-wal", unknown))
        m_database.reset();
}

/// Copies the file again if it was written since. Keeps the old copy if writes are too frequent to copy between them.
void OpenRunFile::renewCopy()
{
    if (!m_database || !m_database->isOutdated())
        return;
    try {
        m_database = std::make_unique<RunFileDatabase>(m_path);
        m_isCopy = m_database->isCopy();
        m_dataVersion = -1; // the count is valid for one connection only
    } catch (const RunFileBusy &) {
    }
}

bool OpenRunFile::catchUp()
{
    return reading(m_path, [this] {
        renewCopy();
        const bool wasClosed = !m_database;
        const bool changed = database().integer("PRAGMA data_version") != m_dataVersion || wasClosed;
        const bool wasRead = std::exchange(m_hasNews, false), news = changed && readNews();
        return judgeWriter() || news || wasRead;
    });
}

bool OpenRunFile::readNews()
{
    const Snapshot snapshot(database());
    return readAll();
}

bool OpenRunFile::readAll()
{
    m_dataVersion = database().integer("PRAGMA data_version");
    m_version = m_database->checkAgain();
    const bool catalogueChanged = readCatalogue();
    if (m_version == 1) {
        readFormat1();
        return true;
    }
    const bool thinned = isThinned();
    if (thinned)
        forgetChunks();
    const bool chunked = readTicks(), journalled = readJournal();
    return catalogueChanged || thinned || chunked || journalled;
}

bool OpenRunFile::readCatalogue()
{
    const std::string revision = database().text("SELECT value FROM info WHERE key = 'revision'");
    if (revision == m_revision)
        return false;
    m_revision = revision;
    m_written = readInfo(database());
    m_catalogue.info = m_written.info;
    ++m_catalogue.infoVersion;
    judgeWriter();
    auto tags = readTags(database());
    for (std::uint32_t i = 0; i < tags.size(); ++i)
        if (i >= m_tags.size() || m_tags[i] != tags[i])
            m_catalogue.tagLog.emplace_back(i, tags[i]);
    m_tags = std::move(tags);
    const auto series = readSeries(database(), m_catalogue.series.size(), m_tags.size());
    m_catalogue.series.insert(m_catalogue.series.end(), series.begin(), series.end());
    m_series.resize(m_catalogue.series.size());
    const auto events = readEvents(database(), m_lastEvent);
    m_catalogue.events.insert(m_catalogue.events.end(), events.begin(), events.end());
    return true;
}

/// Returns true if the state of the writer has changed.
bool OpenRunFile::judgeWriter()
{
    RunFileInfo judged = m_written;
    store::judgeWriter(m_path, judged);
    if (judged.info.status == m_catalogue.info.status && judged.info.message == m_catalogue.info.message)
        return false;
    m_catalogue.info = std::move(judged.info);
    ++m_catalogue.infoVersion;
    return true;
}

/// Reads the ticks of values in chunks. Returns true if there are new ticks.
bool OpenRunFile::readTicks()
{
    const std::size_t chunkedBefore = m_chunkedFrames, knownBefore = m_catalogue.ticks.size();
    auto rows = database().prepare("SELECT frame, ticks FROM tick WHERE frame >= ? ORDER BY frame");
    rows.bind(0, static_cast<std::int64_t>(m_chunkedFrames));
    while (rows.step()) {
        require(rows.integer(0) == static_cast<std::int64_t>(m_chunkedFrames), record::messagePattern("the ticks are not numbered from 0"));
        const auto ticks = run_file::unpackTicks(rows.blob(1));
        require(m_chunkedFrames + ticks.size() < kMaxFrames, record::messagePattern("more ticks than can be"));
        for (std::size_t i = 0; i < ticks.size(); ++i)
            if (m_chunkedFrames + i >= m_catalogue.ticks.size()) // earlier ones were read from the journal
                m_catalogue.ticks.push_back(ticks[i]);
        m_chunkedFrames += ticks.size();
    }
    if (m_chunkedFrames == chunkedBefore) {
        if (!m_hasTallies)
            readTallies();
        return false;
    }
    for (SeriesState &series : m_series) {
        std::erase_if(series.journal, [this](const PlacedValue &placed) { return placed.frame < m_chunkedFrames; });
        series.isStale = series.isKnown;
    }
    readTallies();
    return m_catalogue.ticks.size() > knownBefore;
}

/// Returns true if chunks were thinned since they were read.
bool OpenRunFile::isThinned()
{
    return m_version >= run_file::kFirstThinned && database().text(kThinnedQuery) != m_thinned;
}

void OpenRunFile::forgetChunks()
{
    m_thinned = database().text(kThinnedQuery);
    ++m_catalogue.edits;
    for (SeriesState &series : m_series) {
        series.column.cutChunks(0);
        series.fileChunks = 0;
        series.isKnown = false;
    }
    m_cache.clear();
    m_hasTallies = false;
}

void OpenRunFile::readTallies()
{
    m_hasTallies = true;
    auto rows = database().prepare("SELECT series, count, not_finite FROM tally");
    while (rows.step()) {
        const std::int64_t series = rows.integer(0), count = rows.integer(1), nonFinite = rows.integer(2);
        require(series >= 0 && series < static_cast<std::int64_t>(m_series.size()), record::messagePattern("a tally of a series that is not there"));
        require(nonFinite >= 0 && nonFinite <= count && count <= static_cast<std::int64_t>(m_chunkedFrames),
                record::messagePattern("a tally of more values than there are ticks"));
        m_series[static_cast<std::size_t>(series)].chunked = {static_cast<std::size_t>(count), static_cast<std::size_t>(nonFinite)};
    }
}

SeriesTally OpenRunFile::tally(std::uint32_t index) const
{
    if (index >= m_series.size())
        return {};
    const SeriesState &series = m_series[index];
    if (m_version < 2)
        return {series.column.size(), series.column.nonFinite()};
    SeriesTally tally = series.chunked;
    tally.count += series.journal.size();
    for (const PlacedValue &placed : series.journal)
        tally.nonFinite += std::isfinite(placed.value) ? 0 : 1;
    return tally;
}

bool OpenRunFile::readJournal()
{
    const std::size_t knownBefore = m_catalogue.ticks.size();
    const std::string from = hasTimes() ? ", walls FROM journal LEFT JOIN journal_time USING (frame)" : ", NULL FROM journal";
    auto rows = database().prepare("SELECT frame, ticks, series, readings" + from + " WHERE frame >= ? ORDER BY frame");
    rows.bind(0, static_cast<std::int64_t>(knownBefore));
    while (rows.step()) {
        require(rows.integer(0) == static_cast<std::int64_t>(m_catalogue.ticks.size()), record::messagePattern("the journal is not in order"));
        const auto ticks = run_file::unpackTicks(rows.blob(1));
        const auto series = run_file::unpackIndices(rows.blob(2));
        const auto values = run_file::unpackValues(rows.blob(3)), times = run_file::unpackValues(rows.blob(4));
        require(times.empty() || times.size() == values.size(),
                record::message("a journal of %1 values with %2 times", values.size(), times.size()));
        require(values.size() == ticks.size() * series.size() && m_catalogue.ticks.size() + ticks.size() < kMaxFrames,
                record::message("a journal of %1 ticks with %2 values", ticks.size(), values.size()));
        for (const std::uint32_t index : series)
            require(index < m_series.size(), record::messagePattern("values of a series that is not there"));
        const std::size_t frame = m_catalogue.ticks.size();
        for (const record::TickStamp &stamp : ticks)
            m_catalogue.ticks.push_back(stamp);
        for (std::size_t i = 0; i < values.size(); ++i)
            appendFromJournal(series[i % series.size()], {static_cast<std::uint32_t>(frame + i / series.size()), values[i],
                                                          times.empty() ? record::kTicksTime : times[i]});
    }
    return m_catalogue.ticks.size() > knownBefore;
}

void OpenRunFile::appendFromJournal(std::uint32_t index, PlacedValue placed)
{
    SeriesState &series = m_series[index];
    series.journal.push_back(placed);
    if (!series.isKnown || series.isStale)
        return;
    if (series.column.chunks().size() == series.fileChunks)
        series.column.beginChunk(placed.frame);
    series.column.append(placed);
}

void OpenRunFile::readFormat1()
{
    auto ticks = database().prepare("SELECT frame, tick, epoch, step, samples, wall FROM tick ORDER BY frame");
    while (ticks.step()) {
        require(ticks.integer(0) == static_cast<std::int64_t>(m_catalogue.ticks.size())
                    && m_catalogue.ticks.size() < kMaxFrames,
                record::messagePattern("the ticks are not numbered from 0"));
        m_catalogue.ticks.push_back({ticks.integer(1), ticks.integer(2), ticks.integer(3), ticks.integer(4), ticks.real(5)});
    }
    const auto count = static_cast<std::int64_t>(m_catalogue.ticks.size());
    auto chunks = database().prepare("SELECT series, first, frames, readings FROM chunk ORDER BY series, first");
    while (chunks.step()) {
        const std::int64_t series = chunks.integer(0), first = chunks.integer(1);
        const auto values = run_file::unpackValues(chunks.blob(3));
        const auto at = run_file::unpackIndices(chunks.blob(2));
        require(series >= 0 && series < static_cast<std::int64_t>(m_series.size()), record::messagePattern("a chunk of a series that is not there"));
        require(first >= 0 && first < count, record::messagePattern("a chunk of ticks that are not there"));
        require(chunks.isNull(2) || at.size() == values.size(), record::messagePattern("a chunk with more values than ticks"));
        for (std::size_t i = 0; i < values.size(); ++i) {
            const std::int64_t frame = at.empty() ? first + static_cast<std::int64_t>(i) : at[i];
            require(frame < count, record::messagePattern("a chunk of ticks that are not there"));
            m_series[static_cast<std::size_t>(series)].column.append({static_cast<std::uint32_t>(frame), values[i]});
        }
    }
    auto journal = database().prepare("SELECT frame, readings FROM journal ORDER BY frame");
    while (journal.step()) {
        const std::int64_t frame = journal.integer(0);
        require(frame >= 0 && frame < count, record::messagePattern("values of a tick that is not there"));
        for (const record::SeriesValue &value : run_file::unpackReadings(journal.blob(1))) {
            require(value.series < m_series.size(), record::messagePattern("values of a series that is not there"));
            m_series[value.series].column.append({static_cast<std::uint32_t>(frame), value.value});
        }
    }
    for (SeriesState &series : m_series)
        series.isKnown = true;
}

/// Reads the outlines of a series' chunks, or of the chunks added since the last call.
void OpenRunFile::makeKnown(std::uint32_t index)
{
    SeriesState &series = m_series.at(index);
    if (series.isKnown && !series.isStale)
        return;
    const std::size_t first = series.fileChunks > 0 ? series.fileChunks - 1 : 0; // the last chunk may have grown
    const std::uint32_t number = first > 0 ? series.column.chunks()[first].number() : 0;
    series.column.cutChunks(first);
    series.fileChunks = first;
    run_file::eachChunk(database(), m_version, index, number, [&](run_file::ChunkRow row) {
        const bool grew = cutToKnown(row); // since refresh() read the file
        if (row.outline.count == 0)
            return false;
        Chunk chunk(row.outline);
        if (grew) // the outline of the whole chunk is not valid for its beginning
            run_file::loadChunks(database(), m_version, index, {&chunk, 1}, ChunkPart::Values);
        series.column.addChunk(std::move(chunk));
        ++series.fileChunks;
        return !grew;
    });
    series.isKnown = true;
    series.isStale = false;
    if (!series.journal.empty())
        series.column.beginChunk(series.journal.front().frame);
    for (const PlacedValue &placed : series.journal)
        series.column.append(placed);
}

/// Reduces a chunk row to the ticks known at the last refresh(). Later ticks come from the journal in memory. Returns true if the row had
/// more.
bool OpenRunFile::cutToKnown(run_file::ChunkRow &row) const
{
    auto &[outline, frames] = row;
    if (outline.isConsecutive ? outline.lastFrame < m_chunkedFrames
                              : std::ranges::all_of(frames, [this](std::uint32_t frame) { return frame < m_chunkedFrames; }))
        return false;
    std::size_t count = 0;
    while (count < outline.count && (outline.isConsecutive ? outline.firstFrame + count : frames[count]) < m_chunkedFrames)
        ++count;
    if (count > 0)
        outline = {outline.number, outline.firstFrame, frames.empty() ? outline.firstFrame + static_cast<std::uint32_t>(count) - 1 : frames[count - 1], count, 0,
                   frames.empty() || count == 1, outline.hasTimes, {}};
    else
        outline.count = 0;
    return true;
}

ColumnView OpenRunFile::column(std::uint32_t series)
{
    if (series >= m_series.size())
        return {noColumn(), m_catalogue.ticks};
    reading(m_path, [&] { makeKnown(series); });
    return {m_series[series].column, m_catalogue.ticks, [this, series](Chunk &chunk, ChunkPart part) { load(series, chunk, part); }};
}

void OpenRunFile::load(std::uint32_t index, Chunk &chunk, ChunkPart part)
{
    SeriesState &series = m_series[index];
    m_cache.load(index, series.column, chunk, series.fileChunks, part, [&](std::span<Chunk> chunks) {
        reading(m_path, [&] { run_file::loadChunks(database(), m_version, index, chunks, part); });
    });
}

void OpenRunFile::trim()
{
    m_cache.trim([this](std::uint32_t index, std::uint32_t number) {
        SeriesState &series = m_series[index];
        const auto place = series.column.placeOf(number);
        return place && *place < series.fileChunks ? &series.column.chunk(*place) : nullptr;
    });
}

/// During recording with thinning, reads all requested series from the same state of the file.
void OpenRunFile::visit(std::span<const std::uint32_t> series, const Run::Visitor &visitor)
{
    std::optional<Snapshot> snapshot;
    if (m_version >= run_file::kFirstThinned && m_written.info.status == record::RunStatus::Recording)
        reading(m_path, [&] {
            snapshot.emplace(database());
            if (isThinned())
                m_hasNews = readAll() || m_hasNews;
        });
    std::vector<ColumnView> views;
    for (const std::uint32_t index : series)
        views.push_back(column(index));
    visitor(views, m_catalogue.ticks);
    trim();
}

std::vector<StampedHistogram> OpenRunFile::histogramsAfter(std::uint32_t series, std::optional<std::uint32_t> after, std::size_t most)
{
    std::vector<StampedHistogram> found;
    if (m_version < 2)
        return found;
    reading(m_path, [&] {
        const std::string from = hasTimes() ? ", wall FROM histogram LEFT JOIN histogram_time ON id = series << 32 | frame"
                                            : ", NULL FROM histogram";
        auto rows = database().prepare("SELECT frame, edges, counts" + from + " WHERE series = ? AND frame > ? ORDER BY frame LIMIT ?");
        rows.bind(0, std::int64_t{series}).bind(1, after ? std::int64_t{*after} : -1);
        rows.bind(2, static_cast<std::int64_t>(std::min<std::size_t>(most, kMaxFrames)));
        while (rows.step()) {
            const std::int64_t frame = rows.integer(0);
            if (frame >= static_cast<std::int64_t>(m_catalogue.ticks.size()))
                break; // written since refresh() read the file
            record::Histogram histogram{run_file::unpackValues(rows.blob(1)), run_file::unpackValues(rows.blob(2))};
            run_file::requireFits(histogram);
            const PlacedValue placed{static_cast<std::uint32_t>(frame), 0, rows.isNull(3) ? record::kTicksTime : rows.real(3)};
            found.push_back({placed.frame, placed.stamp(m_catalogue.ticks),
                             std::make_shared<const record::Histogram>(std::move(histogram))});
        }
    });
    return found;
}

std::vector<TensorPlace> OpenRunFile::tensorPlaces(std::uint32_t series)
{
    std::vector<TensorPlace> places;
    if (m_version < 3)
        return places;
    reading(m_path, [&] {
        auto rows = database().prepare("SELECT id FROM tensor WHERE id BETWEEN ? AND ? ORDER BY id");
        rows.bind(0, run_file::chunkId(series, 0)).bind(1, run_file::chunkId(series, std::numeric_limits<std::uint32_t>::max()));
        while (rows.step()) {
            const auto frame = static_cast<std::uint32_t>(rows.integer(0));
            if (frame >= m_catalogue.ticks.size())
                break; // written since refresh() read the file
            places.push_back({frame, m_catalogue.ticks[frame]});
        }
    });
    return places;
}

std::shared_ptr<const record::TensorValue> OpenRunFile::tensor(std::uint32_t series, std::uint32_t frame)
{
    if (m_version < 3)
        return nullptr;
    return reading(m_path, [&] { return run_file::readTensor(database(), series, frame); });
}

} // namespace lensboard::store
