#pragma once

#include "core/record/message.h"
#include "core/store/run.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace lensboard::store {

class OpenRunFile;

/// A .lbrun file, read on demand: nodes and values of a series are read when requested. If the writer died, the status is Interrupted.
///
/// refresh() follows a growing file. If the file vanishes, shrinks or is damaged, the data known so far stays available, with a message in
/// info(). The run restarts when the file is valid again, or when another file takes its name.
/// Thread: any.
class RunFile final : public Run
{
public:
    /// Errors: RunFileError if the file is missing, foreign, damaged or of a newer version.
    explicit RunFile(const std::filesystem::path &path);
    ~RunFile() override;

    const std::filesystem::path &path() const { return m_path; }
    /// Reads changes of the file. Returns true if there are any, or if the file's condition changed.
    bool refresh();

    record::RunInfo info() const override;
    RunChanges since(RunCursor &cursor) const override;
    std::vector<StampedHistogram> histogramsAfter(std::uint32_t series, std::optional<std::uint32_t> frame, std::size_t most) const override;
    std::vector<TensorPlace> tensorPlaces(std::uint32_t series) const override;
    std::shared_ptr<const record::TensorValue> tensor(std::uint32_t series, std::uint32_t frame) const override;
    SeriesTally tally(std::uint32_t series) const override;
    void visit(std::span<const std::uint32_t> series, const Visitor &visitor) const override;
    std::size_t seriesCount() const override;

    /// Size in bytes of cached data of this file.
    std::size_t cachedBytes() const;

private:
    struct FileState
    {
        std::uint64_t device = 0, inode = 0, size = 0;
    };

    std::optional<FileState> fileState() const;
    bool isReplaced(const std::optional<FileState> &now) const;
    OpenRunFile &readable() const;
    void openAnew();
    bool setProblem(const record::Message &problem);

    std::filesystem::path m_path;
    mutable std::mutex m_mutex;
    std::unique_ptr<OpenRunFile> m_opened;
    std::optional<FileState> m_state; ///< at the last check
    record::Message m_problem; ///< problem with the file; empty if there is none
};

} // namespace lensboard::store
