#pragma once

#include "core/store/columns/chunk_source.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>

namespace lensboard::store {

class RunFileDatabase;

/// What a run file has in chunks, read for the run that it is written from.
/// Thread: any.
class WrittenRun final : public ChunkSource
{
public:
    explicit WrittenRun(std::filesystem::path path);
    ~WrittenRun() override;

    /// Opens the file unless it is open: what lies in it can be read even if its name is taken away.
    /// \returns whether it can be read as it is written, which a copy of it cannot.
    /// Errors: RunFileError.
    bool open();
    /// Calls \p write while the file is closed here, for its writer to fold in what lies beside it.
    void whileClosed(const std::function<void()> &write);

    void load(std::uint32_t series, std::span<Chunk> chunks, ChunkPart part) const override;
    std::shared_ptr<const record::TensorValue> tensor(std::uint32_t series, std::uint32_t frame) const override;
    HistogramsByFrame histograms(std::uint32_t series, std::uint32_t first, std::uint32_t last) const override;

private:
    RunFileDatabase &database() const;

    std::filesystem::path m_path;
    mutable std::mutex m_mutex;
    mutable std::unique_ptr<RunFileDatabase> m_database; ///< null while it is closed
};

} // namespace lensboard::store
