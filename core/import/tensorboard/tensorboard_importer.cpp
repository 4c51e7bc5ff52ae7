#include "core/import/tensorboard/tensorboard_importer.h"

#include "core/bytes/valid_utf8.h"
#include "core/import/open_end.h"
#include "core/import/partial_read.h"
#include "core/import/tensorboard/tensorboard_event_decoder.h"
#include "core/import/tensorboard/tensorboard_files.h"
#include "core/import/tensorboard/tensorboard_record_file.h"
#include "core/import/tensorboard/tensorboard_run.h"
#include "core/record/error.h"
#include "core/record/message.h"

#include <algorithm>
#include <optional>
#include <system_error>

namespace lensboard::imports {

namespace fs = std::filesystem;

namespace {

constexpr std::size_t kMaxProblems = 3; ///< maximum number of problems in a message

fs::path fullPath(const fs::path &source)
{
    std::error_code ignored;
    return fs::absolute(source, ignored).lexically_normal();
}

std::string runName(const fs::path &source)
{
    const fs::path full = fullPath(source);
    return bytes::validUtf8((full.has_filename() ? full : full.parent_path()).filename().native());
}

/// Returns an empty vector if the folder was deleted.
std::vector<fs::path> filesIn(const fs::path &folder)
{
    try {
        return tensorboardFiles(folder);
    } catch (const ImportError &) {
        return {};
    }
}

} // namespace

struct TensorboardImporter::File
{
    TensorboardRecordFile records;
    std::uint32_t number; ///< counted from 1
    std::string name;
    std::string folder; ///< folder of add_scalars(), relative to the run's; otherwise empty
    std::optional<ImportError> problem = {}; ///< reason why the file cannot be read now
    bool readToEnd = false;
    Tally strangeRecords = {}; ///< records that are not events
    std::uint64_t lastStrange = 0;

    File(const fs::path &path, std::size_t count, const std::string &inFolder)
        : records(path), number(static_cast<std::uint32_t>(count)), name(bytes::validUtf8((inFolder / path.filename()).native())), folder(inFolder)
    {}
};

TensorboardImporter::TensorboardImporter(fs::path source)
    : m_source(std::move(source)),
      m_run(std::make_unique<TensorboardRun>(runName(m_source), bytes::validUtf8(fullPath(m_source).native()))),
      m_decoder(std::make_unique<TensorboardEventDecoder>(*m_run))
{}

TensorboardImporter::~TensorboardImporter() = default;

bool TensorboardImporter::read(store::RunStore &run, ReadProgress &progress)
{
    findFiles();
    m_run->setStore(run);
    startProgress(progress);
    bool isEnough = false;
    for (auto file = m_files.begin(); file != m_files.end() && !isEnough; ++file)
        isEnough = readFile(**file, run, progress);
    const bool anything = m_run->finishRead(m_files.size(), isEnough ? describePart(progress) : standingProblems(), status());
    if (std::all_of(m_files.begin(), m_files.end(), [](const auto &file) { return file->problem.has_value(); }))
        throw ImportError(*m_files[0]->problem);
    return anything;
}

void TensorboardImporter::findFiles()
{
    const auto paths = pathsThere();
    const auto isKnown = [this](const fs::path &path) { return m_known.contains(path); };
    if (static_cast<std::size_t>(std::count_if(paths.begin(), paths.end(), isKnown)) < m_known.size())
        throw SourceReplaced(m_source, record::message("an event file is gone: the others are read anew"));
    if (paths.empty())
        throw ImportError(m_source, record::message("holds no event files (with \"tfevents\" in their names)"));
    for (const fs::path &path : paths)
        if (m_known.insert(path).second) {
            const fs::path folder = path.parent_path().lexically_relative(m_source);
            m_files.push_back(std::make_unique<File>(path, m_files.size() + 1, folder == "." || path == m_source ? "" : folder.generic_string()));
        }
}

std::vector<fs::path> TensorboardImporter::pathsThere()
{
    std::error_code ignored;
    if (fs::is_regular_file(m_source, ignored))
        return {m_source};
    std::vector<fs::path> paths = tensorboardFiles(m_source);
    if (paths.empty())
        return paths;
    for (const fs::path &folder : m_added.below(m_source))
        std::ranges::copy(filesIn(folder), std::back_inserter(paths));
    return paths;
}

void TensorboardImporter::startProgress(ReadProgress &progress) const
{
    std::uint64_t total = 0, done = 0;
    for (const auto &file : m_files) {
        std::error_code unreadable;
        const auto size = fs::file_size(file->records.path(), unreadable);
        total += unreadable ? 0 : size;
        done += file->records.end();
    }
    progress.total = total;
    progress.done = done;
}

/// Returns true if it is enough for now.
bool TensorboardImporter::readFile(File &file, const store::RunStore &run, ReadProgress &progress)
{
    m_run->enterFile(file.number, file.name, file.folder);
    m_run->media().enterFile(file.records.path());
    const bool wasDamaged = file.records.damage().has_value();
    file.problem.reset();
    file.readToEnd = false;
    bool isEnough = false;
    try {
        while (!progress.stop.stop_requested() && !file.readToEnd && !isEnough) {
            const std::uint64_t before = file.records.end();
            file.readToEnd = !file.records.readMore();
            readBlock(file);
            progress.done += file.records.end() - before;
            if (progress.isTimeOver())
                m_run->flush();
            isEnough = !file.readToEnd && isEnoughForNow(progress, run);
        }
    } catch (const SourceReplaced &) {
        m_run->flush();
        throw;
    } catch (const ImportError &error) {
        file.problem = error;
    }
    m_run->flush();
    if (const auto &damage = file.records.damage(); damage && !wasDamaged)
        m_run->warn(record::message("%1 is damaged at byte %2: %3. It is read up to there; %4 after it are not",
                                    file.name, damage->position, damage->cause,
                                    record::counted(damage->lost, "%n byte", "%n bytes")));
    if (file.strangeRecords.takeNews())
        m_run->warn(record::message("%1: not an event, or only in part: %2, the last at byte %3",
                                    file.name, record::counted(file.strangeRecords.count, "%n record", "%n records"),
                                    file.lastStrange));
    return isEnough;
}

void TensorboardImporter::readBlock(File &file)
{
    while (const auto record = file.records.next()) {
        m_run->media().enterEvent(*record, file.records.dataPosition());
        if (!m_decoder->decode(*record)) {
            ++file.strangeRecords.count;
            file.lastStrange = file.records.position();
        }
    }
}

/// Returns Finished unless the most recently written file ends inside a record.
record::RunStatus TensorboardImporter::status() const
{
    const File *last = nullptr;
    fs::file_time_type lastWritten{};
    for (const auto &file : m_files) {
        std::error_code gone;
        const auto written = fs::last_write_time(file->records.path(), gone);
        if (!gone && (!last || written >= lastWritten)) {
            last = file.get();
            lastWritten = written;
        }
    }
    const bool isCut = last && last->readToEnd && (last->records.unfinished() > 0 || last->records.isCut());
    return isCut ? statusOfOpenEnd(last->records.path()) : record::RunStatus::Finished;
}

record::Message TensorboardImporter::standingProblems() const
{
    record::Message problems;
    std::size_t count = 0;
    for (const auto &file : m_files) {
        const std::uint64_t unfinished = file->readToEnd ? file->records.unfinished() : 0;
        const bool isCut = file->readToEnd && file->records.isCut();
        if ((!file->problem && unfinished == 0 && !isCut) || ++count > kMaxProblems)
            continue;
        problems += problems.empty() ? "" : "; ";
        if (file->problem)
            problems += record::messageOf(*file->problem);
        else if (isCut)
            problems += record::message("%1 ends within its gzip data", file->name);
        else
            problems += record::message("%1: %2 of an unfinished record at byte %3", file->name,
                                        record::counted(unfinished, "%n byte", "%n bytes"), file->records.position());
    }
    if (count > kMaxProblems)
        problems = record::message("%1; and %2", problems, record::counted(count - kMaxProblems, "%n more file", "%n more files"));
    return problems;
}

} // namespace lensboard::imports
