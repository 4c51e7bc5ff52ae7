#pragma once

#include "core/store/run.h"

#include <memory>
#include <mutex>
#include <string>
#include <vector>

namespace lensboard::store {

class Ensemble;

/// The mean over several runs, step by step, with a band around each line that says how far they spread.
///
/// It has each line that at least one of them has, and of their bands and histograms none. The band follows its line;
/// shares of a whole have none. A run counts from its first value to its last, except where its lens was off; at a step at
/// which it was not measured, with what lies on the line between its neighbours. So the mean begins with the first of them and
/// ends with the last, and has a gap where none counts; averagedRuns() tells how many do. Where one of these is not finite, the
/// mean is NaN, and it has no value at steps at which another lies beside such a one. Where one run counts alone, its band has
/// no width.
///
/// Its experiment is what theirs have in common.
///
/// A series is averaged when it, or its tally, is first asked for. A run that comes later than others to where they
/// are edits the values there.
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

private:
    mutable std::mutex m_mutex;
    std::unique_ptr<Ensemble> m_ensemble;
};

} // namespace lensboard::store
