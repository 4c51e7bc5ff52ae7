#pragma once

#include "core/store/columns/sorted_ticks.h"
#include "core/store/run.h"

#include <span>
#include <vector>

namespace lensboard::store {

/// Some series of a run within some steps, read block by block in the order of steps, so that memory does not grow with
/// the run. What the run gains meanwhile is not among it.
class SelectedFrames
{
public:
    /// \p ticks are those of \p run, as they were when reading began; both outlive this.
    SelectedFrames(const Run &run, const SortedTicks &ticks, std::vector<std::uint32_t> series, double firstStep,
                   double lastStep);

    /// The next frames at which any of the series was measured; empty at the end.
    /// Errors: RunFileError.
    std::vector<record::Frame> next();

private:
    struct Reader
    {
        std::uint32_t series;
        SortedPlaces places;
        std::optional<PlacedValue> last = {};  ///< of its values that were read, as the run places it
        std::size_t used = 0;                  ///< of \c pending
        std::vector<PlacedValue> pending = {}; ///< at the sorted ticks
    };

    void readUpTo(Reader &reader, std::size_t end, std::span<record::Frame> frames);
    bool refill(Reader &reader) const;
    bool goesBack(const Reader &reader) const;

    const Run &m_run;
    const SortedTicks &m_ticks;
    std::vector<Reader> m_readers;
    std::size_t m_next, m_end; ///< of the sorted ticks
    std::size_t m_valuesAtATime;
};

} // namespace lensboard::store
