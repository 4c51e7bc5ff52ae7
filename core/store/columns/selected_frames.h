#pragma once

#include "core/store/columns/sorted_ticks.h"
#include "core/store/run.h"

#include <span>
#include <vector>

namespace lensboard::store {

/// Reads some series of a run within a range of steps, block by block in step order, so that memory use does not depend on the length of
/// the run. Ignores ticks added after the start.
class SelectedFrames
{
public:
    /// \p ticks: the ticks of \p run at the start of reading. Both must outlive this object.
    SelectedFrames(const Run &run, const SortedTicks &ticks, std::vector<std::uint32_t> series, double firstStep,
                   double lastStep);

    /// Returns the next frames that have a value of any of the series; empty at the end.
    /// Errors: RunFileError.
    std::vector<record::Frame> next();

private:
    struct Reader
    {
        std::uint32_t series;
        SortedPlaces places;
        std::optional<PlacedValue> last = {};  ///< last value read, with the run's tick number
        std::size_t used = 0;                  ///< number of values used in \c pending
        std::vector<PlacedValue> pending = {}; ///< values with sorted tick numbers
    };

    void readUpTo(Reader &reader, std::size_t end, std::span<record::Frame> frames);
    bool refill(Reader &reader) const;
    bool goesBack(const Reader &reader) const;

    const Run &m_run;
    const SortedTicks &m_ticks;
    std::vector<Reader> m_readers;
    std::size_t m_next, m_end; ///< indices into the sorted ticks
    std::size_t m_valuesAtATime;
};

} // namespace lensboard::store
