#include "core/store/file/run_file.h"

#include "core/record/error.h"
#include "core/record/message.h"
#include "core/store/file/open_run_file.h"

#include <sys/stat.h>

namespace lensboard::store {

RunFile::RunFile(const std::filesystem::path &path) : m_path(path)
{
    openAnew();
}

RunFile::~RunFile() = default;

std::optional<RunFile::FileState> RunFile::fileState() const
{
    struct stat state{};
    if (::stat(m_path.c_str(), &state) != 0)
        return std::nullopt;
    return FileState{state.st_dev, state.st_ino, static_cast<std::uint64_t>(state.st_size)};
}

/// Returns true if the path now leads to another file than the open one.
bool RunFile::isReplaced(const std::optional<FileState> &now) const
{
    return now && (!m_state || now->inode != m_state->inode || now->device != m_state->device);
}

/// Errors: RunFileBusy if the file was replaced: SQLite would use the new file's log for the open file.
OpenRunFile &RunFile::readable() const
{
    if (isReplaced(fileState()))
        throw RunFileBusy(m_path, record::message("was moved or replaced by another process; try again"));
    return *m_opened;
}

void RunFile::openAnew()
{
    const auto state = fileState();
    auto opened = std::make_unique<OpenRunFile>(m_path);
    if (m_opened) { // makes readers discard everything they know
        const Catalogue &old = m_opened->catalogue();
        opened->catalogue().generation = old.generation + 1;
        opened->catalogue().infoVersion = old.infoVersion + 1;
    }
    m_opened = std::move(opened);
    m_state = state;
    m_problem.clear();
}

/// Sets the current problem with the file. Returns true if it is new.
bool RunFile::setProblem(const record::Message &problem)
{
    if (problem == m_problem)
        return false;
    m_problem = problem;
    ++m_opened->catalogue().infoVersion;
    return true;
}

bool RunFile::refresh()
{
    const std::lock_guard lock(m_mutex);
    const auto state = fileState();
    if (!state)
        return setProblem(record::message("the file is gone; it is followed again when it returns"));
    try {
        const bool cannotGrowOn = !m_opened->canGrow() && state->size != m_state->size;
        if (isReplaced(state) || cannotGrowOn || !m_problem.empty()) {
            openAnew();
            return true;
        }
        if (!m_opened->canGrow())
            return false;
        if (state->size < m_state->size)
            checkRunFileHeader(m_path);
        m_state = state;
        const bool news = m_opened->catchUp();
        m_opened->release();
        return news;
    } catch (const RunFileError &error) {
        return setProblem(record::messageOf(error));
    } catch (const std::exception &error) { // the next refresh() opens the file again
        return setProblem(record::message("%1: cannot be read on: %2", m_path.string(), record::messageOf(error)));
    }
}

record::RunInfo RunFile::info() const
{
    const std::lock_guard lock(m_mutex);
    record::RunInfo info = m_opened->catalogue().info;
    if (!m_problem.empty())
        info.message = m_problem;
    return info;
}

RunChanges RunFile::since(RunCursor &cursor) const
{
    const std::lock_guard lock(m_mutex);
    RunChanges changes = m_opened->catalogue().since(cursor);
    if (changes.info && !m_problem.empty())
        changes.info->message = m_problem;
    return changes;
}

std::vector<StampedHistogram> RunFile::histogramsAfter(std::uint32_t series, std::optional<std::uint32_t> frame, std::size_t most) const
{
    const std::lock_guard lock(m_mutex);
    auto found = readable().histogramsAfter(series, frame, most);
    m_opened->release();
    return found;
}

std::vector<TensorPlace> RunFile::tensorPlaces(std::uint32_t series) const
{
    const std::lock_guard lock(m_mutex);
    auto places = readable().tensorPlaces(series);
    m_opened->release();
    return places;
}

std::shared_ptr<const record::TensorValue> RunFile::tensor(std::uint32_t series, std::uint32_t frame) const
{
    const std::lock_guard lock(m_mutex);
    auto found = readable().tensor(series, frame);
    m_opened->release();
    return found;
}

SeriesTally RunFile::tally(std::uint32_t series) const
{
    const std::lock_guard lock(m_mutex);
    return m_opened->tally(series);
}

std::size_t RunFile::cachedBytes() const
{
    const std::lock_guard lock(m_mutex);
    return m_opened->cachedBytes();
}

void RunFile::visit(std::span<const std::uint32_t> series, const Visitor &visitor) const
{
    const std::lock_guard lock(m_mutex);
    (series.empty() ? *m_opened : readable()).visit(series, visitor); // ticks are in memory
    m_opened->release();
}

std::size_t RunFile::seriesCount() const
{
    const std::lock_guard lock(m_mutex);
    return m_opened->seriesCount();
}

} // namespace lensboard::store
