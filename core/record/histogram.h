#pragma once

#include <vector>

namespace lensboard::record {

/// How many values lay between which limits. Bin i reaches from edges[i] to edges[i + 1].
struct Histogram
{
    std::vector<double> edges;  ///< rising, one more than counts
    std::vector<double> counts; ///< not negative; need not be whole

    bool operator==(const Histogram &) const = default;
};

} // namespace lensboard::record
