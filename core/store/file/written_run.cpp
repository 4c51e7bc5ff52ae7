#include "core/store/file/written_run.h"

#include "core/store/file/chunk_rows.h"
#include "core/store/file/run_file_database.h"

#include <stdexcept>
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

void WrittenRun::read(const std::function<void(RunFileDatabase &)> &read) const
{
    const std::lock_guard lock(m_mutex);
    try {
        read(database());
    } catch (const sqlite::Error &error) {
        throw damagedRun(m_path, error);
    } catch (const std::invalid_argument &error) {
        throw damagedRun(m_path, error);
    }
}

void WrittenRun::load(std::uint32_t series, std::size_t first, std::span<Chunk> chunks, ChunkPart part) const
{
    read([&](RunFileDatabase &file) { run_file::loadChunks(file.sql(), file.version(), series, first, chunks, part); });
}

std::shared_ptr<const record::TensorValue> WrittenRun::tensor(std::uint32_t series, std::uint32_t frame) const
{
    std::shared_ptr<const record::TensorValue> found;
    read([&](RunFileDatabase &file) { found = run_file::readTensor(file.sql(), series, frame); });
    return found;
}

} // namespace lensboard::store
