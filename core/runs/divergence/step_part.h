#pragma once

#include "core/record/frame.h"
#include "core/record/tag_spec.h"

#include <cstddef>

namespace lensboard::runs {

/// Part of a training step that a quantity belongs to, in the order of their computation.
enum class StepPart { LearningRate,
                      Data,
                      Output,
                      Loss,
                      OutputGradient,
                      Gradient,
                      Update,
                      Parameter,
                      Evaluation,
                      Other };
inline constexpr std::size_t kStepParts = static_cast<std::size_t>(StepPart::Other) + 1;

/// Returns the part for a series, by its lens, or for other tools' series by its name.
StepPart stepPartOf(const record::TagSpec &tag, const record::SeriesSpec &series);

/// Returns "output", "gradient" and the like.
const char *toText(StepPart part);

/// Returns true if the values of \p tag depend on the machine's speed.
bool measuresTime(const record::TagSpec &tag);

} // namespace lensboard::runs
