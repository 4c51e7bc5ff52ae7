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
/// shares of a whole have none. A value stands where all runs that have the series have one, so the mean begins with the last
/// of them, ends with the first, and has the gaps of each; a run that was not measured at that step counts with what lies on
/// the line between its neighbours. Where one is not finite, the mean is NaN.
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
    std::vector<StampedHistogram> histograms(std::uint32_t series) const override;
    SeriesTally tally(std::uint32_t series) const override;
    void look(std::span<const std::uint32_t> series, const Look &look) const override;
    std::size_t seriesCount() const override;

private:
    mutable std::mutex m_mutex;
    std::unique_ptr<Ensemble> m_ensemble;
};

} // namespace lensboard::store
