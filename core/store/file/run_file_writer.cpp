#include "core/store/file/run_file_writer.h"

#include "core/record/clock.h"
#include "core/record/message.h"
#include "core/store/columns/sorted_ticks.h"
#include "core/store/file/chunk_rows.h"
#include "core/store/file/process_identity.h"
#include "core/store/file/run_file_database.h"

#include <nlohmann/json.hpp>

#include <sqlite3.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cmath>
#include <cstring>
#include <limits>
#include <thread>
#include <utility>

#include <fcntl.h>
#include <unistd.h>

namespace lensboard::store {

using namespace std::chrono_literals;

namespace {

constexpr std::size_t kFramesPerTransaction = 200;
constexpr auto kCloseRetryDelay = 50ms;
constexpr int kCloseTries = 30; ///< a reader closes it once it sees that the run is over
constexpr std::size_t kTicksInARow = 4096;
constexpr auto kThinningTime = 25ms; ///< at once; ticks that come in meanwhile wait

std::string advice(const sqlite::Error &error)
{
    if ((error.code() & 0xff) == SQLITE_FULL)
        return record::message("the disk is full; free some space and recording goes on");
    if (error.code() == SQLITE_READONLY_DBMOVED)
        return record::message("was moved away or deleted while it was recorded; save a copy of the run to keep what comes from here on");
    return record::message("cannot be written (%1)", error.what());
}

/// Why a new run cannot have the name of one that is there.
std::string whatExists(const std::filesystem::path &path)
{
    try {
        RunFileDatabase database(path);
        RunFileInfo run = readInfo(database.sql());
        const bool isOpen = run.info.status == record::RunStatus::Recording;
        judgeWriter(run);
        if (run.info.status == record::RunStatus::Recording)
            return record::message("is %1; choose another name", run.info.message);
        if (isOpen)
            return record::message("exists already (its recording was interrupted: %1); choose another name, or move it away with "
                                   "what lies beside it",
                                   run.info.message);
    } catch (const std::exception &) { // not a run, or one that has only begun
    }
    return record::message("exists already; choose another name, or move it away with what lies beside it");
}

/// Errors: RunFileError if there is something of this name, or what SQLite would take for a part of it.
void createEmpty(const std::filesystem::path &path)
{
    std::error_code error;
    for (const char *suffix : {"-wal", "-journal"})
        if (!std::filesystem::exists(path, error) && std::filesystem::exists(path.string() + suffix, error))
            throw RunFileError(path, record::message("cannot be created: %1 lies there, of a run that was moved away without "
                                                     "it; move it to that run, or choose another name",
                                                     path.filename().string() + suffix));
    const int file = ::open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0644);
    if (file < 0 && errno == EEXIST)
        throw RunFileError(path, whatExists(path));
    if (file < 0)
        throw RunFileError(path, record::message("cannot be created: %1", std::strerror(errno)));
    ::close(file);
}

} // namespace

RunFileWriter::RunFileWriter(const std::filesystem::path &path, std::size_t kept) : m_path(path), m_thinner(kept)
{
    std::error_code problem, ignored;
    if (!path.parent_path().empty() && !std::filesystem::create_directories(path.parent_path(), problem) && problem)
        throw RunFileError(path, record::message("cannot be created: the folder %1 is not there and cannot be made: %2",
                                                 path.parent_path().string(), problem.message()));
    createEmpty(path);
    try {
        m_database = std::make_unique<sqlite::Database>(path, sqlite::Database::Open::Create);
        { // all at once, or a writer killed here would leave half a file
            sqlite::Transaction transaction(*m_database);
            m_database->execute("PRAGMA application_id = " + std::to_string(run_file::kApplicationId));
            m_database->execute("PRAGMA user_version = " + std::to_string(kept > 0 ? run_file::kFormatVersion : run_file::kWholeVersion));
            m_database->execute(run_file::kSchema);
            m_database->prepare("INSERT INTO info VALUES ('writer', ?)")
                .bind(0, ProcessIdentity::current().toText())
                .run();
            transaction.commit();
        }
        m_database->execute("PRAGMA journal_mode = WAL"); // stays DELETE where a file system cannot share memory
        m_database->execute("PRAGMA synchronous = NORMAL");
    } catch (const sqlite::Error &error) {
        m_database.reset();
        std::filesystem::remove(path, ignored);
        throw RunFileError(path, advice(error));
    }
}

RunFileWriter::~RunFileWriter() = default;

void RunFileWriter::inTransaction(const std::function<void()> &write)
{
    try {
        sqlite::Transaction transaction(*m_database);
        write();
        m_database->checkPlace(); // SQLite does not when it writes to its log alone
        transaction.commit();
    } catch (const sqlite::Error &error) {
        throw RunFileError(m_path, advice(error));
    }
}

void RunFileWriter::write(const Run &run, const std::function<void()> &beforeEnd)
{
    RunCursor cursor = m_cursor;
    RunChanges changes = run.since(cursor);
    RunChanges ending; // is written last: a run that says that it is over is whole
    if (changes.info && changes.info->status != record::RunStatus::Recording)
        ending.info.swap(changes.info);
    const std::uint64_t endingInfo = cursor.info;
    if (!changes.empty()) {
        inTransaction([&] { writeCatalogue(changes); });
        takeNoteOf(changes);
        cursor.frames = m_cursor.frames;
        cursor.info = ending.info ? m_cursor.info : cursor.info;
        m_cursor = cursor;
        m_series.resize(cursor.series);
    }
    // A few frames a transaction: on a disk that fills up, all that fits is kept.
    while (m_cursor.frames < changes.lastFrame) {
        const auto frames = run.frames(m_cursor.frames, std::min(changes.lastFrame, m_cursor.frames + kFramesPerTransaction));
        inTransaction([&] {
            writeFrames(frames);
            writeTensors(run, m_cursor.frames, m_cursor.frames + frames.size());
            writeHistograms(run, m_cursor.frames, m_cursor.frames + frames.size());
        });
        keep(frames);
        m_cursor.frames += frames.size();
        chunkFullJournal();
    }
    beforeEnd();
    if (ending.info) {
        inTransaction([&] { writeCatalogue(ending); });
        m_cursor.info = endingInfo;
        m_isOver = true;
    }
    chunkFullJournal(); // it may not have worked the last time
}

void RunFileWriter::chunkFullJournal()
{
    if (m_journal.size() >= run_file::kFramesInJournal)
        chunkJournal();
}

void RunFileWriter::writeCatalogue(const RunChanges &changes)
{
    if (!changes.info && changes.tags.empty() && changes.series.empty() && changes.events.empty())
        return;
    m_database->prepare("INSERT OR REPLACE INTO info VALUES ('revision', ?)").bind(0, std::to_string(++m_revision)).run();
    if (changes.info)
        writeInfo(*changes.info);
    auto insertTag = m_database->prepare("INSERT OR REPLACE INTO tag VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    auto insertName = m_database->prepare("INSERT OR REPLACE INTO info VALUES (?, ?)");
    for (const auto &[index, tag] : changes.tags) {
        insertTag.bind(0, std::int64_t{index}).bind(1, tag.name).bind(2, tag.lens);
        insertTag.bind(3, std::string(toText(tag.kind))).bind(4, tag.quantity).bind(5, std::int64_t{tag.big});
        insertTag.bind(6, std::int64_t{tag.logY}).bind(7, std::int64_t{tag.annotate});
        if (tag.yLimits)
            insertTag.bind(8, tag.yLimits->first).bind(9, tag.yLimits->second);
        else
            insertTag.bindNull(8).bindNull(9);
        insertTag.run();
        if (tag.foreignName)
            insertName.bind(0, "foreign_name " + std::to_string(index)).bind(1, *tag.foreignName).run();
    }
    auto insertSeries = m_database->prepare("INSERT INTO series VALUES (?, ?, ?, ?, ?)");
    auto seriesId = static_cast<std::int64_t>(m_cursor.series);
    for (const record::SeriesSpec &series : changes.series)
        insertSeries.bind(0, seriesId++)
            .bind(1, std::int64_t{series.tag})
            .bind(2, series.layer)
            .bind(3, series.label)
            .bind(4, static_cast<std::int64_t>(series.role))
            .run();
    auto insertEvent = m_database->prepare("INSERT INTO event (kind, step, wall, message) VALUES (?, ?, ?, ?)");
    auto insertChange = m_database->prepare("INSERT OR REPLACE INTO info VALUES ('event_change ' || last_insert_rowid(), ?)");
    for (const record::RunEvent &event : changes.events) {
        insertEvent.bind(0, std::string(toText(event.kind)))
            .bind(1, event.step)
            .bind(2, event.wallSeconds)
            .bind(3, event.text)
            .run();
        if (!event.change.empty())
            insertChange.bind(0, event.change).run();
    }
}

namespace {

/// The frames as rows of the journal: a new one where other series were measured than before.
std::vector<run_file::Block> blocksOf(const std::vector<record::Frame> &frames)
{
    std::vector<run_file::Block> blocks;
    const auto addTimes = [](const record::Frame &frame, run_file::Block &block) {
        if (frame.valueWallSeconds.empty() && block.wallSeconds.empty())
            return;
        block.wallSeconds.resize(block.values.size(), record::kTicksTime);
        for (std::size_t i = 0; i < frame.values.size(); ++i)
            block.wallSeconds.push_back(frame.ownWallSeconds(i));
    };
    for (const record::Frame &frame : frames) {
        const auto sameSeries = [&](const run_file::Block &block) {
            return std::equal(frame.values.begin(), frame.values.end(), block.series.begin(), block.series.end(),
                              [](const auto &value, std::uint32_t series) { return value.series == series; });
        };
        if (blocks.empty() || blocks.back().values.size() >= run_file::kValuesInARow || !sameSeries(blocks.back())) {
            blocks.emplace_back();
            for (const record::SeriesValue &value : frame.values)
                blocks.back().series.push_back(value.series);
        }
        blocks.back().ticks.push_back(frame.stamp);
        addTimes(frame, blocks.back());
        for (const record::SeriesValue &value : frame.values)
            blocks.back().values.push_back(value.value);
    }
    return blocks;
}

} // namespace

void RunFileWriter::writeFrames(const std::vector<record::Frame> &frames)
{
    auto insert = m_database->prepare("INSERT INTO journal VALUES (?, ?, ?, ?)");
    auto insertTimes = m_database->prepare("INSERT INTO journal_time VALUES (?, ?)");
    std::size_t frame = m_cursor.frames;
    for (const run_file::Block &block : blocksOf(frames)) {
        insert.bind(0, static_cast<std::int64_t>(frame)).bind(1, run_file::packTicks(block.ticks));
        insert.bind(2, run_file::packIndices(block.series)).bind(3, run_file::packValues(block.values)).run();
        if (!block.wallSeconds.empty())
            insertTimes.bind(0, static_cast<std::int64_t>(frame)).bind(1, run_file::packValues(block.wallSeconds)).run();
        frame += block.ticks.size();
    }
}

void RunFileWriter::takeNoteOf(const RunChanges &changes)
{
    for (const auto &[index, tag] : changes.tags)
        if (tag.kind == record::TagKind::Relations)
            m_stackedTags.try_emplace(index);
    for (std::size_t i = 0; i < changes.series.size(); ++i) {
        const record::SeriesSpec &series = changes.series[i];
        const auto index = static_cast<std::uint32_t>(m_cursor.series + i);
        if (series.role == record::SeriesRole::Tensor)
            m_tensorSeries.insert(index);
        if (series.role == record::SeriesRole::Histogram)
            m_histogramSeries.insert(index);
        const auto stacked = m_stackedTags.find(series.tag);
        if (stacked != m_stackedTags.end() && stacked->second) {
            m_groups[*stacked->second].push_back(index);
        } else if (series.role == record::SeriesRole::BandHigh && index > 0) {
            m_groups.back().push_back(index);
        } else {
            if (stacked != m_stackedTags.end())
                stacked->second = m_groups.size();
            m_groups.push_back({index});
        }
    }
}

/// Those of frames \p first up to, without, \p last. Frame by frame: all places of a series grow with the run.
void RunFileWriter::writeTensors(const Run &run, std::size_t first, std::size_t last)
{
    for (const std::uint32_t series : m_tensorSeries)
        for (auto frame = static_cast<std::uint32_t>(first); frame < last; ++frame)
            writeTensor(run, series, frame, frame);
}

void RunFileWriter::writeHistograms(const Run &run, std::size_t first, std::size_t last)
{
    if (m_histogramSeries.empty())
        return;
    auto insert = m_database->prepare("INSERT INTO histogram VALUES (?, ?, ?, ?)");
    for (const std::uint32_t series : m_histogramSeries)
        for (auto frame = static_cast<std::uint32_t>(first); frame < last; ++frame)
            if (const auto histogram = run.histogram(series, frame)) {
                insert.bind(0, std::int64_t{series}).bind(1, std::int64_t{frame});
                insert.bind(2, run_file::packValues(histogram->edges)).bind(3, run_file::packValues(histogram->counts)).run();
            }
}

void RunFileWriter::writeTensor(const Run &run, std::uint32_t series, std::uint32_t from, std::uint32_t frame)
{
    if (const auto tensor = run.tensor(series, from))
        m_database->prepare("INSERT INTO tensor VALUES (?, ?, ?)")
            .bind(0, run_file::chunkId(series, frame))
            .bind(1, run_file::packSizes(tensor->shape))
            .bind(2, run_file::packSingles(tensor->values))
            .run();
}

/// Takes note of frames that are in the journal, until they are in chunks.
void RunFileWriter::keep(const std::vector<record::Frame> &frames)
{
    auto number = static_cast<std::uint32_t>(m_cursor.frames);
    for (const record::Frame &frame : frames) {
        m_journal.push_back(frame.stamp);
        for (std::size_t i = 0; i < frame.values.size(); ++i) {
            const auto &[series, value] = frame.values[i];
            append(m_series[series].chunks, {number, value, frame.ownWallSeconds(i)});
            m_series[series].tally.nonFinite += std::isfinite(value) ? 0 : 1;
            ++m_series[series].tally.count;
            m_series[series].grew = true;
        }
        ++number;
    }
}

namespace {

/// A list of sizes a layer, in their order, null if none is known; empty if none is known of any.
std::string outputShapesText(const std::vector<record::LayerInfo> &layers)
{
    nlohmann::json shapes = nlohmann::json::array();
    for (const record::LayerInfo &layer : layers)
        shapes.push_back(layer.outputShape ? nlohmann::json(*layer.outputShape) : nlohmann::json());
    const bool anyKnown = std::any_of(layers.begin(), layers.end(), [](const auto &layer) { return layer.outputShape.has_value(); });
    return anyKnown ? shapes.dump() : std::string();
}

/// A list a layer, in their order; empty if no layer has any.
std::string buffersText(const std::vector<record::LayerInfo> &layers)
{
    nlohmann::ordered_json all = nlohmann::ordered_json::array();
    bool any = false;
    for (const record::LayerInfo &layer : layers) {
        all.push_back(nlohmann::ordered_json::array());
        for (const record::BufferInfo &buffer : layer.buffers) {
            all.back().push_back({{"name", buffer.name}, {"shape", buffer.shape}});
            any = true;
        }
    }
    return any ? all.dump() : std::string();
}

} // namespace

void RunFileWriter::writeInfo(const record::RunInfo &info)
{
    auto insertInfo = m_database->prepare("INSERT OR REPLACE INTO info VALUES (?, ?)");
    const auto put = [&](const char *key, const std::string &value) {
        insertInfo.bind(0, std::string(key)).bind(1, value).run();
    };
    nlohmann::ordered_json environment = nlohmann::ordered_json::array();
    for (const auto &[name, value] : info.environment)
        environment.push_back({name, value});
    put("name", info.name);
    put("status", toText(info.status));
    put("message", info.message);
    put("created", nlohmann::json(info.createdSeconds).dump());
    put("experiment", info.experiment);
    put("notes", info.notes);
    if (info.verdict)
        put("verdict", nlohmann::json{{"problems", info.verdict->problems}, {"warnings", info.verdict->warnings}}.dump());
    const auto dumped = [](const nlohmann::ordered_json &json) { // what a host calls itself may be no UTF-8
        return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    };
    put("environment", dumped(environment));
    if (const std::string shapes = outputShapesText(info.layers); !shapes.empty())
        put("output_shapes", shapes);
    if (const std::string buffers = buffersText(info.layers); !buffers.empty())
        put("buffers", buffers);

    m_database->execute("DELETE FROM layer");
    auto insertLayer = m_database->prepare("INSERT INTO layer VALUES (?, ?, ?, ?, ?)");
    std::int64_t position = 0;
    for (const record::LayerInfo &layer : info.layers) {
        nlohmann::ordered_json parameters = nlohmann::ordered_json::array();
        for (const record::ParameterInfo &parameter : layer.parameters) {
            parameters.push_back({{"name", parameter.name},
                                  {"shape", parameter.shape},
                                  {"requires_grad", parameter.requiresGrad}});
            if (!parameter.sharedWith.empty())
                parameters.back()["shared_with"] = parameter.sharedWith;
        }
        insertLayer.bind(0, position++).bind(1, layer.name).bind(2, layer.type);
        insertLayer.bind(3, std::int64_t{layer.leaf}).bind(4, dumped(parameters)).run();
    }
}

/// Turns the journal's rows, one per block of frames, into chunks, of which each series has its own. A failure
/// leaves the journal as it was, readable, and the next write tries again.
void RunFileWriter::chunkJournal()
{
    inTransaction([this] {
        for (std::uint32_t series = 0; series < m_series.size(); ++series)
            if (m_series[series].grew) {
                writeChunks(m_series[series].chunks, series);
                writeTally(series, m_series[series].tally);
            }
        writeTicks(m_cursor.frames - m_journal.size(), m_journal);
        m_database->execute("DELETE FROM journal; DELETE FROM journal_time");
    });
    m_journal.clear();
    for (Unfinished &series : m_series) { // the last chunk is written again when there is more
        if (series.chunks.size() > 1)
            series.chunks.erase(series.chunks.begin(), series.chunks.end() - 1);
        series.grew = false;
    }
}

std::vector<std::string> RunFileWriter::thin(const Exchange &exchange)
{
    std::vector<std::string> said;
    if (m_isOver)
        return said;
    const auto endOf = [this](std::uint32_t series) {
        const auto &chunks = m_series[series].chunks;
        return chunks.empty() ? 0 : chunks.front().number();
    };
    const auto end = std::chrono::steady_clock::now() + kThinningTime;
    try {
        while (std::chrono::steady_clock::now() < end) {
            std::vector<ThinnedChunks> thinned = m_thinner.next(*m_database, chunkedFrames(), m_groups, endOf);
            if (thinned.empty())
                break;
            sqlite::Transaction transaction(*m_database);
            std::map<std::uint32_t, SeriesTally> removed; // by series
            for (const ThinnedChunks &each : thinned) {
                writeThinned(each);
                removed[each.series] = each.removed;
            }
            m_database->prepare("INSERT OR REPLACE INTO info VALUES ('thinned', ?)").bind(0, std::to_string(m_thinned + 1)).run();
            exchange(std::move(thinned), [&] {
                m_database->checkPlace();
                transaction.commit();
            });
            for (const auto &[series, gone] : removed) {
                SeriesTally &tally = m_series[series].tally;
                tally = {tally.count - gone.count, tally.nonFinite - gone.nonFinite};
            }
            ++m_thinned;
            if (auto news = m_thinner.done())
                said.push_back(std::move(*news));
        }
    } catch (const sqlite::Error &error) {
        throw RunFileError(m_path, advice(error));
    }
    return said;
}

void RunFileWriter::writeThinned(const ThinnedChunks &thinned)
{
    for (const char *table : {"chunk", "reading", "chunk_time"})
        m_database->prepare("DELETE FROM " + std::string(table) + " WHERE id BETWEEN ? AND ?")
            .bind(0, run_file::chunkId(thinned.series, thinned.first))
            .bind(1, run_file::chunkId(thinned.series, thinned.last))
            .run();
    writeChunks(thinned.chunks, thinned.series);
    m_database->prepare("UPDATE tally SET count = count - ?, not_finite = not_finite - ? WHERE series = ?")
        .bind(0, static_cast<std::int64_t>(thinned.removed.count))
        .bind(1, static_cast<std::int64_t>(thinned.removed.nonFinite))
        .bind(2, std::int64_t{thinned.series})
        .run();
}

void RunFileWriter::writeChunks(const std::vector<Chunk> &chunks, std::uint32_t series)
{
    auto insertChunk = m_database->prepare("INSERT OR REPLACE INTO chunk VALUES (?, ?, ?, ?, ?, ?)");
    auto insertReadings = m_database->prepare("INSERT OR REPLACE INTO reading VALUES (?, ?)");
    auto insertTimes = m_database->prepare("INSERT OR REPLACE INTO chunk_time VALUES (?, ?)");
    for (const Chunk &chunk : chunks) {
        const std::int64_t id = run_file::chunkId(series, chunk.number());
        insertChunk.bind(0, id).bind(1, std::int64_t{chunk.firstFrame()}).bind(2, static_cast<std::int64_t>(chunk.size()));
        insertChunk.bind(3, static_cast<std::int64_t>(chunk.nonFinite())).bind(4, run_file::packPyramid(chunk.pyramid()));
        chunk.frames().empty() ? insertChunk.bindNull(5) : insertChunk.bind(5, run_file::packIndices(chunk.frames()));
        insertChunk.run();
        insertReadings.bind(0, id).bind(1, run_file::packValues(chunk.values())).run();
        if (!chunk.wallSeconds().empty())
            insertTimes.bind(0, id).bind(1, run_file::packValues(chunk.wallSeconds())).run();
    }
}

void RunFileWriter::writeTally(std::uint32_t series, const SeriesTally &tally)
{
    m_database->prepare("INSERT OR REPLACE INTO tally VALUES (?, ?, ?)")
        .bind(0, std::int64_t{series})
        .bind(1, static_cast<std::int64_t>(tally.count))
        .bind(2, static_cast<std::int64_t>(tally.nonFinite))
        .run();
}

void RunFileWriter::writeTicks(std::size_t frame, std::span<const record::TickStamp> ticks)
{
    if (!ticks.empty())
        m_database->prepare("INSERT INTO tick VALUES (?, ?)")
            .bind(0, static_cast<std::int64_t>(frame))
            .bind(1, run_file::packTicks(ticks))
            .run();
}

namespace {

record::RunInfo asCopied(record::RunInfo info)
{
    if (info.status == record::RunStatus::Recording) {
        info.status = record::RunStatus::Stopped;
        info.message = record::message("copied while it was being recorded");
    }
    return info;
}

std::vector<Chunk> chunksOf(const Run &run, std::uint32_t series, const SortedTicks &ticks)
{
    std::vector<Chunk> chunks;
    SortedPlaces places(ticks);
    for (const PlacedValue &placed : run.values(series, 0, std::numeric_limits<std::size_t>::max()))
        if (placed.frame < ticks.newFrame.size()) // else measured since
            append(chunks, places.next(placed));
    return chunks;
}

} // namespace

void RunFileWriter::writeWhole(const Run &run, std::stop_token stop)
{
    RunChanges all = run.since(m_cursor);
    all.info = asCopied(*all.info);
    SortedTicks ticks(run.ticks(0, all.lastFrame));
    ticks.dropUnused(run);
    inTransaction([&] {
        m_cursor.series = 0;
        writeCatalogue(all);
        for (std::size_t first = 0; first < ticks.sorted.size(); first += kTicksInARow)
            writeTicks(first, std::span(ticks.sorted).subspan(first, std::min(kTicksInARow, ticks.sorted.size() - first)));
    });
    for (std::uint32_t series = 0; series < all.series.size() && !stop.stop_requested(); ++series)
        inTransaction([&] {
            const std::vector<Chunk> chunks = chunksOf(run, series, ticks);
            writeChunks(chunks, series);
            writeTally(series, run_file::tallyOf(chunks));
            writeHistograms(run, series, ticks);
            SortedPlaces places(ticks);
            for (const TensorPlace &place : run.tensorPlaces(series))
                if (place.frame < ticks.newFrame.size())
                    writeTensor(run, series, place.frame, places.nextFrame(place.frame));
        });
}

void RunFileWriter::writeHistograms(const Run &run, std::uint32_t series, const SortedTicks &ticks)
{
    auto insert = m_database->prepare("INSERT INTO histogram VALUES (?, ?, ?, ?)");
    auto insertTime = m_database->prepare("INSERT INTO histogram_time VALUES (?, ?)");
    SortedPlaces places(ticks);
    for (const auto &[frame, stamp, histogram] : run.histograms(series)) {
        if (frame >= ticks.newFrame.size())
            continue; // measured since
        const PlacedValue placed = places.next({frame, 0, stamp.wallSeconds});
        insert.bind(0, std::int64_t{series}).bind(1, std::int64_t{placed.frame});
        insert.bind(2, run_file::packValues(histogram->edges)).bind(3, run_file::packValues(histogram->counts)).run();
        if (!std::isnan(placed.wallSeconds))
            insertTime.bind(0, run_file::chunkId(series, placed.frame)).bind(1, placed.wallSeconds).run();
    }
}

void RunFileWriter::close()
{
    if (!m_journal.empty())
        chunkJournal();
    for (int tries = 1;; ++tries) {
        try {
            m_database->checkPlace();
            m_database->execute("PRAGMA wal_checkpoint(TRUNCATE)");
            m_database->execute("PRAGMA journal_mode = DELETE");
            break;
        } catch (const sqlite::Error &error) {
            if ((error.code() & 0xff) != SQLITE_BUSY && (error.code() & 0xff) != SQLITE_LOCKED)
                throw RunFileError(m_path, advice(error));
        }
        if (tries == kCloseTries) // a reader holds it open: the -wal file stays beside it, all is readable
            break;
        std::this_thread::sleep_for(kCloseRetryDelay);
    }
    m_database.reset();
}

void removeRunFile(const std::filesystem::path &path)
{
    std::error_code ignored;
    for (const char *suffix : {"", "-wal", "-shm", "-journal"})
        std::filesystem::remove(path.string() + suffix, ignored);
}

void saveRunCopy(const Run &run, const std::filesystem::path &path, std::stop_token stop)
{
    const std::filesystem::path part = path.string() + ".part";
    std::error_code error;
    for (const char *beside : {"-wal", "-journal"})
        if (std::filesystem::exists(path, error) && std::filesystem::exists(path.string() + beside, error))
            throw RunFileError(path, record::message("is being recorded, or its recording was interrupted; choose another name"));
    removeRunFile(part);
    try {
        RunFileWriter writer(part);
        writer.writeWhole(run, stop);
        writer.close();
    } catch (const std::exception &failure) {
        removeRunFile(part);
        throw RunFileError(path, record::message("cannot be written: %1", failure.what()));
    }
    if (stop.stop_requested()) {
        removeRunFile(part);
        return;
    }
    std::filesystem::rename(part, path, error);
    if (error) {
        removeRunFile(part);
        throw RunFileError(path, record::message("cannot be created: %1", error.message()));
    }
}

} // namespace lensboard::store
