#include "core/store/run_file_writer.h"

#include "core/record/clock.h"
#include "core/store/process_identity.h"
#include "core/store/run_folder.h"

#include <nlohmann/json.hpp>

#include <sqlite3.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <utility>
#include <fcntl.h>
#include <unistd.h>

namespace lensboard::store {

using namespace std::chrono_literals;

namespace {

constexpr std::size_t kFramesPerTransaction = 200;
constexpr auto kLongestDelay = 250ms; ///< between a commit in memory and the one on disk
constexpr auto kRetryDelay = 1000ms;

std::string advice(const sqlite::Error &error)
{
    if ((error.code() & 0xff) == SQLITE_FULL)
        return "the disk is full; free some space and recording goes on";
    return std::string("cannot be written (") + error.what() + ")";
}

void createEmpty(const std::filesystem::path &path)
{
    const int file = ::open(path.c_str(), O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0644);
    if (file < 0 && errno == EEXIST)
        throw RunFileError(path, "exists already; choose another name, or move it away");
    if (file < 0)
        throw RunFileError(path, std::string("cannot be created: ") + std::strerror(errno));
    ::close(file);
}

} // namespace

RunFileWriter::RunFileWriter(const std::filesystem::path &path) : m_path(path)
{
    std::error_code ignored;
    if (!path.parent_path().empty())
        std::filesystem::create_directories(path.parent_path(), ignored);
    createEmpty(path);
    try {
        m_database = std::make_unique<sqlite::Database>(path, sqlite::Database::Open::Create);
        { // all at once, or a writer killed here would leave half a file
            sqlite::Transaction transaction(*m_database);
            m_database->execute("PRAGMA application_id = " + std::to_string(run_file::kApplicationId));
            m_database->execute("PRAGMA user_version = " + std::to_string(run_file::kFormatVersion));
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

void RunFileWriter::write(const Run &run)
{
    RunCursor cursor = m_cursor;
    RunChanges changes = run.since(cursor);
    // A few frames a transaction: on a disk that fills up, all that fits is kept.
    const auto frames = std::exchange(changes.frames, {});
    std::size_t taken = 0;
    while (!changes.empty() || taken < frames.size()) {
        const std::size_t end = std::min(frames.size(), taken + kFramesPerTransaction);
        changes.frames.assign(frames.begin() + static_cast<std::ptrdiff_t>(taken),
                              frames.begin() + static_cast<std::ptrdiff_t>(end));
        try {
            sqlite::Transaction transaction(*m_database);
            writeChanges(changes);
            transaction.commit();
        } catch (const sqlite::Error &error) {
            throw RunFileError(m_path, advice(error));
        }
        m_journal.insert(m_journal.end(), changes.frames.begin(), changes.frames.end());
        taken = end;
        changes = {};
        m_cursor = cursor;
        m_cursor.frames = cursor.frames - frames.size() + taken;
        if (m_journal.size() >= run_file::kFramesPerChunk)
            chunkJournal();
    }
}

void RunFileWriter::writeChanges(const RunChanges &changes)
{
    if (changes.info)
        writeInfo(*changes.info);
    auto insertTag = m_database->prepare("INSERT OR REPLACE INTO tag VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)");
    for (const auto &[index, tag] : changes.tags) {
        insertTag.bind(0, std::int64_t{index}).bind(1, tag.name).bind(2, tag.lens);
        insertTag.bind(3, std::string(toText(tag.kind))).bind(4, tag.quantity).bind(5, std::int64_t{tag.big});
        insertTag.bind(6, std::int64_t{tag.logY}).bind(7, std::int64_t{tag.annotate});
        if (tag.yLimits)
            insertTag.bind(8, tag.yLimits->first).bind(9, tag.yLimits->second);
        else
            insertTag.bindNull(8).bindNull(9);
        insertTag.run();
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
    auto insertTick = m_database->prepare("INSERT INTO tick VALUES (?, ?, ?, ?, ?, ?)");
    auto insertFrame = m_database->prepare("INSERT INTO journal VALUES (?, ?)");
    auto frameId = static_cast<std::int64_t>(m_cursor.frames);
    for (const auto &frame : changes.frames) {
        const record::TickStamp &stamp = frame->stamp;
        insertTick.bind(0, frameId).bind(1, stamp.tick).bind(2, stamp.epoch).bind(3, stamp.step);
        insertTick.bind(4, stamp.samples).bind(5, stamp.wallSeconds).run();
        const auto readings = run_file::packReadings(frame->values);
        insertFrame.bind(0, frameId++).bind(1, readings).run();
    }
    auto insertEvent = m_database->prepare("INSERT INTO event (kind, step, wall, message) VALUES (?, ?, ?, ?)");
    for (const record::RunEvent &event : changes.events)
        insertEvent.bind(0, std::string(toText(event.kind)))
            .bind(1, event.step)
            .bind(2, event.wallSeconds)
            .bind(3, event.text)
            .run();
}

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
    const auto dumped = [](const nlohmann::ordered_json &json) { // what a host calls itself may be no UTF-8
        return json.dump(-1, ' ', false, nlohmann::ordered_json::error_handler_t::replace);
    };
    put("environment", dumped(environment));

    m_database->execute("DELETE FROM layer");
    auto insertLayer = m_database->prepare("INSERT INTO layer VALUES (?, ?, ?, ?, ?)");
    std::int64_t position = 0;
    for (const record::LayerInfo &layer : info.layers) {
        nlohmann::ordered_json parameters = nlohmann::ordered_json::array();
        for (const record::ParameterInfo &parameter : layer.parameters)
            parameters.push_back({{"name", parameter.name},
                                  {"shape", parameter.shape},
                                  {"requires_grad", parameter.requiresGrad}});
        insertLayer.bind(0, position++).bind(1, layer.name).bind(2, layer.type);
        insertLayer.bind(3, std::int64_t{layer.leaf}).bind(4, dumped(parameters)).run();
    }
}

/// Turns the journal's rows, one per frame, into chunks, one per series. A failure leaves the journal as it
/// was, readable, and the next write tries again.
void RunFileWriter::chunkJournal()
{
    struct Column
    {
        std::vector<std::uint32_t> frames;
        std::vector<double> values;
    };
    std::vector<Column> columns(m_cursor.series);
    for (std::size_t i = 0; i < m_journal.size(); ++i)
        for (const auto &[series, value] : m_journal[i]->values) {
            columns[series].frames.push_back(static_cast<std::uint32_t>(m_firstInJournal + i));
            columns[series].values.push_back(value);
        }
    try {
        sqlite::Transaction transaction(*m_database);
        auto insert = m_database->prepare("INSERT INTO chunk VALUES (?, ?, ?, ?)");
        for (std::size_t series = 0; series < columns.size(); ++series) {
            const Column &column = columns[series];
            if (column.frames.empty())
                continue;
            const bool dense = column.frames.back() - column.frames.front() + 1 == column.frames.size();
            insert.bind(0, static_cast<std::int64_t>(series)).bind(1, std::int64_t{column.frames.front()});
            dense ? insert.bindNull(2) : insert.bind(2, run_file::packFrames(column.frames));
            insert.bind(3, run_file::packValues(column.values)).run();
        }
        m_database->execute("DELETE FROM journal");
        transaction.commit();
    } catch (const sqlite::Error &error) {
        throw RunFileError(m_path, advice(error));
    }
    m_firstInJournal += m_journal.size();
    m_journal.clear();
}

void RunFileWriter::close()
{
    if (!m_journal.empty())
        chunkJournal();
    try {
        m_database->execute("PRAGMA wal_checkpoint(TRUNCATE)");
        m_database->execute("PRAGMA journal_mode = DELETE");
    } catch (const sqlite::Error &error) { // a reader holds it open: the -wal file stays beside it, all is readable
        if ((error.code() & 0xff) != SQLITE_BUSY && (error.code() & 0xff) != SQLITE_LOCKED)
            throw RunFileError(m_path, advice(error));
    }
    m_database.reset();
}

RunFileFollower::RunFileFollower(std::shared_ptr<RunStore> store, const std::filesystem::path &path)
    : m_store(std::move(store)), m_path(path), m_writer(path)
{
    m_thread = std::jthread([this](std::stop_token stop) { follow(stop); });
}

RunFileFollower::~RunFileFollower()
{
    finish();
}

void RunFileFollower::follow(std::stop_token stop)
{
    while (!stop.stop_requested()) {
        if (!m_error.empty())
            std::this_thread::sleep_for(kRetryDelay / 4);
        if (m_store->waitBeyond(m_seen, kLongestDelay) || !m_error.empty())
            writeOnce();
        if (!m_error.empty())
            continue;
        if (m_store->info().status != record::RunStatus::Recording && !m_store->waitBeyond(m_seen, 0ms)) {
            close();
            if (isClosed())
                return;
        }
        std::this_thread::sleep_for(kLongestDelay / 5); // gather what comes in quick succession
    }
}

void RunFileFollower::close()
{
    try {
        m_writer.close();
        m_closed.store(true, std::memory_order_release);
    } catch (const std::exception &error) {
        warn(error.what());
    }
}

void RunFileFollower::writeOnce()
{
    try {
        m_store->since(m_seen);
        m_writer.write(*m_store);
        m_error.clear();
        m_acknowledged.store(m_writer.acknowledgedFrames(), std::memory_order_release);
    } catch (const std::exception &error) { // nothing may leave the thread
        warn(error.what());
    }
}

void RunFileFollower::warn(const std::string &message)
{
    const bool isNew = m_error.empty();
    m_error = message;
    if (isNew)
        m_store->append({record::RunEvent::Kind::Warning, 0, record::wallSeconds(),
                         m_error + ". It is tried again every second; what was written stays readable."});
}

std::string RunFileFollower::finish()
{
    if (!m_thread.joinable())
        return m_error;
    m_thread.request_stop();
    m_thread.join();
    if (!isClosed()) {
        writeOnce();
        close();
    }
    return m_error;
}

namespace {

/// A run as it stands, under the status that a copy of it has.
class Snapshot final : public Run
{
public:
    explicit Snapshot(const Run &run) : m_run(run) {}

    record::RunInfo info() const override { return asCopied(m_run.info()); }

    RunChanges since(RunCursor &cursor) const override
    {
        RunChanges changes = m_run.since(cursor);
        if (changes.info)
            changes.info = asCopied(*changes.info);
        return changes;
    }

private:
    static record::RunInfo asCopied(record::RunInfo info)
    {
        if (info.status == record::RunStatus::Recording) {
            info.status = record::RunStatus::Stopped;
            info.message = "copied while it was being recorded";
        }
        return info;
    }

    const Run &m_run;
};

} // namespace

std::unique_ptr<RunFileFollower> followRun(std::shared_ptr<RunStore> store, const std::filesystem::path &path,
                                           const std::string &name)
{
    if (!path.empty())
        return std::make_unique<RunFileFollower>(std::move(store), path);
    constexpr int kTries = 20; // others may take the name in the same second
    for (int i = 1;; ++i) {
        const std::filesystem::path unused = newRunPath(runFolder(), name);
        try {
            return std::make_unique<RunFileFollower>(store, unused);
        } catch (const RunFileError &) {
            std::error_code ignored;
            if (i == kTries || !std::filesystem::exists(unused, ignored))
                throw;
        }
    }
}

void saveRunCopy(const Run &run, const std::filesystem::path &path)
{
    const std::filesystem::path part = path.string() + ".part";
    std::error_code error;
    for (const char *beside : {"-wal", "-journal"})
        if (std::filesystem::exists(path, error) && std::filesystem::exists(path.string() + beside, error))
            throw RunFileError(path, "is being recorded, or its recording was interrupted; choose another name");
    std::filesystem::remove(part, error);
    try {
        RunFileWriter writer(part);
        writer.write(Snapshot(run));
        writer.close();
    } catch (const std::exception &failure) {
        std::filesystem::remove(part, error);
        throw RunFileError(path, std::string("cannot be written: ") + failure.what());
    }
    std::filesystem::rename(part, path, error);
    if (error) {
        std::error_code ignored;
        std::filesystem::remove(part, ignored);
        throw RunFileError(path, "cannot be created: " + error.message());
    }
}

} // namespace lensboard::store
