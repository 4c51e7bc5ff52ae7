#include "core/store/run_file_reader.h"

#include "core/store/process_identity.h"
#include "core/store/sqlite.h"

#include <nlohmann/json.hpp>

#include <sqlite3.h>

#include <array>
#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <set>

namespace lensboard::store {

namespace fs = std::filesystem;
using record::SeriesRole;

namespace {

constexpr std::int64_t kMostFrames = std::int64_t{1} << 31;

[[noreturn]] void damaged(const std::string &what)
{
    throw std::invalid_argument(what);
}

void require(bool condition, const std::string &what)
{
    if (!condition)
        damaged(what);
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

/// What a writer leaves that was killed before its first commit.
std::shared_ptr<RunStore> emptyRun(const fs::path &path)
{
    record::RunInfo info;
    info.name = path.stem().string();
    info.status = record::RunStatus::Interrupted;
    info.message = "interrupted before anything was written";
    return std::make_shared<RunStore>(info);
}

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

void checkHeader(const fs::path &path)
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

/// Only our tables, and nothing that runs by itself: no views, no triggers.
void checkSchema(sqlite::Database &database)
{
    std::set<std::string> missing = {"info", "layer", "tag", "series", "tick", "journal", "chunk", "event"};
    auto objects = database.prepare("SELECT type, name, sql IS NULL FROM sqlite_schema");
    while (objects.step()) {
        const std::string type = objects.text(0), name = objects.text(1);
        if (type == "index" && objects.integer(2)) // made by a UNIQUE constraint
            continue;
        require(type == "table" && missing.erase(name) == 1, "an unexpected " + type + " \"" + name + "\"");
    }
    require(missing.empty(), "it lacks the table \"" + (missing.empty() ? "" : *missing.begin()) + "\"");
}

class Reader
{
public:
    Reader(const fs::path &path, sqlite::Database::Open mode) : m_database(path, mode)
    {
        m_database.execute("BEGIN"); // one snapshot, though the file may be growing
    }

    std::shared_ptr<RunStore> read()
    {
        if (m_database.integer("PRAGMA application_id") != run_file::kApplicationId)
            throw std::runtime_error("is an SQLite database of another program, not a Lensboard run (.lbrun)");
        const std::int64_t version = m_database.integer("PRAGMA user_version");
        require(version >= 1, "run format " + std::to_string(version));
        if (version > run_file::kFormatVersion)
            throw std::runtime_error("was written by a newer Lensboard (run format " + std::to_string(version)
                                     + "; this one reads up to " + std::to_string(run_file::kFormatVersion)
                                     + "); open it with that version");
        checkSchema(m_database);
        m_store = std::make_shared<RunStore>(readInfo());
        readTags();
        readSeries();
        readFrames();
        readEvents();
        return m_store;
    }

private:
    record::RunInfo readInfo()
    {
        std::map<std::string, std::string> values;
        auto rows = m_database.prepare("SELECT key, value FROM info");
        while (rows.step())
            values[rows.text(0)] = rows.text(1);
        record::RunInfo info;
        info.name = values["name"];
        info.message = values["message"];
        info.experiment = values["experiment"];
        if (!values["status"].empty())
            info.status = record::runStatusFromText(values["status"]);
        if (!values["created"].empty())
            info.createdSeconds = nlohmann::json::parse(values["created"]).get<double>();
        if (!values["environment"].empty())
            for (const auto &entry : nlohmann::json::parse(values["environment"]))
                info.environment.emplace_back(entry.at(0).get<std::string>(), entry.at(1).get<std::string>());
        if (info.status == record::RunStatus::Recording)
            judgeWriter(info, ProcessIdentity::fromText(values["writer"]));
        readLayers(info);
        return info;
    }

    static void judgeWriter(record::RunInfo &info, const ProcessIdentity &writer)
    {
        const std::string who = "process " + std::to_string(writer.pid) + " on " + writer.host;
        switch (writer.life()) {
        case ProcessIdentity::Life::Alive: info.message = "being recorded by " + who; break;
        case ProcessIdentity::Life::Unknown: info.message = "recorded by " + who + ", which cannot be asked from here";
            [[fallthrough]];
        case ProcessIdentity::Life::Dead:
            info.status = record::RunStatus::Interrupted;
            if (info.message.empty())
                info.message = who + " ended before the file was complete";
        }
    }

    void readLayers(record::RunInfo &info)
    {
        auto rows = m_database.prepare("SELECT name, type, leaf, parameters FROM layer ORDER BY position");
        while (rows.step()) {
            record::LayerInfo layer{rows.text(0), rows.text(1), rows.integer(2) != 0, {}};
            for (const auto &parameter : nlohmann::json::parse(rows.text(3)))
                layer.parameters.push_back({parameter.at("name").get<std::string>(),
                                            parameter.at("shape").get<std::vector<std::int64_t>>(),
                                            parameter.at("requires_grad").get<bool>()});
            info.layers.push_back(std::move(layer));
        }
    }

    void readTags()
    {
        auto rows = m_database.prepare(
            "SELECT id, name, lens, kind, quantity, big, log_y, annotate, y_low, y_high FROM tag ORDER BY id");
        while (rows.step()) {
            record::TagSpec tag{rows.text(1), rows.text(2), record::tagKindFromText(rows.text(3)), rows.text(4)};
            tag.big = rows.integer(5) != 0;
            tag.logY = rows.integer(6) != 0;
            tag.annotate = rows.integer(7) != 0;
            if (!rows.isNull(8) && !rows.isNull(9))
                tag.yLimits = std::pair(rows.real(8), rows.real(9));
            const std::int64_t id = rows.integer(0);
            require(m_store->registerTag(tag) == id && id == m_tagCount++, "the tags are not numbered from 0");
        }
    }

    void readSeries()
    {
        auto rows = m_database.prepare("SELECT id, tag, layer, label, role FROM series ORDER BY id");
        while (rows.step()) {
            const std::int64_t tag = rows.integer(1), role = rows.integer(4);
            require(tag >= 0 && tag < m_tagCount, "a series of a tag that is not there");
            require(role >= 0 && role <= static_cast<int>(SeriesRole::BandHigh), "a series of an unknown role");
            require(rows.integer(0) == m_seriesCount++, "the series are not numbered from 0");
            m_store->registerSeries(
                {static_cast<std::uint32_t>(tag), rows.text(2), rows.text(3), static_cast<SeriesRole>(role)});
        }
    }

    void readFrames()
    {
        std::vector<record::Frame> frames;
        auto ticks = m_database.prepare("SELECT frame, tick, epoch, step, samples, wall FROM tick ORDER BY frame");
        while (ticks.step()) {
            require(ticks.integer(0) == static_cast<std::int64_t>(frames.size())
                        && ticks.integer(0) < kMostFrames,
                    "the ticks are not numbered from 0");
            frames.push_back({{ticks.integer(1), ticks.integer(2), ticks.integer(3), ticks.integer(4),
                               ticks.real(5)},
                              {}});
        }
        readChunks(frames);
        auto journal = m_database.prepare("SELECT frame, readings FROM journal");
        while (journal.step()) {
            const std::int64_t frame = journal.integer(0);
            require(frame >= 0 && frame < static_cast<std::int64_t>(frames.size()), "values of a tick not there");
            for (const record::SeriesValue &value : run_file::unpackReadings(journal.blob(1))) {
                require(value.series < m_seriesCount, "values of a series that is not there");
                frames[static_cast<std::size_t>(frame)].values.push_back(value);
            }
        }
        for (record::Frame &frame : frames)
            m_store->commit(std::move(frame));
    }

    void readChunks(std::vector<record::Frame> &frames)
    {
        auto chunks = m_database.prepare("SELECT series, first, frames, readings FROM chunk ORDER BY series, first");
        while (chunks.step()) {
            const std::int64_t series = chunks.integer(0), first = chunks.integer(1);
            const auto values = run_file::unpackValues(chunks.blob(3));
            require(series >= 0 && series < m_seriesCount, "a chunk of a series that is not there");
            require(first >= 0 && first < static_cast<std::int64_t>(frames.size()), "a chunk of ticks not there");
            auto at = run_file::unpackFrames(chunks.blob(2));
            require(chunks.isNull(2) || at.size() == values.size(), "a chunk with more values than ticks");
            for (std::size_t i = 0; i < values.size(); ++i) {
                const std::size_t frame = at.empty() ? static_cast<std::size_t>(first) + i : at[i];
                require(frame < frames.size(), "a chunk of ticks that are not there");
                frames[frame].values.push_back({static_cast<std::uint32_t>(series), values[i]});
            }
        }
    }

    void readEvents()
    {
        auto rows = m_database.prepare("SELECT kind, step, wall, message FROM event ORDER BY id");
        while (rows.step())
            m_store->append(
                {record::eventKindFromText(rows.text(0)), rows.integer(1), rows.real(2), rows.text(3)});
    }

    sqlite::Database m_database;
    std::shared_ptr<RunStore> m_store;
    std::int64_t m_tagCount = 0;
    std::int64_t m_seriesCount = 0;
};

bool needsWritableFolder(const sqlite::Error &error)
{
    const int code = error.code() & 0xff;
    return code == SQLITE_CANTOPEN || code == SQLITE_READONLY || code == SQLITE_IOERR || code == SQLITE_PERM;
}

} // namespace

std::shared_ptr<RunStore> readRun(const fs::path &path)
{
    std::error_code unknown;
    if (path.extension() == ".lbrun" && fs::is_regular_file(path, unknown) && fs::file_size(path, unknown) == 0
        && !unknown)
        return emptyRun(path);
    checkHeader(path);
    try {
        try {
            return Reader(path, sqlite::Database::Open::ReadOnly).read();
        } catch (const sqlite::Error &error) {
            if (!needsWritableFolder(error))
                throw;
            const TemporaryCopy copy(path);
            return Reader(copy.file(), sqlite::Database::Open::ReadWrite).read(); // may have to roll back
        }
    } catch (const RunFileError &) {
        throw;
    } catch (const sqlite::Error &error) {
        throw RunFileError(path, std::string("is damaged or cut short (") + error.what()
                                     + "); restore it from a copy");
    } catch (const std::invalid_argument &error) {
        throw RunFileError(path, std::string("is damaged: ") + error.what() + "; restore it from a copy");
    } catch (const nlohmann::json::exception &error) {
        throw RunFileError(path, std::string("is damaged: ") + error.what() + "; restore it from a copy");
    } catch (const fs::filesystem_error &error) {
        throw RunFileError(path, error.code().message());
    } catch (const std::runtime_error &error) {
        throw RunFileError(path, error.what());
    }
}

} // namespace lensboard::store
