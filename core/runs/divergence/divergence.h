#pragma once

#include "core/runs/divergence/repeat_noise.h"
#include "core/runs/divergence/step_part.h"
#include "core/runs/run_comparison.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace lensboard::runs {

/// The first difference of a quantity of two runs. A layer has one for each tag, with the label that differs first.
struct DivergedSeries
{
    std::uint32_t first = 0, second = 0; ///< series of each run
    StepPart part = StepPart::Other;
    std::string tag, layer, label;              ///< in the first run
    std::string otherLayer = {};                ///< its layer's name in the second run; empty if it is the same
    std::int64_t step = 0;                      ///< of the difference
    std::optional<std::int64_t> lastEqual = {}; ///< step of the value before
    double firstValue = 0, secondValue = 0;     ///< at the step
    double relative = 0;                        ///< difference, divided by the largest size of the values so far

    bool operator==(const DivergedSeries &) const = default;
};

struct DivergenceOptions
{
    double tolerance = 0; ///< relative differences up to this one do not count
    Repeats repeats = {}; ///< other runs with the settings of one of the two, but for the seed: differences within their noise do not count
    std::stop_token stop = {};
};

/// The comparison of two runs.
struct Divergence
{
    std::vector<ComparedRow> settings;              ///< keys of the experiments and entries of the environments with different values
    std::vector<DivergedSeries> series;             ///< earliest first; at one step in the order of StepPart, then of the data through the model
    std::array<std::size_t, kStepParts> compared{}; ///< number of series of each part with values at common steps
    std::vector<std::string> unmatched;             ///< names of series that one run lacks, as in an export
    std::size_t commonSteps = 0;                    ///< with a tick of both runs
    bool hasEqualTicks = true;                      ///< false if the ticks of one run cover other steps
    bool coversSteps = false;                       ///< true if the tick of the first difference covers several steps, so their order within it is unknown

    std::size_t comparedCount() const;
    /// Returns the parts of the first step that are equal although parts after them differ. Precondition: a series differs.
    std::vector<StepPart> equalParts() const;
};

/// Finds the first difference of two runs: its step, layer and quantity. Compares values, bit for bit unless \p options say otherwise, at steps with
/// values of both. Layers are paired by matchLayers(). Histograms, tensors and times are not compared.
/// Thread: any; uses several.
/// Errors: RunFileError; std::invalid_argument if a repeat has other settings than both runs.
Divergence divergenceOf(const store::Run &first, const store::Run &second, const DivergenceOptions &options = {});

} // namespace lensboard::runs
