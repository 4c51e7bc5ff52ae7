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

/// A run of an ensemble, and the part of it read so far.
struct EnsembleMember
{
    std::shared_ptr<const Run> run;
    RunCursor cursor = {};
    std::vector<std::uint32_t> tags = {}; ///< the ensemble's tag index for each tag of the run
    std::vector<std::string> lenses = {}; ///< for each tag of the run
    std::map<std::string, SwitchedOn> switchedOn = {}; ///< by lens
    std::uint32_t seriesCount = 0;
    std::vector<std::uint32_t> frames = {}; ///< the ensemble's frame index for each frame of the run
    std::optional<double> beginSeconds = {}; ///< time of its first tick
    std::int64_t lastStep = std::numeric_limits<std::int64_t>::min();
};

/// A line of an ensemble and its band, averaged so far.
/// Thread: one at a time.
class EnsembleSeries
{
public:
    enum Part { Mean, Low, High };

    /// Registers a run's series, shown by \p lens, as a source. Returns true if this invalidates existing averages.
    bool addSource(std::size_t member, std::uint32_t series, const std::string &lens);
    void forget();
    /// Averages the new values of the sources, from the end of the shortest source that has grown. Returns true if existing values changed.
    bool catchUp(std::span<const EnsembleMember> members, const TickTable &ticks,
                 EnsembleRun::Spread spread);
    Column &column(Part part) { return m_columns[part]; }
    /// Steps that end a gap: no run counts just before them.
    std::span<const std::int64_t> resumed() const { return m_resumed; }
    /// Returns the number of runs in the mean at \p step. There must be a value at \p step.
    std::size_t runCount(std::int64_t step) const;
    std::vector<AveragedStretch> stretches() const;

private:
    struct Source
    {
        std::size_t member = 0;
        std::uint32_t series = 0;
        std::string lens;
        std::size_t read = 0; ///< number of values read
        std::int64_t lastStep = std::numeric_limits<std::int64_t>::min();
    };

    struct Stretch
    {
        std::int64_t firstStep = 0;
        std::vector<std::size_t> sources = {}; ///< indices of the sources that count
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
