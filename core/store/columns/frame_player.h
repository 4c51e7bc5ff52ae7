#pragma once

#include "core/store/run.h"
#include "core/visualizer/visualizer.h"

#include <span>
#include <vector>

namespace lensboard::store {

/// Plays what a run gained into a visualizer, as the lenses did when it was recorded: values that have times of their own
/// are plotted with a stamp that has it.
/// One player serves one run from its beginning: it remembers the tags and series it was shown.
class FramePlayer
{
public:
    /// Plays \p changes, which \p run told of.
    void play(const Run &run, const RunChanges &changes, visualizer::Visualizer &out);
    /// Tells \p out of the tags among \p changes, and learns the series.
    void introduce(const RunChanges &changes, visualizer::Visualizer &out);
    /// Plays one tick of series that were introduced.
    void play(const record::Frame &frame, visualizer::Visualizer &out);

private:
    /// Plots the values of \p frame with these numbers, which are of one time.
    void plot(const record::Frame &frame, std::span<const std::size_t> values, visualizer::Visualizer &out);

    std::vector<record::TagSpec> m_tags;
    std::vector<record::SeriesSpec> m_series;
    std::vector<visualizer::Readings> m_readings; ///< per tag, reused from frame to frame
};

} // namespace lensboard::store
