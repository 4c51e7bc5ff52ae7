#pragma once

#include "core/store/run.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace lensboard::store {

class Ensemble;

/// Steps from one on over which a mean is that of the same runs.
struct AveragedStretch
{
    std::int64_t firstStep = 0;
    std::size_t runs = 0;

    bool operator==(const AveragedStretch &) const = default;
};

/// The mean of several runs at each step, and a band of their spread around each line.
///
/// Has every line of its runs, but none of their bands and histograms. Each line has a band, except shares of a whole. A run counts from its
/// first value to its last, except while its lens was off. Between its measurements it counts with the value on the line between them. The mean
/// begins with the first run and ends with the last, and has a gap where no run counts. Where a run begins or ends to count, the mean jumps: there a
/// new stretch begins, and plots break the line (stretches()). The mean is NaN where the value of a run is not finite, and has no value
/// beside such a value. The band of a single run has no width.
///
/// Its experiment has the settings that all runs share; other settings are experiment::kDiffers. Of attributes such as the time of creation
/// and layers it has those that are the same in all runs.
///
/// A series is averaged when it, or its tally, is first asked for. A run that is behind the others edits their mean when it grows.
/// Thread: any.
class EnsembleRun final : public Run
{
public:
    enum class Spread {
        Deviation, ///< mean - σ to mean + σ, of the sample
        Range      ///< the least to the greatest
    };

    EnsembleRun(std::string name, std::vector<std::shared_ptr<const Run>> runs, Spread spread);
    ~EnsembleRun() override;

    record::RunInfo info() const override;
    RunChanges since(RunCursor &cursor) const override;
    std::vector<StampedHistogram> histogramsAfter(std::uint32_t series, std::optional<std::uint32_t> frame, std::size_t most) const override;
    SeriesTally tally(std::uint32_t series) const override;
    AveragedRuns averagedRuns(std::uint32_t series, std::int64_t step) const override;
    void look(std::span<const std::uint32_t> series, const Look &look) const override;
    std::size_t seriesCount() const override;
    std::vector<AveragedStretch> stretches(std::uint32_t series) const;
    std::size_t runCount() const;

private:
    mutable std::mutex m_mutex;
    std::unique_ptr<Ensemble> m_ensemble;
};

} // namespace lensboard::store
