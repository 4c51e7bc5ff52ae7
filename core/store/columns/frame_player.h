#pragma once

#include "core/store/run.h"
#include "core/visualizer/visualizer.h"

#include <cstdint>
#include <vector>

namespace lensboard::store {

/// Plays what a run gained into a visualizer, as the lenses did when it was recorded: values that have times of their own
/// are plotted with a stamp that has it.
/// One player serves one run from its beginning and one visualizer: it knows what the tags and series have become there.
class FramePlayer
{
public:
    /// Plays \p changes, which Run::since() of \p run returned.
    void play(const Run &run, const RunChanges &changes, visualizer::Visualizer &out);
    /// Registers the tags and series among \p changes.
    void introduce(const RunChanges &changes, visualizer::Visualizer &out);
    /// Plays one tick of series that were introduced.
    void play(const record::Frame &frame, visualizer::Visualizer &out);

private:
    std::vector<std::uint32_t> m_tags;   ///< their numbers in the visualizer, by those in the run
    std::vector<std::uint32_t> m_series; ///< likewise
    std::vector<record::SeriesValue> m_values; ///< of one plot, reused from frame to frame
};

} // namespace lensboard::store
