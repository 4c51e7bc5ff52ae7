#pragma once

#include "core/visualizer/labelled_visualizer.h"

#include <iosfwd>
#include <string>

namespace lensboard::visualizer {

/// Prints each tick as a block, a line per layer, when it ends:
///
///     tick 20  epoch 1  step 400
///       Weight Gradient Norm
///         net.0  mean=0.0123  -σ..+σ=[0.01, 0.0146]
///         net.2  mean=1.5     -σ..+σ=[1.2, 1.8]
///
/// Numbers have up to six digits in every locale. Stops writing after the stream fails.
/// Source: monitorch PrintVisualizer.
class TextVisualizer final : public LabelledVisualizer
{
public:
    TextVisualizer(); ///< writes to standard output
    /// \p out must outlive the visualizer.
    explicit TextVisualizer(std::ostream &out);

    void endTick(const record::TickStamp &stamp) override;
    void note(const record::RunEvent &event) override;

protected:
    void show(const record::TickStamp &, const record::TagSpec &tag, const Readings &readings) override;

private:
    std::ostream &m_out;
    std::string m_tick; ///< text of the current tick
};

} // namespace lensboard::visualizer
