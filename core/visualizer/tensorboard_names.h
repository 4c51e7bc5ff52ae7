#pragma once

#include "core/record/frame.h"
#include "core/record/tag_spec.h"

#include <set>
#include <string>
#include <tuple>

namespace lensboard::visualizer {

/// Place of a series in TensorBoard: a run's folder, relative to the log ("" is the log itself), and a tag.
struct TensorboardPlace
{
    std::string folder;
    std::string tag;
};

/// Assigns unique TensorBoard names to series.
///
/// A series is TAG/LAYER/LABEL in small letters (ASCII), with `_` for a blank and `std` for σ. Relations are TAG/LAYER, and each label has its
/// own folder, TAG_LAYER_LABEL with LABEL unchanged, so that TensorBoard draws them in one plot.
/// The layer of a whole-model tag is the tag's name. A foreignName is kept. A duplicate name gets "_2".
///
/// Source: monitorch TensorBoardVisualizer, torch.utils.tensorboard.SummaryWriter.
class TensorboardNames
{
public:
    /// Call once per series.
    TensorboardPlace add(const record::TagSpec &tag, const record::SeriesSpec &series);

private:
    std::set<std::tuple<std::string, std::string, bool>> m_taken; ///< folder, tag, true for histograms
};

} // namespace lensboard::visualizer
