#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace lensboard::dataset {

struct SplitSettings
{
    double validation = 0.2; ///< share of the samples
    std::int64_t seed = 0;
    bool stratify = true; ///< every class is divided by the same share, as nearly as whole samples allow
};

/// Sample numbers for training and for validation, each rising. Both have one at least, and every class keeps one for
/// training. \p classes has the class of each sample, 0 of all where there are none.
///
/// Errors: std::invalid_argument if there are less than two samples.
std::pair<std::vector<std::int64_t>, std::vector<std::int64_t>> splitSamples(const std::vector<std::int64_t> &classes,
                                                                           const SplitSettings &settings);

} // namespace lensboard::dataset
