#pragma once

#include <vector>

namespace lensboard::record {

/// Number of values in each bin. Bin i covers edges[i] to edges[i + 1].
struct Histogram
{
    std::vector<double> edges;  ///< ascending, one more than counts
    std::vector<double> counts; ///< not negative; need not be whole

    bool operator==(const Histogram &) const = default;
};

} // namespace lensboard::record
