#pragma once

#include "core/store/derived/ensemble_run.h"
#include "core/store/gaps.h"

#include <array>
#include <cstdint>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace lensboard::store {

/// One of the runs of an ensemble, as far as it was followed.
struct EnsembleMember
{
    std::shared_ptr<const Run> run;
    RunCursor cursor = {};
    std::vector<std::uint32_t> tags = {}; ///< the ensemble's, of each of the run's
    std::vector<std::string> lenses = {}; ///< of each of the run's tags
    std::map<std::string, SwitchedOn> switchedOn = {}; ///< by lens
    std::uint32_t seriesCount = 0;
    std::vector<std::uint32_t> frames = {}; ///< the ensemble's, of each of the run's
    std::optional<double> beginSeconds = {}; ///< of its first tick
    std::int64_t lastStep = std::numeric_limits<std::int64_t>::min();
};

/// A line of an ensemble and its band, as far as they were averaged.
/// Thread: one at a time.
class EnsembleSeries
{
public:
    enum Part { Mean, Low, High };

    /// That \p member has it, shown by \p lens. True if what was averaged is void.
    bool addSource(std::size_t member, std::uint32_t series, const std::string &lens);
    void forget();
    /// Averages on from where the first of those that grew had ended. True if a value that was there before is another now.
    bool catchUp(std::span<const EnsembleMember> members, const TickTable &ticks,
                 EnsembleRun::Spread spread);
    Column &column(Part part) { return m_columns[part]; }
    /// Steps before which no run counts.
    std::span<const std::int64_t> resumed() const { return m_resumed; }
    /// How many runs count at \p step, at which there is a value.
    std::size_t runCount(std::int64_t step) const;
    std::vector<AveragedStretch> stretches() const;

private:
    struct Source
    {
        std::size_t member = 0;
        std::uint32_t series = 0;
        std::string lens;
        std::size_t read = 0; ///< values
        std::int64_t lastStep = std::numeric_limits<std::int64_t>::min();
    };

    struct Stretch
    {
        std::int64_t firstStep = 0;
        std::vector<std::size_t> sources = {}; ///< that count, by number
    };
    using Tail = std::array<std::vector<PlacedValue>, 3>;

    std::optional<std::int64_t> grownFrom(std::span<const EnsembleMember> members) const;
    Tail cut(std::int64_t step, const TickTable &ticks);
    bool isStill(const Tail &tail, std::int64_t step, const TickTable &ticks);
    void append(std::uint32_t frame, std::span<const double> values, EnsembleRun::Spread spread);

    std::vector<Source> m_sources;
    std::array<Column, 3> m_columns;
    std::vector<std::int64_t> m_resumed;
    std::vector<Stretch> m_stretches;
};

} // namespace lensboard::store
