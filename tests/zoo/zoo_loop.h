#pragma once

#include "core/experiment/experiment.h"

#include <filesystem>

namespace lensboard::zoo {

/// Trains the built-in model of \p experiment, without schedule or clipping, in a loop of one's own that the C++ library watches. \p spec has what
/// experiments cannot say.
///
/// Keys, with their defaults: "shuffle": true; "reduction" of the loss: "mean" or "sum"; "half_error": false, float16 holds the error of a
/// regression and its square; "nan_rows": 0, training samples one value of which is NaN.
/// Errors: std::invalid_argument naming what is not known; what the experiment cannot be trained for.
void trainInLoop(const experiment::Json &spec, const experiment::Experiment &experiment, const std::filesystem::path &run);

} // namespace lensboard::zoo
