#pragma once

#include "core/store/run.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace lensboard::store {

class Ensemble;

/// Steps from \c firstStep on with the same runs in the mean.
struct AveragedStretch
{
    std::int64_t firstStep = 0;
    std::size_t runs = 0;

    bool operator==(const AveragedStretch &) const = default;
};

/// The mean of several runs at each step, and a band for the spread around each line.
///
/// Contains every line of its runs, but not their bands and histograms. Each line has a band, except shares of a whole. A run counts from
/// its first value to its last, except while its lens was off. Between its measurements it counts with the linearly interpolated value. The
/// mean begins with the first run, ends with the last, and has a gap where no run counts. Where a run begins or ceases to count, the mean
/// jumps; a new stretch begins there and plots break the line (stretches()). The mean is NaN where the value of a run is not finite, and
/// has no value beside such a value. The band of a single run has no width.
///
/// The experiment has the settings that all runs share; other settings are experiment::kDiffers. The creation time is set if all runs share
/// it. Layers are the first run's; a layer that differs in another run keeps only its name.
///
/// A series is averaged when it, or its tally, is first requested. When a run that is behind the others grows, earlier values of the mean
/// change, and readers see an edit.
/// Thread: any.
class EnsembleRun final : public Run
{
public:
    enum class Spread {
        Deviation, ///< mean - σ to mean + σ, with the sample's σ
        Range      ///< minimum to maximum
    };

    EnsembleRun(std::string name, std::vector<std::shared_ptr<const Run>> runs, Spread spread);
    ~EnsembleRun() override;

    record::RunInfo info() const override;
    RunChanges since(RunCursor &cursor) const override;
    std::vector<StampedHistogram> histogramsAfter(std::uint32_t series, std::optional<std::uint32_t> frame, std::size_t most) const override;
    SeriesTally tally(std::uint32_t series) const override;
    AveragedRuns averagedRuns(std::uint32_t series, std::int64_t step) const override;
    void visit(std::span<const std::uint32_t> series, const Visitor &visitor) const override;
    std::size_t seriesCount() const override;
    std::vector<AveragedStretch> stretches(std::uint32_t series) const;
    std::size_t runCount() const;

private:
    mutable std::mutex m_mutex;
    std::unique_ptr<Ensemble> m_ensemble;
};

} // namespace lensboard::store
