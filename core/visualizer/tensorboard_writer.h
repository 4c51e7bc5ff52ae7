#pragma once

#include "core/visualizer/visualizer.h"

#include <chrono>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace lensboard::visualizer {

/// Writes event files that TensorBoard shows, live too. A folder that has some gets another one.
///
/// A value is a scalar named TAG/LAYER/LABEL, a range two of them. Relations are named TAG/LAYER, and each label has a
/// run of its own, TAG_LAYER_LABEL below the folder, so that TensorBoard draws them in one plot. Names are in small
/// letters (ASCII), with `_` for a blank and `std` for σ, but the LABEL of a run is as it is. A layer of a big tag is
/// called as the tag. Steps are ticks, wall times the ticks'; values become float32, NaN and infinities as they are.
/// The ticks of at most 250 ms wait for the next one or for flush(). Notes are not written.
///
/// Source: monitorch TensorBoardVisualizer, torch.utils.tensorboard.SummaryWriter.
class TensorboardWriter final : public Visualizer
{
public:
    /// Errors: std::runtime_error naming path and cause if nothing can be written below \p folder.
    explicit TensorboardWriter(std::filesystem::path folder);
    ~TensorboardWriter() override; ///< writes the rest if it can

    void plotNumerical(const record::TickStamp &, const std::string &tag, const Readings &) override;
    void plotProbabilities(const record::TickStamp &, const std::string &tag, const Readings &) override;
    void plotRelations(const record::TickStamp &, const std::string &tag, const Readings &) override;
    void endTick(const record::TickStamp &stamp) override;

    /// Writes all ticks that ended.
    void flush();
    /// Why not all of that is on disk, empty if it is. The rest waits in memory and is tried again.
    const std::string &problem() const { return m_problem; }
    /// Those written so far.
    std::vector<std::filesystem::path> files() const;
    /// Takes away the files written so far, and folders that were made for them, and forgets all that waits.
    void discard();

private:
    struct Run;

    Run &runOf(const std::string &name);

    std::filesystem::path m_folder;
    bool m_isNewFolder;
    std::map<std::string, std::unique_ptr<Run>> m_runs; ///< by their folders below m_folder, itself being ""
    std::chrono::steady_clock::time_point m_flushed;
    std::string m_problem;
};

} // namespace lensboard::visualizer
