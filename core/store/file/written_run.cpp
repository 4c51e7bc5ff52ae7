#include "core/store/file/written_run.h"

#include "core/store/file/chunk_rows.h"
#include "core/store/file/damaged_run.h"

#include <map>
#include <utility>

namespace lensboard::store {

WrittenRun::WrittenRun(std::filesystem::path path) : m_path(std::move(path)) {}

WrittenRun::~WrittenRun() = default;

RunFileDatabase &WrittenRun::database() const
{
    if (!m_database)
        m_database = std::make_unique<RunFileDatabase>(m_path);
    return *m_database;
}

bool WrittenRun::open()
{
    const std::lock_guard lock(m_mutex);
    return !database().isCopy();
}

void WrittenRun::whileClosed(const std::function<void()> &write)
{
    const std::lock_guard lock(m_mutex);
    m_database.reset();
    write();
}

void WrittenRun::load(std::uint32_t series, std::span<Chunk> chunks, ChunkPart part) const
{
    const std::lock_guard lock(m_mutex);
    reading(m_path, [&] { run_file::loadChunks(database().sql(), database().version(), series, chunks, part); });
}

std::shared_ptr<const record::TensorValue> WrittenRun::tensor(std::uint32_t series, std::uint32_t frame) const
{
    const std::lock_guard lock(m_mutex);
    return reading(m_path, [&] { return run_file::readTensor(database().sql(), series, frame); });
}

ChunkSource::HistogramsByFrame WrittenRun::histograms(std::uint32_t series, std::uint32_t first, std::uint32_t last) const
{
    const std::lock_guard lock(m_mutex);
    return reading(m_path, [&] { return run_file::readHistograms(database().sql(), series, first, last); });
}

} // namespace lensboard::store
