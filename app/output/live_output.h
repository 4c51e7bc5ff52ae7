#pragma once

#include "core/store/columns/frame_player.h"
#include "core/visualizer/tee_visualizer.h"
#include "core/visualizer/tensorboard_writer.h"

#include <memory>
#include <string>

namespace lensboard::store {
class RunStore;
}

namespace lensboard::app {

/// Output of `lensboard train` during training: on standard output and in TensorBoard files. Reads the run on its own, so the
/// training never waits.
class LiveOutput
{
public:
    /// Writes no TensorBoard files if \p tensorboardFolder is empty.
    /// Errors: std::runtime_error, as TensorboardWriter's constructor.
    LiveOutput(bool print, const std::string &tensorboardFolder);

    /// Writes the new data of \p run. The first write error adds a warning to the run.
    void follow(store::RunStore &run);
    /// Error message if some data is not on disk, or an empty string.
    record::Message problem() const;

private:
    std::shared_ptr<visualizer::TensorboardWriter> m_tensorboard; ///< null if not requested
    visualizer::TeeVisualizer m_out;
    store::FramePlayer m_player;
    store::RunCursor m_cursor;
    bool m_warned = false;
};

} // namespace lensboard::app
