#pragma once

#include "core/record/frame.h"
#include "core/record/tag_spec.h"

#include <set>
#include <string>
#include <tuple>

namespace lensboard::visualizer {

/// Where TensorBoard finds a series: in the run of a folder, below the log's own or that itself (""), under a tag.
struct TensorboardPlace
{
    std::string folder;
    std::string tag;
};

/// What series are called in TensorBoard, no two the same.
///
/// A series is TAG/LAYER/LABEL in small letters (ASCII), with `_` for a blank and `std` for σ. Relations are TAG/LAYER,
/// and each label has a folder of its own, TAG_LAYER_LABEL, where LABEL is as it is, so that TensorBoard draws them in
/// one plot. A layer of a big tag is called as the tag. What has a foreignName keeps it. A name that is taken gets "_2".
///
/// Source: monitorch TensorBoardVisualizer, torch.utils.tensorboard.SummaryWriter.
class TensorboardNames
{
public:
    /// For a series that was not asked for before.
    TensorboardPlace add(const record::TagSpec &tag, const record::SeriesSpec &series);

private:
    std::set<std::tuple<std::string, std::string, bool>> m_taken; ///< folder, tag, whether histograms
};

} // namespace lensboard::visualizer
