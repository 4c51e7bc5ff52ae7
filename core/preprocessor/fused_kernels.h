#pragma once

#include <cstddef>
#include <cstdint>

/// Loops that read each float of a tensor once for everything asked of it, vectorised, on all of LibTorch's
/// threads. Sums are formed in float over short runs, or in double where that would under- or overflow, and in double
/// above; they do not depend on the number of threads.
namespace lensboard::preprocessor {

struct Products
{
    double squares = 0; ///< Σ x²
    double product = 0; ///< Σ x·y
};

/// Σx² of \p x [n].
double sumOfSquares(const float *x, std::size_t n);

/// Σx² and Σx·previous of \p x [n] and \p previous [n]; then previous = x.
Products measureAndKeep(const float *x, float *previous, std::size_t n);

/// With d = now - last and e = last - before: Σd² and Σd·e; then before = now. All [n].
Products measureStep(const float *now, const float *last, float *before, std::size_t n);

/// Counts |x| > eps per channel of \p x [outer, channels, inner], adding to \p counts [channels].
void countActive(const float *x, std::size_t outer, std::size_t channels, std::size_t inner, float eps,
                 std::int64_t *counts);

} // namespace lensboard::preprocessor
