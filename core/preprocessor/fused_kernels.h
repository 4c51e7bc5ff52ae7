#pragma once

#include <cstddef>
#include <cstdint>

/// Vectorised loops that read each value of a tensor once for all results, on all of PyTorch's threads. T is
/// float or double. Short runs are summed in T, or in double if T would under- or overflow; longer sums
/// are in double. Results do not depend on the number of threads.
namespace lensboard::preprocessor {

struct Sums
{
    double squares = 0;         ///< Σ x²
    double product = 0;         ///< Σ x·y
    double previousSquares = 0; ///< Σ y², bit-identical to the squares measured when y was x
    std::int64_t active = 0;    ///< number of values with |x| > eps
    double baseSquares = 0;     ///< in measureStep(): Σ last²
};

/// Marks rows of a matrix with a value above eps: \c alive [n / rowSize] is set to 1 for them.
struct RowMarks
{
    std::size_t rowSize = 1;
    float eps = 0;
    std::uint8_t *alive = nullptr; ///< null: only count values
};

/// Computes squares of \p x [n], and with \p rows active.
template <typename T> Sums measure(const T *x, std::size_t n, const RowMarks *rows = nullptr);

/// Computes squares, product, previousSquares, and with \p rows active, of \p x and \p previous [n].
template <typename T>
Sums measureBoth(const T *x, const T *previous, std::size_t n, const RowMarks *rows = nullptr);

/// Does the same as measureBoth(), then sets previous = x.
template <typename T> Sums measureAndKeep(const T *x, T *previous, std::size_t n, const RowMarks *rows = nullptr);

/// With d = now - last and e = last - before, computes Σd² and Σd·e, and with \p base Σ last²; then sets before = now. All [n].
template <typename T> Sums measureStep(const T *now, const T *last, T *before, std::size_t n, bool base);

/// Parameters and results of measureOutput(). Each pointer may be null.
struct OutputMarks
{
    double *sampleSquares = nullptr; ///< [samples] Σ y² by sample
    std::uint8_t *alive = nullptr;   ///< [channels] set to 1 if any |y| > eps
    float eps = 0;
    std::uint8_t *free = nullptr; ///< [channels] set to 1 if any y lies between low and high
    double low = 0, high = 0;
};

struct OutputCounts
{
    std::int64_t active = 0; ///< active values, if \c alive is set
    std::int64_t free = 0;   ///< values between the limits, if \c free is set
};

/// Computes the results that \p marks has pointers for.
///
/// Shape:  \p y [samples, channels, inner], or [samples, inner, channels] if \p channelsLast.
template <typename T>
OutputCounts measureOutput(const T *y, std::size_t samples, std::size_t channels, std::size_t inner, bool channelsLast,
                           const OutputMarks &marks);

} // namespace lensboard::preprocessor
