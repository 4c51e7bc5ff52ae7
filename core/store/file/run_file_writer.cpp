#include "core/store/file/run_file_writer.h"

#include "core/bytes/valid_utf8.h"
#include "core/record/error.h"
#include "core/record/message.h"
#include "core/record/message_json.h"
#include "core/store/columns/sorted_ticks.h"
#include "core/store/file/chunk_rows.h"
#include "core/store/file/process_identity.h"
#include "core/store/file/run_file_database.h"
#include "core/store/file/shared_folder.h"
#include "core/store/file/writer_sign.h"

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
constexpr int kCloseTries = 30; ///< a reader closes the file once it sees that the run has ended
constexpr std::size_t kTicksInARow = 4096;
constexpr std::size_t kTensorBytesPerTransaction = std::size_t{1} << 20; ///< approximate limit: the last tensor may exceed it
constexpr std::size_t kLongestSubstitute = std::size_t{1} << 20; ///< bytes of a text that is too long for a row
constexpr auto kThinningTime = 25ms; ///< limit per call; new ticks wait during this time

record::Message advice(const sqlite::Error &error)
{
    if ((error.code() & 0xff) == SQLITE_FULL)
        return record::message("the disk is full; free some space and recording goes on");
    if (error.code() == SQLITE_READONLY_DBMOVED)
        return record::message("was moved or deleted during the recording; save a copy of the run to keep new values");
    return record::message("cannot be written (%1)", record::messageOf(error));
}

/// Returns the reason for not creating a run file at an existing path.
record::Message whatExists(const std::filesystem::path &path)
{
    try {
        RunFileDatabase database(path);
        RunFileInfo run = readInfo(database.sql());
        const bool isOpen = run.info.status == record::RunStatus::Recording;
        judgeWriter(path, run);
        if (record::mayGrow(run.info.status))
            return record::message("is %1; choose another name", run.info.message);
        if (isOpen)
            return record::message("exists already (its recording was interrupted: %1); choose another name, or move it away with "
                                   "the files beside it",
                                   run.info.message);
    } catch (const std::exception &) { // not a run, or a run that has just started
    }
    return record::message("exists already; choose another name, or move it away with the files beside it");
}

/// Errors: RunFileError if a file of this name, or a log or journal for it, already exists.
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
        throw RunFileError(path, record::message("cannot be created: %1", record::systemError(errno)));
    ::close(file);
}

/// Opens the log or journal beside the file. Computers cannot share the memory that a write-ahead log needs, so a shared file system gets
/// an ordinary journal.
std::unique_ptr<WriterSign> openJournal(sqlite::Database &database, const std::filesystem::path &path)
{
    const bool hasLog = !isShared(path) && database.text("PRAGMA journal_mode = WAL") == "wal";
    database.execute(hasLog ? "PRAGMA synchronous = NORMAL" : "PRAGMA journal_mode = TRUNCATE");
    auto sign = std::make_unique<WriterSign>(path, path.string() + (hasLog ? "-wal" : "-journal"), !hasLog);
    database.prepare("INSERT INTO info VALUES ('sign', ?)").bind(0, sign->text()).run();
    return sign;
}

} // namespace

RunFileWriter::RunFileWriter(const std::filesystem::path &path, std::size_t kept) : m_path(path), m_thinner(kept)
{
    std::error_code problem;
    if (!path.parent_path().empty() && !std::filesystem::create_directories(path.parent_path(), problem) && problem)
        throw RunFileError(path, record::message("cannot be created: the folder %1 is not there and cannot be made: %2",
                                                 path.parent_path().string(), record::systemError(problem.value())));
    createEmpty(path);
    try {
        m_database = std::make_unique<sqlite::Database>(path, sqlite::Database::Open::Create);
        { // in one transaction, or a writer killed here would leave an incomplete file
            sqlite::Transaction transaction(*m_database);
            m_database->execute("PRAGMA application_id = " + std::to_string(run_file::kApplicationId));
            m_database->execute("PRAGMA user_version = " + std::to_string(kept > 0 ? run_file::kFirstThinned : run_file::kFirstWithTimes));
            m_database->execute(run_file::kSchema);
            m_database->prepare("INSERT INTO info VALUES ('writer', ?)")
                .bind(0, ProcessIdentity::current().toText())
                .run();
            transaction.commit();
        }
        m_sign = openJournal(*m_database, path);
        m_records = std::make_unique<IsolatedRecords>(*m_database);
    } catch (const sqlite::Error &error) {
        m_database.reset();
        removeRunFile(path);
        throw RunFileError(path, advice(error));
    }
}

RunFileWriter::~RunFileWriter() = default;

void RunFileWriter::inTransaction(const std::function<void()> &write)
{
    try {
        m_records->inTransaction(write);
    } catch (const sqlite::Error &error) {
        throw RunFileError(m_path, advice(error));
    }
}

void RunFileWriter::write(const Run &run, const std::function<void()> &beforeEnd)
{
    RunCursor cursor = m_cursor;
    RunChanges changes = run.since(cursor);
    RunChanges ending; // written last, so a run marked as ended is complete
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
    // A few frames per transaction: if the disk fills up, as many as possible are kept.
    while (m_cursor.frames < changes.lastFrame) {
        const auto frames = run.frames(m_cursor.frames, transactionEnd(run, changes.lastFrame));
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
    chunkFullJournal(); // it may have failed before
}

/// Returns the end of the frames for the next transaction, at most \p last.
std::size_t RunFileWriter::transactionEnd(const Run &run, std::size_t last) const
{
    const std::size_t end = std::min(last, m_cursor.frames + kFramesPerTransaction);
    std::size_t bytes = 0;
    for (std::size_t frame = m_cursor.frames; frame < end && !m_tensorSeries.empty(); ++frame) {
        for (const std::uint32_t series : m_tensorSeries)
            if (const auto tensor = run.tensor(series, static_cast<std::uint32_t>(frame)))
                bytes += tensor->values.size() * sizeof(float);
        if (bytes >= kTensorBytesPerTransaction)
            return frame + 1;
    }
    return end;
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
    writeTags(changes);
    writeSeries(changes.series);
    writeEvents(changes.events);
}

void RunFileWriter::writeTags(const RunChanges &changes)
{
    auto insertTag = m_database->prepare("INSERT OR REPLACE INTO tag VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    auto insertName = m_database->prepare("INSERT OR REPLACE INTO info VALUES (?, ?)");
    for (const auto &[index, tag] : changes.tags) {
        const auto insert = [&, &tag = tag](const std::string &name, const std::string &lens, const std::string &quantity) {
            insertTag.bind(0, std::int64_t{index}).bind(1, name).bind(2, lens);
            insertTag.bind(3, std::string(toText(tag.kind))).bind(4, quantity).bind(5, std::int64_t{tag.big});
            insertTag.bind(6, std::int64_t{tag.logY}).bind(7, std::int64_t{tag.annotate});
            if (tag.yLimits)
                insertTag.bind(8, tag.yLimits->first).bind(9, tag.yLimits->second);
            else
                insertTag.bindNull(8).bindNull(9);
            insertTag.run();
        };
        const std::string number = std::to_string(index);
        m_records->write(
            [&, &tag = tag] {
                insert(tag.name, tag.lens, tag.quantity);
                if (tag.foreignName)
                    insertName.bind(0, "foreign_name " + number).bind(1, *tag.foreignName).run();
            },
            [&, &tag = tag] { return LeftOutRecord{"tag " + number, record::message("The name of the tag %1", bytes::clipped(tag.name))}; },
            [&, &tag = tag] { insert(bytes::clipped(tag.name) + ' ' + number, bytes::clipped(tag.lens), bytes::clipped(tag.quantity)); });
    }
}

void RunFileWriter::writeSeries(const std::vector<record::SeriesSpec> &all)
{
    auto statement = m_database->prepare("INSERT OR REPLACE INTO series VALUES (?, ?, ?, ?, ?)");
    auto id = static_cast<std::int64_t>(m_cursor.series);
    for (const record::SeriesSpec &series : all) {
        const auto insert = [&](const std::string &layer, const std::string &label) {
            statement.bind(0, id).bind(1, std::int64_t{series.tag}).bind(2, layer).bind(3, label).bind(4, static_cast<std::int64_t>(series.role)).run();
        };
        m_records->write([&] { insert(series.layer, series.label); },
                         [&] {
                             return LeftOutRecord{"series " + std::to_string(id),
                                                  record::message("The name of the series %1 %2", bytes::clipped(series.layer), bytes::clipped(series.label))};
                         },
                         [&] { insert(bytes::clipped(series.layer), bytes::clipped(series.label)); });
        ++id;
    }
}

void RunFileWriter::writeEvents(const std::vector<record::RunEvent> &events)
{
    auto statement = m_database->prepare("INSERT INTO event (kind, step, wall, message) VALUES (?, ?, ?, ?)");
    auto insertChange = m_database->prepare("INSERT OR REPLACE INTO info VALUES ('event_change ' || last_insert_rowid(), ?)");
    auto insertStructure = m_database->prepare("INSERT OR REPLACE INTO info VALUES ('event_message ' || last_insert_rowid(), ?)");
    for (const record::RunEvent &event : events) {
        const auto insert = [&](const std::string &text) {
            statement.bind(0, std::string(toText(event.kind))).bind(1, event.step);
            statement.bind(2, std::isnan(event.wallSeconds) ? 0 : event.wallSeconds).bind(3, text).run(); // SQLite stores NaN as NULL
        };
        m_records->write(
            [&] {
                insert(event.text);
                if (!event.change.empty())
                    insertChange.bind(0, event.change).run();
                if (const std::string structure = record::structureJson(event.text); !structure.empty())
                    insertStructure.bind(0, structure).run();
            },
            [&] {
                return LeftOutRecord{"event", record::message("A text of %1 bytes that was logged at step %2", event.text.size(), event.step), event.step};
            },
            [&] { insert(bytes::clipped(event.text, kLongestSubstitute)); });
    }
}

namespace {

/// Returns the frames as rows of the journal. A new row begins where the set of measured series changes.
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
    auto insert = m_database->prepare("INSERT OR REPLACE INTO journal VALUES (?, ?, ?, ?)");
    auto insertTimes = m_database->prepare("INSERT OR REPLACE INTO journal_time VALUES (?, ?)");
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

/// Writes the tensors of frames \p first to \p last (excluded). Reads frame by frame, because the list of all tensor positions grows with
/// the run.
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
    auto insert = m_database->prepare("INSERT OR REPLACE INTO histogram VALUES (?, ?, ?, ?)");
    for (const std::uint32_t series : m_histogramSeries)
        for (auto frame = static_cast<std::uint32_t>(first); frame < last; ++frame)
            if (const auto histogram = run.histogram(series, frame))
                writeHistogram(run, series, frame, *histogram, frame, insert);
}

/// Writes the histogram of frame \p from in \p run as the histogram of \p frame in the file.
void RunFileWriter::writeHistogram(const Run &run, std::uint32_t series, std::uint32_t from, const record::Histogram &histogram, std::uint32_t frame,
                                   sqlite::Statement &insert)
{
    m_records->write(
        [&] {
            run_file::requireFits(histogram);
            insert.bind(0, std::int64_t{series}).bind(1, std::int64_t{frame});
            insert.bind(2, run_file::packValues(histogram.edges)).bind(3, run_file::packValues(histogram.counts)).run();
        },
        [&] {
            const record::TickStamp stamp = run.ticks(from, from + 1).front();
            return LeftOutRecord{std::to_string(series),
                                 record::message("The histogram %1 of tick %2 (%3 bins)", nameOf(series), stamp.tick, histogram.counts.size()), stamp.step};
        });
}

void RunFileWriter::writeTensor(const Run &run, std::uint32_t series, std::uint32_t from, std::uint32_t frame)
{
    const auto tensor = run.tensor(series, from);
    if (!tensor)
        return;
    m_records->write([&] { insertTensor(run_file::chunkId(series, frame), *tensor); },
                     [&] {
                         const record::TickStamp stamp = run.ticks(from, from + 1).front();
                         return LeftOutRecord{std::to_string(series),
                                              record::message("The tensor %1 of tick %2 (%3 MiB)", nameOf(series), stamp.tick,
                                                              tensor->values.size() * sizeof(float) >> 20),
                                              stamp.step};
                     });
}

/// Splits a large tensor over several rows, because readers limit the length of a row.
void RunFileWriter::insertTensor(std::int64_t id, const record::TensorValue &tensor)
{
    run_file::requireFits(tensor);
    std::span<const float> rest(tensor.values);
    const auto takeRow = [&rest] {
        const auto row = rest.first(std::min(rest.size(), run_file::kSinglesInARow));
        rest = rest.subspan(row.size());
        return run_file::packSingles(row);
    };
    m_database->prepare("INSERT OR REPLACE INTO tensor VALUES (?, ?, ?)")
        .bind(0, id)
        .bind(1, run_file::packSizes(tensor.shape))
        .bind(2, takeRow())
        .run();
    if (!rest.empty() && m_database->integer("PRAGMA user_version") < run_file::kFirstWithParts)
        m_database->execute(run_file::kPartsSchema + ("PRAGMA user_version = " + std::to_string(run_file::kFirstWithParts)));
    for (std::int64_t part = 1; !rest.empty(); ++part)
        m_database->prepare("INSERT OR REPLACE INTO tensor_part VALUES (?, ?, ?)").bind(0, id).bind(1, part).bind(2, takeRow()).run();
}

/// Returns the name of a series for messages.
std::string RunFileWriter::nameOf(std::uint32_t series)
{
    auto row = m_database->prepare("SELECT name, layer, label FROM series JOIN tag ON tag.id = series.tag WHERE series.id = ?");
    row.bind(0, std::int64_t{series});
    return row.step() ? bytes::clipped(row.text(0)) + ' ' + bytes::clipped(row.text(1)) + ' ' + bytes::clipped(row.text(2)) : std::string();
}

/// Keeps the ticks and values of journal frames in memory, for chunkJournal().
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

/// Returns the JSON text with invalid UTF-8 replaced, since names of hosts, buffers or rules may contain it.
std::string dumped(const nlohmann::ordered_json &json)
{
    return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
}

/// Returns a list of sizes or null for each layer, in layer order; empty if no shape is known.
std::string outputShapesText(const std::vector<record::LayerInfo> &layers)
{
    nlohmann::json shapes = nlohmann::json::array();
    for (const record::LayerInfo &layer : layers)
        shapes.push_back(layer.outputShape ? nlohmann::json(*layer.outputShape) : nlohmann::json());
    const bool anyKnown = std::any_of(layers.begin(), layers.end(), [](const auto &layer) { return layer.outputShape.has_value(); });
    return anyKnown ? shapes.dump() : std::string();
}

/// Returns a list of buffers for each layer, in layer order; empty if no layer has any.
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
    return any ? dumped(all) : std::string();
}

} // namespace

void RunFileWriter::writeInfo(const record::RunInfo &info)
{
    auto insertInfo = m_database->prepare("INSERT OR REPLACE INTO info VALUES (?, ?)");
    const auto put = [&](const char *key, const std::string &value) {
        m_records->write([&] { insertInfo.bind(0, std::string(key)).bind(1, value).run(); },
                         [&] { return LeftOutRecord{key, record::message("The entry %1 of the run (%2 bytes)", key, value.size())}; });
    };
    nlohmann::ordered_json environment = nlohmann::ordered_json::array();
    for (const auto &[name, value] : info.environment) {
        environment.push_back({name, value});
        if (const std::string structure = record::structureJson(value); !structure.empty())
            environment.back().push_back(structure);
    }
    put("name", info.name);
    put("status", toText(info.status));
    put("message", info.message);
    put("message_structure", record::structureJson(info.message));
    put("created", nlohmann::json(std::abs(info.createdSeconds) <= run_file::kLatestSeconds ? info.createdSeconds : 0).dump());
    put("experiment", info.experiment);
    const std::string notes = bytes::validUtf8(info.notes);
    put("notes", notes.size() > record::kLongestNotes ? bytes::clipped(notes, record::kLongestNotes - 3) : notes); // an ellipsis has 3 bytes
    if (info.verdict)
        put("verdict", dumped({{"problems", info.verdict->problems}, {"warnings", info.verdict->warnings}}));
    put("environment", dumped(environment));
    if (const std::string shapes = outputShapesText(info.layers); !shapes.empty())
        put("output_shapes", shapes);
    if (const std::string buffers = buffersText(info.layers); !buffers.empty())
        put("buffers", buffers);
    writeLayers(info.layers);
}

void RunFileWriter::writeLayers(const std::vector<record::LayerInfo> &layers)
{
    m_database->execute("DELETE FROM layer");
    auto statement = m_database->prepare("INSERT INTO layer VALUES (?, ?, ?, ?, ?)");
    std::int64_t position = 0;
    for (const record::LayerInfo &layer : layers) {
        nlohmann::ordered_json parameters = nlohmann::ordered_json::array();
        for (const record::ParameterInfo &parameter : layer.parameters) {
            parameters.push_back({{"name", parameter.name},
                                  {"shape", parameter.shape},
                                  {"requires_grad", parameter.requiresGrad}});
            if (!parameter.sharedWith.empty())
                parameters.back()["shared_with"] = parameter.sharedWith;
        }
        const auto insert = [&](const std::string &name, const std::string &type, const std::string &described) {
            statement.bind(0, position).bind(1, name).bind(2, type).bind(3, std::int64_t{layer.leaf}).bind(4, described).run();
        };
        m_records->write([&] { insert(layer.name, layer.type, dumped(parameters)); },
                         [&] { return LeftOutRecord{"layer " + layer.name, record::message("The description of the layer %1", bytes::clipped(layer.name))}; },
                         [&] { insert(bytes::clipped(layer.name), bytes::clipped(layer.type), "[]"); });
        ++position;
    }
}

/// Converts the journal, with one row per block of frames, into chunks for each series. On failure, the journal stays readable and the next
/// write retries.
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
    for (Unfinished &series : m_series) { // the last chunk is written again when it has grown
        if (series.chunks.size() > 1)
            series.chunks.erase(series.chunks.begin(), series.chunks.end() - 1);
        series.grew = false;
    }
}

std::vector<record::Message> RunFileWriter::thin(const Exchange &exchange)
{
    std::vector<record::Message> said;
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
        m_database->prepare("INSERT OR REPLACE INTO tick VALUES (?, ?)")
            .bind(0, static_cast<std::int64_t>(frame))
            .bind(1, run_file::packTicks(ticks))
            .run();
}

namespace {

record::RunInfo asCopied(record::RunInfo info)
{
    if (record::mayGrow(info.status)) {
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
        if (placed.frame < ticks.newFrame.size()) // otherwise measured after the start
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
    if (const auto warnings = takeWarnings(); !warnings.empty())
        inTransaction([&] { writeEvents(warnings); });
}

void RunFileWriter::writeHistograms(const Run &run, std::uint32_t series, const SortedTicks &ticks)
{
    auto insert = m_database->prepare("INSERT OR REPLACE INTO histogram VALUES (?, ?, ?, ?)");
    auto insertTime = m_database->prepare("INSERT OR REPLACE INTO histogram_time VALUES (?, ?)");
    SortedPlaces places(ticks);
    for (const auto &[frame, stamp, histogram] : run.histograms(series)) {
        if (frame >= ticks.newFrame.size())
            continue; // measured after the start
        const PlacedValue placed = places.next({frame, 0, stamp.wallSeconds});
        writeHistogram(run, series, frame, *histogram, placed.frame, insert);
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
        if (tries == kCloseTries) // a reader still has it open: the -wal file stays, and everything is readable
            break;
        std::this_thread::sleep_for(kCloseRetryDelay);
    }
    m_database.reset();
    m_sign.reset();
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
        throw RunFileError(path, record::message("cannot be written: %1", record::messageOf(failure)));
    }
    if (stop.stop_requested()) {
        removeRunFile(part);
        return;
    }
    std::filesystem::rename(part, path, error);
    if (error) {
        removeRunFile(part);
        throw RunFileError(path, record::message("cannot be created: %1", record::systemError(error.value())));
    }
}

} // namespace lensboard::store
