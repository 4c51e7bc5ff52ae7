#pragma once

#include "core/record/frame.h"
#include "core/record/run_event.h"
#include "core/record/tag_spec.h"

#include <memory>
#include <string>
#include <vector>

namespace lensboard::visualizer {

struct LabelledValue
{
    std::string label;
    double value = 0;
};

struct LabelledRange
{
    std::string lowLabel;
    std::string highLabel;
    double low = 0;
    double high = 0;
};

/// What one layer shows of a tag at one tick.
struct LayerReading
{
    std::string layer; ///< for a big tag, the tag's own name
    std::vector<LabelledValue> values;
    std::vector<LabelledRange> ranges; ///< numerical tags only
};

/// What a value is called that counts the non-finite numbers among those of a tick. It is not a line but a mark.
constexpr const char *kNonFiniteLabel = "not finite";

using Readings = std::vector<LayerReading>; ///< in model order

/// A tensor that one layer shows of a tag at one tick.
struct TensorReading
{
    std::string layer;
    std::string label; ///< what of it: output, gradient of its input
    std::shared_ptr<const record::TensorValue> tensor;
};

using TensorReadings = std::vector<TensorReading>; ///< in model order

/// Where lenses show what they measured: a plot board, a recorder, a log.
///
/// Per tick, each lens that measured something plots its tags, each under the name it was registered with;
/// then endTick() commits. The bodies are empty, so the base itself is the visualizer that shows nothing.
/// Thread: one at a time, the one that runs the lenses or plays a run.
class Visualizer
{
public:
    virtual ~Visualizer() = default;

    /// Introduces \p tag before its first plot; again if its attributes changed.
    virtual void registerTag(const record::TagSpec &) {}
    virtual void plotNumerical(const record::TickStamp &, const std::string & /*tag*/, const Readings &) {}
    virtual void plotProbabilities(const record::TickStamp &, const std::string & /*tag*/, const Readings &) {}
    virtual void plotRelations(const record::TickStamp &, const std::string & /*tag*/, const Readings &) {}
    /// Of a tag of the kind Tensors.
    virtual void plotTensors(const record::TickStamp &, const std::string & /*tag*/, const TensorReadings &) {}
    virtual void endTick(const record::TickStamp &) {}
    /// Something to tell the user, or a change of what is measured from here on.
    virtual void note(const record::RunEvent &) {}

    /// Calls the plot function that belongs to the tag's kind.
    void plot(const record::TickStamp &stamp, const record::TagSpec &tag, const Readings &readings);
};

} // namespace lensboard::visualizer
