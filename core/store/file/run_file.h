#pragma once

#include "core/store/run.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <mutex>
#include <optional>
#include <string>

namespace lensboard::store {

class OpenRunFile;

/// A .lbrun file, opened and not loaded: of a series that is asked for its pyramid is read, of its values those that
/// are asked for. A run whose writer died is Interrupted.
///
/// A file that grows is followed by refresh(). One that vanishes, is cut short or becomes damaged stays shown as far
/// as it is known, with a message; when it is sound again, or another one takes its name, the run begins anew.
/// Thread: any.
class RunFile final : public Run
{
public:
    /// Errors: RunFileError that says whether the file is missing, foreign, of a newer version or damaged.
    explicit RunFile(const std::filesystem::path &path);
    ~RunFile() override;

    const std::filesystem::path &path() const { return m_path; }
    /// Takes up what was written since. True if there was anything, or if something else became of the file.
    bool refresh();

    record::RunInfo info() const override;
    RunChanges since(RunCursor &cursor) const override;
    std::vector<StampedHistogram> histogramsAfter(std::uint32_t series, std::optional<std::uint32_t> frame, std::size_t most) const override;
    std::vector<TensorPlace> tensorPlaces(std::uint32_t series) const override;
    std::shared_ptr<const record::TensorValue> tensor(std::uint32_t series, std::uint32_t frame) const override;
    SeriesTally tally(std::uint32_t series) const override;
    void look(std::span<const std::uint32_t> series, const Look &look) const override;
    std::size_t seriesCount() const override;

    /// Of values that were read and are kept while there is room.
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
    bool setProblem(const std::string &problem);

    std::filesystem::path m_path;
    mutable std::mutex m_mutex;
    std::unique_ptr<OpenRunFile> m_opened;
    std::optional<FileState> m_state; ///< when it was last checked
    std::string m_problem; ///< with the file; empty if there is none
};

} // namespace lensboard::store
