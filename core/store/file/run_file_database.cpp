#include "core/store/file/run_file_database.h"

#include "core/record/error.h"
#include "core/record/message.h"
#include "core/record/message_json.h"
#include "core/store/file/run_file_format.h"
#include "core/store/file/shared_folder.h"
#include "core/store/file/temporary_copy.h"
#include "core/store/file/writer_sign.h"

#include <nlohmann/json.hpp>

#include <sqlite3.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cmath>
#include <cstring>
#include <limits>
#include <map>
#include <sstream>

namespace lensboard::store {

namespace fs = std::filesystem;
using record::SeriesRole;

namespace {

/// Normalises blanks in SQL, for comparison of schemas.
std::string withSingleBlanks(const std::string &sql)
{
    std::string text;
    std::istringstream words(sql);
    for (std::string word; words >> word;)
        text += (text.empty() ? "" : " ") + word;
    return text;
}

/// Returns the CREATE statement of each table, by name.
std::map<std::string, std::string> tablesOf(const char *schema)
{
    std::map<std::string, std::string> tables;
    std::istringstream statements(schema);
    for (std::string sql; std::getline(statements, sql, ';');) {
        std::string create, table, name;
        if (std::istringstream(sql) >> create >> table >> name)
            tables[name] = withSingleBlanks(sql);
    }
    return tables;
}

/// Checks that the database contains exactly the expected tables, created by exactly the expected statements: no views, triggers or
/// generated columns.
void checkSchema(sqlite::Database &database, std::int64_t version)
{
    auto missing = tablesOf(version == 1 ? run_file::kSchema1 : run_file::kSchema); // formats 2 and 3 lack some tables
    if (version >= run_file::kFirstWithParts)
        missing.merge(tablesOf(run_file::kPartsSchema));
    for (const auto &[table, since] : {std::pair("tensor", 3), std::pair("chunk_time", 4), std::pair("journal_time", 4),
                                       std::pair("histogram_time", 4)})
        if (version < since)
            missing.erase(table);
    auto objects = database.prepare("SELECT type, name, sql IS NULL, sql FROM sqlite_schema");
    while (objects.step()) {
        const std::string type = objects.text(0), name = objects.text(1);
        if (type == "index" && objects.integer(2)) // created by a UNIQUE constraint
            continue;
        const auto ours = missing.find(name);
        require(type == "table" && ours != missing.end(), record::message("an unexpected %1 \"%2\"", type, name));
        require(withSingleBlanks(objects.text(3)) == ours->second, record::message("the table \"%1\" has other columns", name));
        missing.erase(ours);
    }
    require(missing.empty(), record::message("it lacks the table \"%1\"", missing.empty() ? "" : missing.begin()->first));
}

/// Returns true if the database has a write-ahead log. SQLite keeps its index in memory that computers cannot share.
bool hasLog(const fs::path &path)
{
    constexpr std::size_t kReadVersion = 19;
    const std::string header = sqlite::firstBytes(path, kReadVersion + 1);
    return header.size() > kReadVersion && header[kReadVersion] == 2;
}

} // namespace

void require(bool condition, const char *pattern)
{
    if (!condition)
        throw record::InvalidArgument(record::messageOfPattern(pattern));
}

void require(bool condition, const record::Message &what)
{
    if (!condition)
        throw record::InvalidArgument(what);
}

void checkRunFileHeader(const fs::path &path)
{
    std::error_code error;
    if (!fs::exists(path, error))
        throw RunFileError(path, error ? record::message("cannot be read: %1", record::systemError(error.value())) : record::message("no such file"));
    if (!fs::is_regular_file(path, error))
        throw RunFileError(path, fs::is_directory(path, error) ? record::message("is a folder, expected a Lensboard run (.lbrun)")
                                                               : record::message("is not a file, expected a Lensboard run (.lbrun)"));
    if (::access(path.c_str(), R_OK) != 0)
        throw RunFileError(path, record::message("cannot be read; check its permissions"));
    constexpr std::size_t kHeaderSize = 72;
    const std::string bytes = sqlite::firstBytes(path, kHeaderSize);
    if (bytes.size() < kHeaderSize || !bytes.starts_with("SQLite format 3"))
        throw RunFileError(path, record::message("is not a Lensboard run (.lbrun)"));
    const std::vector<unsigned char> header(bytes.begin(), bytes.end());
    const std::int64_t id = header[68] << 24 | header[69] << 16 | header[70] << 8 | header[71];
    if (id != run_file::kApplicationId && id != 0) // 0: the first commit is still in the log beside it
        throw RunFileError(path, record::message("is an SQLite database of another program, not a Lensboard run (.lbrun)"));
    if (const std::string missing = missingEnd(path, bytes); !missing.empty())
        throw RunFileError(path, missing);
}

RunFileDatabase::RunFileDatabase(const fs::path &path, Access access)
{
    checkRunFileHeader(path);
    if (access == Access::Change && ::access(path.c_str(), W_OK) != 0)
        throw RunFileError(path, record::message("cannot be changed: %1", record::systemError(errno)));
    try {
        const bool mustCopy = access == Access::Read && isShared(path) && (hasLog(path) || (openInPlace(path, access), isWrittenUnseen(path)));
        if (mustCopy)
            openCopy(path);
        else if (!m_database)
            openInPlace(path, access);
        if (access == Access::Change) {
            open(path, sqlite::Database::Open::ReadWrite); // rolls back its journal; the copy showed that the result is valid
            m_copy.reset();
        }
        if (!m_copy)
            m_database->checkPlace(); // a file renamed since may have opened the log of its successor
    } catch (const ChangedWhileCopied &error) {
        throw RunFileBusy(path, record::messageOf(error));
    } catch (const sqlite::Error &error) {
        if (error.code() == SQLITE_READONLY_DBMOVED)
            throw RunFileBusy(path, record::message("was moved or replaced by another process; try again"));
        throw damagedRun(path, error);
    } catch (const std::invalid_argument &error) {
        throw damagedRun(path, error);
    } catch (const fs::filesystem_error &error) {
        throw RunFileError(path, record::systemError(error.code().value()));
    } catch (const std::runtime_error &error) {
        throw RunFileError(path, record::messageOf(error));
    }
}

RunFileDatabase::~RunFileDatabase() = default;

bool RunFileDatabase::isOutdated() const
{
    return m_copy && m_copy->isOutdated();
}

void RunFileDatabase::openInPlace(const fs::path &path, Access access)
{
    try {
        open(path, sqlite::Database::Open::ReadOnly);
    } catch (const sqlite::Error &error) {
        if (!isOfPlace(error))
            throw;
        if (access == Access::Change && error.code() != SQLITE_READONLY_ROLLBACK) // other files beside it may come from anyone
            throw record::Error(record::message("cannot be changed where it lies (%1); use Save a Copy and change the copy", record::messageOf(error)));
        openCopy(path);
    }
}

void RunFileDatabase::openCopy(const fs::path &path)
{
    m_database.reset();
    m_copy = std::make_unique<TemporaryCopy>(path);
    open(m_copy->file(), sqlite::Database::Open::ReadWrite); // a rollback may be necessary
}

/// Returns true if a process may be writing the file without visible locks. \p path is on a shared file system.
bool RunFileDatabase::isWrittenUnseen(const fs::path &path)
{
    if (m_copy || m_version == 0)
        return false;
    try {
        const RunFileInfo run = readInfo(*m_database);
        std::error_code unknown; // a writer removes its journal last, after marking the run as ended
        const bool mayBeWritten = run.info.status == record::RunStatus::Recording || fs::exists(path.string() + "-journal", unknown);
        return mayBeWritten && run.writer.life() == ProcessIdentity::Life::Unknown && !isSigned(path);
    } catch (const std::exception &) { // a change may be in progress: the copy will show if it is damaged
        return true;
    }
}

void RunFileDatabase::open(const fs::path &path, sqlite::Database::Open mode)
{
    m_database = std::make_unique<sqlite::Database>(path, mode);
    if (m_database->integer("PRAGMA page_count") == 0)
        return;
    check();
}

void RunFileDatabase::check()
{
    if (m_database->integer("PRAGMA application_id") != run_file::kApplicationId)
        throw record::Error(record::message("is an SQLite database of another program, not a Lensboard run (.lbrun)"));
    m_version = m_database->integer("PRAGMA user_version");
    require(m_version >= 1, record::message("run format %1", m_version));
    if (m_version > run_file::kFormatVersion)
        throw record::Error(record::message("was written by a newer Lensboard (run format %1; this one reads up to %2); "
                                                 "open it with that version",
                                                 m_version, run_file::kFormatVersion));
    checkSchema(*m_database, m_version);
    m_tables = m_database->integer("PRAGMA schema_version");
}

std::int64_t RunFileDatabase::checkAgain()
{
    if (m_database->integer("PRAGMA schema_version") != m_tables)
        check();
    return m_version;
}

RunFileError damagedRun(const fs::path &path, const std::exception &error)
{
    return {path, record::message("is damaged or cut short (%1); restore it from a copy", record::messageOf(error))};
}

namespace {

/// Returns a shape with sizes of at least \p least. Adds its number of elements to \p count. Throws if \p count overflows.
std::vector<std::int64_t> shapeFrom(const nlohmann::json &json, std::int64_t least, std::int64_t &count)
{
    require(json.is_array() && std::all_of(json.begin(), json.end(), [](const auto &size) { return size.is_number_integer(); }),
            record::messagePattern("a layer with a shape that is not a list of whole numbers"));
    std::vector<std::int64_t> shape;
    std::int64_t elements = 1;
    for (const auto &number : json) {
        const bool fits = !number.is_number_unsigned() || number.get<std::uint64_t>() <= std::numeric_limits<std::int64_t>::max();
        require(fits && number.get<std::int64_t>() >= least, record::messagePattern("a layer with an impossible size in its shape"));
        shape.push_back(number.get<std::int64_t>());
        require(!__builtin_mul_overflow(elements, std::abs(shape.back()), &elements), record::messagePattern("a layer with a shape beyond all memory"));
    }
    require(!__builtin_add_overflow(count, elements, &count), record::messagePattern("layers with parameters beyond all memory"));
    return shape;
}

/// Reads output shapes: \p text is a JSON array with a list of sizes or null for each of \p layers.
void readOutputShapes(const std::string &text, std::vector<record::LayerInfo> &layers)
{
    const nlohmann::json shapes = nlohmann::json::parse(text);
    require(shapes.is_array() && shapes.size() == layers.size(), record::messagePattern("output shapes of other layers than there are"));
    for (std::size_t i = 0; i < layers.size(); ++i)
        if (std::int64_t elements = 0; !shapes[i].is_null())
            layers[i].outputShape = shapeFrom(shapes[i], record::kBatchSize, elements);
}

void readBuffers(const std::string &text, std::vector<record::LayerInfo> &layers)
{
    const nlohmann::json all = nlohmann::json::parse(text);
    require(all.is_array() && all.size() == layers.size(), record::messagePattern("buffers of other layers than there are"));
    std::int64_t count = 0;
    for (std::size_t i = 0; i < layers.size(); ++i)
        for (const auto &buffer : all[i])
            layers[i].buffers.push_back({buffer.at("name").get<std::string>(), shapeFrom(buffer.at("shape"), 0, count)});
}

std::vector<record::LayerInfo> readLayers(sqlite::Database &database)
{
    std::vector<record::LayerInfo> layers;
    std::int64_t count = 0;
    auto rows = database.prepare("SELECT name, type, leaf, parameters FROM layer ORDER BY position");
    while (rows.step()) {
        record::LayerInfo layer{rows.text(0), rows.text(1), rows.integer(2) != 0, {}};
        for (const auto &parameter : nlohmann::json::parse(rows.text(3)))
            layer.parameters.push_back({parameter.at("name").get<std::string>(), shapeFrom(parameter.at("shape"), 0, count),
                                        parameter.at("requires_grad").get<bool>(), parameter.value("shared_with", "")});
        layers.push_back(std::move(layer));
    }
    return layers;
}

record::RunVerdict readVerdict(const std::string &json)
{
    constexpr std::size_t kMax = 1000, kLongest = 200;
    const auto verdict = nlohmann::json::parse(json);
    record::RunVerdict read{verdict.at("problems").get<std::vector<std::string>>(), verdict.at("warnings").get<std::vector<std::string>>()};
    for (const auto *rules : {&read.problems, &read.warnings})
        require(rules->size() <= kMax && std::ranges::all_of(*rules, [](const std::string &rule) { return rule.size() <= kLongest; }),
                record::messagePattern("a verdict that no rules made"));
    return read;
}

} // namespace

RunFileInfo readInfo(sqlite::Database &database)
{
    std::map<std::string, std::string> values;
    auto rows = database.prepare("SELECT key, value FROM info");
    while (rows.step())
        values[rows.text(0)] = rows.text(1);
    RunFileInfo run;
    run.info.name = values["name"];
    run.info.message = record::messageFrom(values["message"], values["message_structure"]);
    run.info.experiment = values["experiment"];
    run.info.notes = values["notes"];
    require(run.info.notes.size() <= record::kLongestNotes, record::message("notes of %1 bytes", run.info.notes.size()));
    if (!values["verdict"].empty())
        run.info.verdict = readVerdict(values["verdict"]);
    if (!values["status"].empty())
        run.info.status = record::runStatusFromText(values["status"]);
    if (!values["created"].empty())
        run.info.createdSeconds = nlohmann::json::parse(values["created"]).get<double>();
    require(std::abs(run.info.createdSeconds) <= run_file::kLatestSeconds, record::messagePattern("a time that is out of range"));
    if (!values["environment"].empty())
        for (const auto &entry : nlohmann::json::parse(values["environment"]))
            run.info.environment.emplace_back(entry.at(0).get<std::string>(),
                                              record::messageFrom(entry.at(1).get<std::string>(), entry.size() > 2 ? entry[2].get<std::string>() : ""));
    run.info.layers = readLayers(database);
    if (!values["output_shapes"].empty())
        readOutputShapes(values["output_shapes"], run.info.layers);
    if (!values["buffers"].empty())
        readBuffers(values["buffers"], run.info.layers);
    run.writer = ProcessIdentity::fromText(values["writer"]);
    run.sign = values["sign"];
    return run;
}

void judgeWriter(const fs::path &path, RunFileInfo &run)
{
    if (run.info.status != record::RunStatus::Recording)
        return;
    const record::Message who = record::message("process %1 on %2", run.writer.pid, run.writer.host);
    switch (writerLife(path, run.writer, run.sign)) {
    case ProcessIdentity::Life::Alive: run.info.message = record::message("being recorded by %1", who); break;
    case ProcessIdentity::Life::Unknown:
        run.info.status = record::RunStatus::Unknown;
        run.info.message = record::message("perhaps still being recorded by %1 (cannot be checked from here)", who);
        break;
    case ProcessIdentity::Life::Dead:
        run.info.status = record::RunStatus::Interrupted;
        if (run.info.message.empty())
            run.info.message = record::message("%1 ended before the file was complete", who);
    }
}

std::vector<record::TagSpec> readTags(sqlite::Database &database)
{
    std::vector<record::TagSpec> tags;
    auto rows = database.prepare(
        "SELECT id, name, lens, kind, quantity, big, log_y, annotate, y_low, y_high, value FROM tag"
        " LEFT JOIN info ON key = 'foreign_name ' || id ORDER BY id");
    while (rows.step()) {
        record::TagSpec tag{rows.text(1), rows.text(2), record::tagKindFromText(rows.text(3)), rows.text(4)};
        tag.big = rows.integer(5) != 0;
        tag.logY = rows.integer(6) != 0;
        tag.annotate = rows.integer(7) != 0;
        if (!rows.isNull(8) && !rows.isNull(9))
            tag.yLimits = std::pair(rows.real(8), rows.real(9));
        if (!rows.isNull(10))
            tag.foreignName = rows.text(10);
        require(rows.integer(0) == static_cast<std::int64_t>(tags.size()), record::messagePattern("the tags are not numbered from 0"));
        tags.push_back(std::move(tag));
    }
    return tags;
}

std::vector<record::SeriesSpec> readSeries(sqlite::Database &database, std::size_t first, std::size_t tagCount)
{
    std::vector<record::SeriesSpec> series;
    auto rows = database.prepare("SELECT id, tag, layer, label, role FROM series WHERE id >= ? ORDER BY id");
    rows.bind(0, static_cast<std::int64_t>(first));
    while (rows.step()) {
        const std::int64_t tag = rows.integer(1), role = rows.integer(4);
        require(tag >= 0 && tag < static_cast<std::int64_t>(tagCount), record::messagePattern("a series of a tag that is not there"));
        require(role >= 0 && role <= static_cast<int>(SeriesRole::Tensor), record::messagePattern("a series of an unknown role"));
        require(rows.integer(0) == static_cast<std::int64_t>(first + series.size()), record::messagePattern("the series are not numbered from 0"));
        series.push_back({static_cast<std::uint32_t>(tag), rows.text(2), rows.text(3), static_cast<SeriesRole>(role)});
    }
    return series;
}

std::vector<record::RunEvent> readEvents(sqlite::Database &database, std::int64_t &id)
{
    std::vector<record::RunEvent> events;
    auto rows = database.prepare("SELECT id, kind, step, wall, message, change.value, structure.value FROM event"
                                 " LEFT JOIN info AS change ON change.key = 'event_change ' || id"
                                 " LEFT JOIN info AS structure ON structure.key = 'event_message ' || id WHERE id > ? ORDER BY id");
    rows.bind(0, id);
    while (rows.step()) {
        id = rows.integer(0);
        const auto optionalText = [&rows](int column) { return rows.isNull(column) ? std::string() : rows.text(column); };
        events.push_back({record::eventKindFromText(rows.text(1)), rows.integer(2), rows.real(3),
                          record::messageFrom(rows.text(4), optionalText(6)), optionalText(5)});
    }
    return events;
}

} // namespace lensboard::store
