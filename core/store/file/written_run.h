#pragma once

#include "core/store/columns/chunk_source.h"

#include <filesystem>
#include <functional>
#include <memory>
#include <mutex>

namespace lensboard::store {

class RunFileDatabase;

/// Reads chunks, tensors and histograms from a run file that is being written from the same run.
/// Thread: any.
class WrittenRun final : public ChunkSource
{
public:
    explicit WrittenRun(std::filesystem::path path);
    ~WrittenRun() override;

    /// Opens the file if necessary. An open file stays readable even if it is removed.
    /// \returns true if it can be read while it grows; false for a temporary copy.
    /// Errors: RunFileError.
    bool open();
    /// Calls \p write with the file closed here, so that its writer can fold its log in.
    void whileClosed(const std::function<void()> &write);

    void load(std::uint32_t series, std::span<Chunk> chunks, ChunkPart part) const override;
    std::shared_ptr<const record::TensorValue> tensor(std::uint32_t series, std::uint32_t frame) const override;
    HistogramsByFrame histograms(std::uint32_t series, std::uint32_t first, std::uint32_t last) const override;

private:
    RunFileDatabase &database() const;

    std::filesystem::path m_path;
    mutable std::mutex m_mutex;
    mutable std::unique_ptr<RunFileDatabase> m_database; ///< null if closed
};

} // namespace lensboard::store
