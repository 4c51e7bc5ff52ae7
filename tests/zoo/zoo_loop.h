#pragma once

#include "core/experiment/experiment.h"

#include <filesystem>

namespace lensboard::zoo {

/// Trains the built-in model of \p experiment, without schedule or clipping, in a custom loop watched by the C++ library. \p spec has settings that
/// experiments cannot express.
///
/// Keys, with their defaults: "shuffle": true; "reduction" of the loss: "mean" or "sum"; "half_error": false, float16 holds the error of a regression
/// and its square; "nan_rows": 0, number of training samples with one NaN value.
/// Throws std::invalid_argument naming an unknown value, or the errors of training the experiment.
void trainInLoop(const experiment::Json &spec, const experiment::Experiment &experiment, const std::filesystem::path &run);

} // namespace lensboard::zoo
