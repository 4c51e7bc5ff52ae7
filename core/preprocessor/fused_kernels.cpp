#include "core/preprocessor/fused_kernels.h"

#include "core/stats/vectorised.h"
#include "core/tensor/parallel.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <cstring>
#include <type_traits>
#include <vector>

namespace lensboard::preprocessor {

namespace {

template <typename T> constexpr std::size_t kLanes = 128 / sizeof(T);
constexpr std::size_t kRun = 1024;    ///< number of values summed in their own precision
constexpr std::size_t kBlock = 16384; ///< number of values per task of a thread

/// Adds lanes in double, in a fixed order.
template <typename T> inline double total(const T (&lanes)[kLanes<T>])
{
    constexpr std::size_t kWide = 8;
    double sums[kWide] = {};
    for (std::size_t i = 0; i < kLanes<T>; i += kWide)
        for (std::size_t lane = 0; lane < kWide; ++lane)
            sums[lane] += lanes[i + lane];
    return ((sums[0] + sums[4]) + (sums[1] + sums[5])) + ((sums[2] + sums[6]) + (sums[3] + sums[7]));
}

/// Returns true if a sum of T over a run lost nothing to under- or overflow compared with double. Otherwise, rarely, the run
/// is summed again in double from the nearest cache.
template <typename T> inline bool isTrusted(double sum)
{
    if constexpr (std::is_same_v<T, double>)
        return true;
    const double magnitude = std::fabs(sum);
    return magnitude > 1e-28 && magnitude < 1e36;
}

template <typename T> LENSBOARD_VECTORISED double productInDouble(const T *x, const T *y, std::size_t n)
{
    constexpr std::size_t kWide = 16;
    double sums[kWide] = {};
    std::size_t i = 0;
    for (; i + kWide <= n; i += kWide)
        for (std::size_t lane = 0; lane < kWide; ++lane)
            sums[lane] += static_cast<double>(x[i + lane]) * y[i + lane];
    for (; i < n; ++i)
        sums[0] += static_cast<double>(x[i]) * y[i];
    double sum = 0;
    for (const double lane : sums)
        sum += lane;
    return sum;
}

template <typename T>
LENSBOARD_VECTORISED bool areZero(const T *x, std::size_t n)
{
    int found = 0;
    for (std::size_t i = 0; i < n; ++i)
        found |= x[i] != 0 ? 1 : 0;
    return found == 0;
}

/// Returns \p sum, or an exact sum in double. A sum of only zeros is exact, and common: gradients of dead units, unused rows of an embedding.
template <typename T> inline double trusted(double sum, const T *x, const T *y, std::size_t n)
{
    if (isTrusted<T>(sum) || (sum == 0 && (areZero(x, n) || (y != x && areZero(y, n)))))
        return sum;
    return productInDouble(x, y, n);
}

template <typename T>
LENSBOARD_VECTORISED Sums stepInDouble(const T *now, const T *last, const T *before, std::size_t n)
{
    constexpr std::size_t kWide = 16;
    double squareSums[kWide] = {}, productSums[kWide] = {};
    for (std::size_t i = 0; i < n; ++i) {
        const double moved = static_cast<double>(now[i]) - last[i];
        squareSums[i % kWide] += moved * moved;
        productSums[i % kWide] += moved * (static_cast<double>(last[i]) - before[i]);
    }
    Sums sums;
    for (std::size_t lane = 0; lane < kWide; ++lane) {
        sums.squares += squareSums[lane];
        sums.product += productSums[lane];
    }
    return sums;
}

template <typename T> LENSBOARD_VECTORISED double squaresOfRun(const T *x, std::size_t n)
{
    T squares[kLanes<T>] = {};
    std::size_t i = 0;
    for (; i + kLanes<T> <= n; i += kLanes<T>)
        for (std::size_t lane = 0; lane < kLanes<T>; ++lane)
            squares[lane] += x[i + lane] * x[i + lane];
    for (std::size_t lane = 0; i < n; ++i, ++lane)
        squares[lane] += x[i] * x[i];
    return trusted(total(squares), x, x, n);
}

/// Computes both sums of squares and the product; the squares are bit-identical to squaresOfRun().
template <typename T> LENSBOARD_VECTORISED Sums pairOfRun(const T *x, const T *y, std::size_t n)
{
    T squares[kLanes<T>] = {}, products[kLanes<T>] = {}, previous[kLanes<T>] = {};
    std::size_t i = 0;
    for (; i + kLanes<T> <= n; i += kLanes<T>)
        for (std::size_t lane = 0; lane < kLanes<T>; ++lane) {
            squares[lane] += x[i + lane] * x[i + lane];
            products[lane] += x[i + lane] * y[i + lane];
            previous[lane] += y[i + lane] * y[i + lane];
        }
    for (std::size_t lane = 0; i < n; ++i, ++lane) {
        squares[lane] += x[i] * x[i];
        products[lane] += x[i] * y[i];
        previous[lane] += y[i] * y[i];
    }
    return {.squares = trusted(total(squares), x, x, n), .product = trusted(total(products), x, y, n),
            .previousSquares = trusted(total(previous), y, y, n)};
}

template <bool kBase, typename T>
LENSBOARD_VECTORISED Sums stepOfRun(const T *__restrict now, const T *__restrict last, T *__restrict before, std::size_t n)
{
    T squares[kLanes<T>] = {}, products[kLanes<T>] = {}, bases[kLanes<T>] = {};
    std::size_t i = 0;
    for (; i + kLanes<T> <= n; i += kLanes<T>)
        for (std::size_t lane = 0; lane < kLanes<T>; ++lane) {
            const T moved = now[i + lane] - last[i + lane];
            squares[lane] += moved * moved;
            products[lane] += moved * (last[i + lane] - before[i + lane]);
            if constexpr (kBase)
                bases[lane] += last[i + lane] * last[i + lane];
        }
    for (std::size_t lane = 0; i < n; ++i, ++lane) {
        const T moved = now[i] - last[i];
        squares[lane] += moved * moved;
        products[lane] += moved * (last[i] - before[i]);
        if constexpr (kBase)
            bases[lane] += last[i] * last[i];
    }
    Sums sums{.squares = total(squares), .product = total(products)};
    if constexpr (kBase)
        sums.baseSquares = trusted(total(bases), last, last, n);
    if (sums.squares == 0 && sums.product == 0 && std::memcmp(now, last, n * sizeof(T)) == 0) { // the step is exactly zero
        std::copy_n(now, n, before);
        return sums;
    }
    if (!isTrusted<T>(sums.squares) || !isTrusted<T>(sums.product)) { // checked for this step alone: a step does not depend on earlier ones
        const Sums exact = stepInDouble(now, last, before, n);
        if (!isTrusted<T>(sums.squares))
            sums.squares = exact.squares;
        if (!isTrusted<T>(sums.product))
            sums.product = exact.product;
    }
    std::copy_n(now, n, before);
    return sums;
}

/// Returns true if a value is active.
struct IsActive
{
    float eps;
    template <typename T> bool operator()(T x) const { return std::fabs(x) > eps; }
};

template <typename T> struct IsFree
{
    T low, high;
    bool operator()(T x) const { return !((x <= low) | (x >= high)); } // NaN is free
};

template <typename T, typename Counts> LENSBOARD_VECTORISED std::int64_t countInRun(const T *x, std::size_t n, Counts counts)
{
    std::int32_t count = 0;
    for (std::size_t i = 0; i < n; ++i)
        count += counts(x[i]) ? 1 : 0;
    return count;
}

template <typename T, typename Counts>
LENSBOARD_VECTORISED void countColumns(const T *__restrict x, std::size_t rows, std::size_t columns, Counts isCounted,
                                       std::int32_t *__restrict counts)
{
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t column = 0; column < columns; ++column)
            counts[column] += isCounted(x[row * columns + column]) ? 1 : 0;
}

/// Atomic, since several threads may mark the same row.
void mark(std::uint8_t &marked)
{
    std::atomic_ref(marked).store(1, std::memory_order_relaxed);
}

/// Counts values of n from \p start on; sets \p marked [rows], unless it is null, to 1 for rows with a counted value.
template <typename T, typename Counts>
std::int64_t markRows(const T *x, std::size_t start, std::size_t n, std::size_t rowSize, std::uint8_t *marked, Counts counts)
{
    if (!marked)
        return countInRun(x + start, n, counts);
    std::int64_t counted = 0;
    for (std::size_t at = start; at < start + n;) {
        const std::size_t row = at / rowSize, end = std::min(start + n, (row + 1) * rowSize);
        const std::int64_t found = countInRun(x + at, end - at, counts);
        if (found)
            mark(marked[row]);
        counted += found;
        at = end;
    }
    return counted;
}

template <typename T> std::int64_t markRows(const T *x, std::size_t start, std::size_t n, const RowMarks &rows)
{
    return markRows(x, start, n, rows.rowSize, rows.alive, IsActive{rows.eps});
}

/// Adds up \p work of each run in [0, n), in a fixed order.
template <typename Work>
Sums sumRuns(std::size_t n, const Work &work)
{
    const auto block = [&](std::size_t start) {
        Sums sums;
        for (std::size_t run = start; run < std::min(n, start + kBlock); run += kRun) {
            const Sums found = work(run, std::min(kRun, n - run));
            sums.squares += found.squares;
            sums.product += found.product;
            sums.previousSquares += found.previousSquares;
            sums.active += found.active;
            sums.baseSquares += found.baseSquares;
        }
        return sums;
    };
    if (n <= kBlock)
        return block(0);
    thread_local std::vector<Sums> own;
    own.assign((n + kBlock - 1) / kBlock, {});
    std::vector<Sums> &blocks = own; // a reference, since worker threads have their own thread_local
    inParallel(static_cast<std::int64_t>(blocks.size()), 2, [&](std::int64_t from, std::int64_t to) {
        for (auto i = static_cast<std::size_t>(from); i < static_cast<std::size_t>(to); ++i)
            blocks[i] = block(i * kBlock);
    });
    Sums all;
    for (const Sums &sums : blocks) {
        all.squares += sums.squares;
        all.product += sums.product;
        all.previousSquares += sums.previousSquares;
        all.active += sums.active;
        all.baseSquares += sums.baseSquares;
    }
    return all;
}

/// Counts values in rows of \p channels values; sets \p marked to 1 for channels with a counted value.
template <typename T, typename Counts>
std::int64_t markColumns(const T *y, std::size_t rows, std::size_t channels, std::uint8_t *marked, Counts isCounted)
{
    thread_local std::vector<std::int32_t> counts;
    counts.assign(channels, 0);
    countColumns(y, rows, channels, isCounted, counts.data());
    std::int64_t counted = 0;
    for (std::size_t channel = 0; channel < channels; ++channel) {
        if (counts[channel])
            mark(marked[channel]);
        counted += counts[channel];
    }
    return counted;
}

} // namespace

template <typename T> Sums measure(const T *x, std::size_t n, const RowMarks *rows)
{
    return sumRuns(n, [=](std::size_t at, std::size_t size) {
        return Sums{.squares = squaresOfRun(x + at, size), .active = rows ? markRows(x, at, size, *rows) : 0};
    });
}

template <typename T> Sums measureAndKeep(const T *x, T *previous, std::size_t n, const RowMarks *rows)
{
    return sumRuns(n, [=](std::size_t at, std::size_t size) {
        Sums found = pairOfRun(x + at, previous + at, size);
        found.active = rows ? markRows(x, at, size, *rows) : 0;
        std::copy_n(x + at, size, previous + at);
        return found;
    });
}

template <typename T> Sums measureBoth(const T *x, const T *previous, std::size_t n, const RowMarks *rows)
{
    return sumRuns(n, [=](std::size_t at, std::size_t size) {
        Sums found = pairOfRun(x + at, previous + at, size);
        found.active = rows ? markRows(x, at, size, *rows) : 0;
        return found;
    });
}

template <typename T> Sums measureStep(const T *now, const T *last, T *before, std::size_t n, bool base)
{
    return sumRuns(n, [=](std::size_t at, std::size_t size) {
        return base ? stepOfRun<true>(now + at, last + at, before + at, size) : stepOfRun<false>(now + at, last + at, before + at, size);
    });
}

template <typename T>
OutputCounts measureOutput(const T *y, std::size_t samples, std::size_t channels, std::size_t inner, bool channelsLast,
                           const OutputMarks &marks)
{
    const std::size_t sampleSize = channels * inner;
    const bool columns = channelsLast || inner == 1;
    const IsActive isActive{marks.eps};
    const IsFree<T> isFree{static_cast<T>(marks.low), static_cast<T>(marks.high)};
    std::atomic<std::int64_t> active = 0, free = 0;
    const auto measureSamples = [&](std::int64_t from, std::int64_t to) {
        OutputCounts found;
        for (auto sample = static_cast<std::size_t>(from); sample < static_cast<std::size_t>(to); ++sample) {
            const T *values = y + sample * sampleSize;
            double squares = 0;
            for (std::size_t at = 0; at < sampleSize; at += kRun) {
                const std::size_t size = std::min(kRun, sampleSize - at);
                if (marks.sampleSquares)
                    squares += squaresOfRun(values + at, size);
                if (marks.alive && !columns)
                    found.active += markRows(values, at, size, inner, marks.alive, isActive);
                if (marks.free && !columns)
                    found.free += markRows(values, at, size, inner, marks.free, isFree);
            }
            if (marks.sampleSquares)
                marks.sampleSquares[sample] = squares;
        }
        if (columns) { // in parts that stay in the nearest cache between the passes
            const T *values = y + static_cast<std::size_t>(from) * sampleSize;
            const std::size_t rows = static_cast<std::size_t>(to - from) * inner;
            found.active += marks.alive ? markColumns(values, rows, channels, marks.alive, isActive) : 0;
            found.free += marks.free ? markColumns(values, rows, channels, marks.free, isFree) : 0;
        }
        active += found.active;
        free += found.free;
    };
    const auto grain = static_cast<std::int64_t>(std::max<std::size_t>(1, 2 * kBlock / std::max<std::size_t>(1, sampleSize)));
    inParallel(static_cast<std::int64_t>(samples), grain, measureSamples);
    return {active, free};
}

#define LENSBOARD_INSTANTIATE(T)                                                                                      \
    template Sums measure(const T *, std::size_t, const RowMarks *);                                                  \
    template Sums measureBoth(const T *, const T *, std::size_t, const RowMarks *);                                   \
    template Sums measureAndKeep(const T *, T *, std::size_t, const RowMarks *);                                      \
    template Sums measureStep(const T *, const T *, T *, std::size_t, bool);                                          \
    template OutputCounts measureOutput(const T *, std::size_t, std::size_t, std::size_t, bool, const OutputMarks &)
LENSBOARD_INSTANTIATE(float);
LENSBOARD_INSTANTIATE(double);

} // namespace lensboard::preprocessor
