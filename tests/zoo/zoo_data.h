#pragma once

#include "core/experiment/experiment.h"

#include <filesystem>

namespace lensboard::zoo {

/// Writes inputs.npy and targets.npy, a data set that \p spec describes, into \p folder. Of the same seed they are the same.
///
/// Keys, with their defaults: "kind": "blobs", classes around random centres, "lines", a linear function with noise, or "pictures", 8 x 8 with a
/// bright square whose place is the class; "samples": 1500; "features": 20; "classes": 5; "seed": 1; "noise": 1; "scale": 1 and
/// "offset": 0 of the inputs, "target_scale": 1.
/// What may be wrong: "shuffled": labels belong to other samples; "sorted": by class; "overflow_rows", "huge_rows": so many rows of inputs are the greatest float, which no sum holds, or 1000; "rare":
/// share of samples that are not of the first class.
/// Errors: std::invalid_argument naming what is not known.
void writeData(const experiment::Json &spec, const std::filesystem::path &folder);

} // namespace lensboard::zoo
