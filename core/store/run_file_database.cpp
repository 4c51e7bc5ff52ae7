#include "core/store/run_file_database.h"

#include "core/store/run_file_format.h"

#include <nlohmann/json.hpp>

#include <sqlite3.h>

#include <array>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>

namespace lensboard::store {

namespace fs = std::filesystem;
using record::SeriesRole;

namespace {

void require(bool condition, const std::string &what)
{
    if (!condition)
        throw std::invalid_argument(what);
}

/// A folder of its own under the temporary one, gone with this object.
class TemporaryFolder
{
public:
    TemporaryFolder()
    {
        std::string pattern = (fs::temp_directory_path() / "lensboard-XXXXXX").string();
        if (!mkdtemp(pattern.data()))
            throw std::runtime_error("its folder cannot be written, and no temporary copy could be made in "
                                     + fs::temp_directory_path().string());
        m_path = pattern;
    }
    ~TemporaryFolder()
    {
        std::error_code ignored;
        fs::remove_all(m_path, ignored);
    }
    TemporaryFolder(const TemporaryFolder &) = delete;
    TemporaryFolder &operator=(const TemporaryFolder &) = delete;

    const fs::path &path() const { return m_path; }

private:
    fs::path m_path;
};

} // namespace

/// A run file with what lies beside it, where it can be written. Copied anew if it changed meanwhile.
class TemporaryCopy
{
public:
    explicit TemporaryCopy(const fs::path &path)
    {
        constexpr int kTries = 3;
        for (int i = 0; i < kTries; ++i) {
            const auto before = state(path);
            for (const char *suffix : kSuffixes)
                if (const fs::path source = path.string() + suffix; fs::exists(source)) {
                    const fs::path target = file().string() + suffix;
                    fs::copy_file(source, target, fs::copy_options::overwrite_existing);
                    fs::permissions(target, fs::perms::owner_write, fs::perm_options::add);
                }
            if (state(path) == before)
                return;
        }
    }

    fs::path file() const { return m_folder.path() / "run.lbrun"; }

private:
    static constexpr std::array kSuffixes = {"", "-wal", "-journal"};

    static std::vector<std::pair<std::uintmax_t, fs::file_time_type>> state(const fs::path &path)
    {
        std::vector<std::pair<std::uintmax_t, fs::file_time_type>> states;
        std::error_code missing;
        for (const char *suffix : kSuffixes)
            states.emplace_back(fs::file_size(path.string() + suffix, missing),
                                fs::last_write_time(path.string() + suffix, missing));
        return states;
    }

    TemporaryFolder m_folder;
};

namespace {

/// SQLite reads what lies beyond the end of a file as zeros, which would pass for values. While a -wal file lies
/// beside it, a file may rightly be shorter than its header says.
void checkLength(const fs::path &path, const std::array<unsigned char, 72> &header)
{
    std::error_code error;
    const auto wal = fs::file_size(path.string() + "-wal", error);
    if (!error && wal > 0)
        return;
    std::uintmax_t pageSize = header[16] << 8 | header[17];
    if (pageSize == 1)
        pageSize = 65536;
    const std::uintmax_t pages = std::uintmax_t{header[28]} << 24 | header[29] << 16 | header[30] << 8 | header[31];
    const std::uintmax_t size = fs::file_size(path, error);
    if (!error && size < pages * pageSize)
        throw RunFileError(path, "is cut short: " + std::to_string(size) + " bytes of " + std::to_string(pages * pageSize)
                                     + "; restore it from a copy");
}

/// Only our tables, and nothing that runs by itself: no views, no triggers.
void checkSchema(sqlite::Database &database, std::int64_t version)
{
    std::set<std::string> missing = {"info", "layer", "tag", "series", "tick", "journal", "chunk", "event"};
    if (version > 1)
        missing.insert({"tally", "reading", "histogram"});
    auto objects = database.prepare("SELECT type, name, sql IS NULL FROM sqlite_schema");
    while (objects.step()) {
        const std::string type = objects.text(0), name = objects.text(1);
        if (type == "index" && objects.integer(2)) // made by a UNIQUE constraint
            continue;
        require(type == "table" && missing.erase(name) == 1, "an unexpected " + type + " \"" + name + "\"");
    }
    require(missing.empty(), "it lacks the table \"" + (missing.empty() ? "" : *missing.begin()) + "\"");
}

bool needsWritableFolder(const sqlite::Error &error)
{
    const int code = error.code() & 0xff;
    return code == SQLITE_CANTOPEN || code == SQLITE_READONLY || code == SQLITE_IOERR || code == SQLITE_PERM;
}

} // namespace

void checkRunFileHeader(const fs::path &path)
{
    std::error_code error;
    if (!fs::exists(path, error))
        throw RunFileError(path, "no such file");
    if (fs::is_directory(path, error))
        throw RunFileError(path, "is a folder, expected a Lensboard run (.lbrun)");
    std::ifstream file(path, std::ios::binary);
    if (!file)
        throw RunFileError(path, "cannot be read; check its permissions");
    std::array<unsigned char, 72> header{};
    file.read(reinterpret_cast<char *>(header.data()), header.size());
    const std::string magic(header.begin(), header.begin() + 15);
    if (file.gcount() < static_cast<std::streamsize>(header.size()) || magic != "SQLite format 3")
        throw RunFileError(path, "is not a Lensboard run (.lbrun)");
    const std::int64_t id = header[68] << 24 | header[69] << 16 | header[70] << 8 | header[71];
    if (id != run_file::kApplicationId && id != 0) // 0: its first commit still lies beside it
        throw RunFileError(path, "is an SQLite database of another program, not a Lensboard run (.lbrun)");
    checkLength(path, header);
}

RunFileDatabase::RunFileDatabase(const fs::path &path)
{
    checkRunFileHeader(path);
    try {
        try {
            open(path, sqlite::Database::Open::ReadOnly);
        } catch (const sqlite::Error &error) {
            if (!needsWritableFolder(error))
                throw;
            m_copy = std::make_unique<TemporaryCopy>(path);
            open(m_copy->file(), sqlite::Database::Open::ReadWrite); // may have to roll back
        }
    } catch (const sqlite::Error &error) {
        throw damagedRun(path, error);
    } catch (const std::invalid_argument &error) {
        throw damagedRun(path, error);
    } catch (const fs::filesystem_error &error) {
        throw RunFileError(path, error.code().message());
    } catch (const std::runtime_error &error) {
        throw RunFileError(path, error.what());
    }
}

RunFileDatabase::~RunFileDatabase() = default;

void RunFileDatabase::open(const fs::path &path, sqlite::Database::Open mode)
{
    m_database = std::make_unique<sqlite::Database>(path, mode);
    if (m_database->integer("PRAGMA application_id") != run_file::kApplicationId)
        throw std::runtime_error("is an SQLite database of another program, not a Lensboard run (.lbrun)");
    m_version = m_database->integer("PRAGMA user_version");
    require(m_version >= 1, "run format " + std::to_string(m_version));
    if (m_version > run_file::kFormatVersion)
        throw std::runtime_error("was written by a newer Lensboard (run format " + std::to_string(m_version)
                                 + "; this one reads up to " + std::to_string(run_file::kFormatVersion)
                                 + "); open it with that version");
    checkSchema(*m_database, m_version);
}

RunFileError damagedRun(const fs::path &path, const std::exception &error)
{
    return {path, std::string("is damaged or cut short (") + error.what() + "); restore it from a copy"};
}

namespace {

std::vector<record::LayerInfo> readLayers(sqlite::Database &database)
{
    std::vector<record::LayerInfo> layers;
    auto rows = database.prepare("SELECT name, type, leaf, parameters FROM layer ORDER BY position");
    while (rows.step()) {
        record::LayerInfo layer{rows.text(0), rows.text(1), rows.integer(2) != 0, {}};
        for (const auto &parameter : nlohmann::json::parse(rows.text(3)))
            layer.parameters.push_back({parameter.at("name").get<std::string>(),
                                        parameter.at("shape").get<std::vector<std::int64_t>>(),
                                        parameter.at("requires_grad").get<bool>()});
        layers.push_back(std::move(layer));
    }
    return layers;
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
    run.info.message = values["message"];
    run.info.experiment = values["experiment"];
    if (!values["status"].empty())
        run.info.status = record::runStatusFromText(values["status"]);
    if (!values["created"].empty())
        run.info.createdSeconds = nlohmann::json::parse(values["created"]).get<double>();
    if (!values["environment"].empty())
        for (const auto &entry : nlohmann::json::parse(values["environment"]))
            run.info.environment.emplace_back(entry.at(0).get<std::string>(), entry.at(1).get<std::string>());
    run.info.layers = readLayers(database);
    run.writer = ProcessIdentity::fromText(values["writer"]);
    return run;
}

void judgeWriter(RunFileInfo &run)
{
    if (run.info.status != record::RunStatus::Recording)
        return;
    const std::string who = "process " + std::to_string(run.writer.pid) + " on " + run.writer.host;
    switch (run.writer.life()) {
    case ProcessIdentity::Life::Alive: run.info.message = "being recorded by " + who; break;
    case ProcessIdentity::Life::Unknown: run.info.message = "recorded by " + who + ", which cannot be asked from here";
        [[fallthrough]];
    case ProcessIdentity::Life::Dead:
        run.info.status = record::RunStatus::Interrupted;
        if (run.info.message.empty())
            run.info.message = who + " ended before the file was complete";
    }
}

std::vector<record::TagSpec> readTags(sqlite::Database &database)
{
    std::vector<record::TagSpec> tags;
    auto rows = database.prepare(
        "SELECT id, name, lens, kind, quantity, big, log_y, annotate, y_low, y_high FROM tag ORDER BY id");
    while (rows.step()) {
        record::TagSpec tag{rows.text(1), rows.text(2), record::tagKindFromText(rows.text(3)), rows.text(4)};
        tag.big = rows.integer(5) != 0;
        tag.logY = rows.integer(6) != 0;
        tag.annotate = rows.integer(7) != 0;
        if (!rows.isNull(8) && !rows.isNull(9))
            tag.yLimits = std::pair(rows.real(8), rows.real(9));
        require(rows.integer(0) == static_cast<std::int64_t>(tags.size()), "the tags are not numbered from 0");
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
        require(tag >= 0 && tag < static_cast<std::int64_t>(tagCount), "a series of a tag that is not there");
        require(role >= 0 && role <= static_cast<int>(SeriesRole::Histogram), "a series of an unknown role");
        require(rows.integer(0) == static_cast<std::int64_t>(first + series.size()), "the series are not numbered from 0");
        series.push_back({static_cast<std::uint32_t>(tag), rows.text(2), rows.text(3), static_cast<SeriesRole>(role)});
    }
    return series;
}

std::vector<record::RunEvent> readEvents(sqlite::Database &database, std::int64_t &id)
{
    std::vector<record::RunEvent> events;
    auto rows = database.prepare("SELECT id, kind, step, wall, message FROM event WHERE id > ? ORDER BY id");
    rows.bind(0, id);
    while (rows.step()) {
        id = rows.integer(0);
        events.push_back({record::eventKindFromText(rows.text(1)), rows.integer(2), rows.real(3), rows.text(4)});
    }
    return events;
}

} // namespace lensboard::store
