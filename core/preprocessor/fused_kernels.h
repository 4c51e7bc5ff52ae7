#pragma once

#include <cstddef>
#include <cstdint>

/// Loops that read each value of a tensor once for everything asked of it, vectorised, on all of PyTorch's threads. T is
/// float or double. Sums are formed in T over short runs, or in double where that would under- or overflow, and in
/// double above; they do not depend on the number of threads.
namespace lensboard::preprocessor {

struct Sums
{
    double squares = 0;         ///< Σ x²
    double product = 0;         ///< Σ x·y
    double previousSquares = 0; ///< Σ y², bit for bit the squares that y had when it was x
    std::int64_t active = 0;    ///< values with |x| > eps
    double baseSquares = 0;     ///< of measureStep(): Σ last²
};

/// The rows of a matrix that have a value above eps: \c alive [n / rowSize] is set to 1 for them.
struct RowMarks
{
    std::size_t rowSize = 1;
    float eps = 0;
    std::uint8_t *alive = nullptr; ///< null: values are counted only
};

/// Of \p x [n]: squares, and with \p rows active.
template <typename T> Sums measure(const T *x, std::size_t n, const RowMarks *rows = nullptr);

/// Of \p x and \p previous [n]: squares, product, previousSquares, and with \p rows active.
template <typename T>
Sums measureBoth(const T *x, const T *previous, std::size_t n, const RowMarks *rows = nullptr);

/// As measureBoth(); then previous = x.
template <typename T> Sums measureAndKeep(const T *x, T *previous, std::size_t n, const RowMarks *rows = nullptr);

/// With d = now - last and e = last - before: Σd² and Σd·e, with \p base also Σ last²; then before = now. All [n].
template <typename T> Sums measureStep(const T *now, const T *last, T *before, std::size_t n, bool base);

/// Inputs and results of measureOutput(): each may be null.
struct OutputMarks
{
    double *sampleSquares = nullptr; ///< [samples] Σ y² of each
    std::uint8_t *alive = nullptr;   ///< [channels] set to 1 where |y| > eps anywhere
    float eps = 0;
    std::uint8_t *free = nullptr; ///< [channels] set to 1 where not y <= low or y >= high anywhere
    double low = 0, high = 0;
};

struct OutputCounts
{
    std::int64_t active = 0; ///< values, if \c alive is asked for
    std::int64_t free = 0;   ///< the same of \c free
};

/// Counts, and marks what \p marks asks for.
///
/// Shape:  \p y [samples, channels, inner], or [samples, inner, channels] if \p channelsLast.
template <typename T>
OutputCounts measureOutput(const T *y, std::size_t samples, std::size_t channels, std::size_t inner, bool channelsLast,
                           const OutputMarks &marks);

} // namespace lensboard::preprocessor
