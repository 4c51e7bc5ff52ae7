#pragma once

#include "core/store/run.h"
#include "core/visualizer/visualizer.h"

#include <cstdint>
#include <vector>

namespace lensboard::store {

/// Plays the changes of a run into a visualizer, as the lenses did during recording. A value with a time of its own is plotted with a stamp
/// of that time.
/// Use one player per run and visualizer, from the run's beginning: the player maps tags and series of the run to their numbers in the
/// visualizer.
class FramePlayer
{
public:
    /// Plays \p changes, the result of Run::since() of \p run.
    void play(const Run &run, const RunChanges &changes, visualizer::Visualizer &out);
    /// Registers the tags and series in \p changes.
    void introduce(const RunChanges &changes, visualizer::Visualizer &out);
    /// Plays one tick. Its series must be registered.
    void play(const record::Frame &frame, visualizer::Visualizer &out);

private:
    std::vector<std::uint32_t> m_tags;   ///< numbers in the visualizer, indexed by the run's tags
    std::vector<std::uint32_t> m_series; ///< numbers in the visualizer, indexed by the run's series
    std::vector<record::SeriesValue> m_values; ///< of one plot() call, reused for each frame
};

} // namespace lensboard::store
