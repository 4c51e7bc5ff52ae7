#pragma once

#include "core/experiment/experiment.h"

#include <filesystem>

namespace lensboard::zoo {

/// Writes inputs.npy and targets.npy, a data set described by \p spec, into \p folder. The same seed gives the same data.
///
/// Keys, with their defaults: "kind": "blobs", classes around random centres, "lines", a linear function with noise, or "pictures", 8 x 8 with a
/// bright square at a place that gives the class; "samples": 1500; "features": 20; "classes": 5; "seed": 1; "noise": 1; "scale": 1 and "offset": 0 of
/// the inputs, "target_scale": 1.
/// Faults: "shuffled": labels belong to other samples; "sorted": by class; "overflow_rows", "huge_rows": number of input rows set to the greatest
/// float, so that every sum overflows, or to 1000; "rare": share of samples outside the first class.
/// Throws std::invalid_argument naming an unknown value.
void writeData(const experiment::Json &spec, const std::filesystem::path &folder);

} // namespace lensboard::zoo
