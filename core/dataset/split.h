#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace lensboard::dataset {

struct SplitSettings
{
    double validation = 0.2; ///< fraction of the samples
    std::int64_t seed = 0;
    bool stratify = true; ///< true: the fraction applies to each class, up to rounding
};

/// Returns the sample numbers for training and for validation, each ascending. Both have at least one sample; each class keeps at
/// least one for training. \p classes contains the class of each sample, or only zeros if there are no classes.
///
/// Errors: std::invalid_argument if there are fewer than two samples.
std::pair<std::vector<std::int64_t>, std::vector<std::int64_t>> splitSamples(const std::vector<std::int64_t> &classes,
                                                                           const SplitSettings &settings);

} // namespace lensboard::dataset
