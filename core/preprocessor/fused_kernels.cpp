#include "core/preprocessor/fused_kernels.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

// One source, compiled for three generations of processors; the right one is picked when the program loads.
// Sanitizers replace the start-up code that picks, so there is one there.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__) && !defined(__SANITIZE_ADDRESS__) \
    && !defined(__SANITIZE_THREAD__)
#define LENSBOARD_VECTORISED __attribute__((target_clones("arch=x86-64-v4", "arch=haswell", "default"), optimize("O3")))
#else
#define LENSBOARD_VECTORISED
#endif

namespace lensboard::preprocessor {

namespace {

constexpr std::size_t kLanes = 32;
constexpr std::size_t kRun = 1024;    ///< floats summed in float
constexpr std::size_t kBlock = 16384; ///< floats that one thread takes at a time

double total(const float (&lanes)[kLanes])
{
    double sum = 0;
    for (const float lane : lanes)
        sum += lane;
    return sum;
}

/// Whether sums in float over a run lost nothing to under- or overflow. Rarely not: then the run, still in the
/// nearest cache, is summed again in double.
bool isTrusted(double sum)
{
    const double magnitude = std::fabs(sum);
    return magnitude > 1e-28 && magnitude < 1e36;
}

Products sumInDouble(const float *x, const float *y, std::size_t n)
{
    Products sums;
    for (std::size_t i = 0; i < n; ++i) {
        sums.squares += static_cast<double>(x[i]) * x[i];
        sums.product += static_cast<double>(x[i]) * y[i];
    }
    return sums;
}

Products stepInDouble(const float *now, const float *last, const float *before, std::size_t n)
{
    Products sums;
    for (std::size_t i = 0; i < n; ++i) {
        const double moved = static_cast<double>(now[i]) - last[i];
        sums.squares += moved * moved;
        sums.product += moved * (static_cast<double>(last[i]) - before[i]);
    }
    return sums;
}

LENSBOARD_VECTORISED Products squaresOfBlock(const float *x, std::size_t n)
{
    Products sums;
    for (std::size_t run = 0; run < n; run += kRun) {
        const std::size_t end = std::min(run + kRun, n);
        float squares[kLanes] = {};
        std::size_t i = run;
        for (; i + kLanes <= end; i += kLanes)
            for (std::size_t lane = 0; lane < kLanes; ++lane)
                squares[lane] += x[i + lane] * x[i + lane];
        for (; i < end; ++i)
            squares[0] += x[i] * x[i];
        const double sum = total(squares);
        sums.squares += isTrusted(sum) ? sum : sumInDouble(x + run, x + run, end - run).squares;
    }
    return sums;
}

LENSBOARD_VECTORISED Products keepBlock(const float *__restrict x, float *__restrict previous, std::size_t n)
{
    Products sums;
    for (std::size_t run = 0; run < n; run += kRun) {
        const std::size_t end = std::min(run + kRun, n);
        float squares[kLanes] = {}, products[kLanes] = {};
        std::size_t i = run;
        for (; i + kLanes <= end; i += kLanes)
            for (std::size_t lane = 0; lane < kLanes; ++lane) {
                squares[lane] += x[i + lane] * x[i + lane];
                products[lane] += x[i + lane] * previous[i + lane];
            }
        for (; i < end; ++i) {
            squares[0] += x[i] * x[i];
            products[0] += x[i] * previous[i];
        }
        Products sum{total(squares), total(products)};
        if (!isTrusted(sum.squares) || !isTrusted(sum.product))
            sum = sumInDouble(x + run, previous + run, end - run);
        std::copy(x + run, x + end, previous + run);
        sums.squares += sum.squares;
        sums.product += sum.product;
    }
    return sums;
}

LENSBOARD_VECTORISED Products stepBlock(const float *__restrict now, const float *__restrict last,
                                        float *__restrict before, std::size_t n)
{
    Products sums;
    for (std::size_t run = 0; run < n; run += kRun) {
        const std::size_t end = std::min(run + kRun, n);
        float squares[kLanes] = {}, products[kLanes] = {};
        std::size_t i = run;
        for (; i + kLanes <= end; i += kLanes)
            for (std::size_t lane = 0; lane < kLanes; ++lane) {
                const float moved = now[i + lane] - last[i + lane];
                squares[lane] += moved * moved;
                products[lane] += moved * (last[i + lane] - before[i + lane]);
            }
        for (; i < end; ++i) {
            const float moved = now[i] - last[i];
            squares[0] += moved * moved;
            products[0] += moved * (last[i] - before[i]);
        }
        Products sum{total(squares), total(products)};
        if (!isTrusted(sum.squares) || !isTrusted(sum.product))
            sum = stepInDouble(now + run, last + run, before + run, end - run);
        std::copy(now + run, now + end, before + run);
        sums.squares += sum.squares;
        sums.product += sum.product;
    }
    return sums;
}

LENSBOARD_VECTORISED std::int64_t countRun(const float *x, std::size_t n, float eps)
{
    std::int64_t active = 0;
    for (std::size_t run = 0; run < n; run += kRun) {
        const std::size_t end = std::min(run + kRun, n);
        std::int32_t count = 0;
        for (std::size_t i = run; i < end; ++i)
            count += std::fabs(x[i]) > eps ? 1 : 0;
        active += count;
    }
    return active;
}

LENSBOARD_VECTORISED void countColumns(const float *__restrict x, std::size_t rows, std::size_t columns, float eps,
                                       std::int32_t *__restrict counts)
{
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t column = 0; column < columns; ++column)
            counts[column] += std::fabs(x[row * columns + column]) > eps ? 1 : 0;
}

/// Sums what \p block gives for each block of [0, n). The order of additions is fixed.
template <typename Block>
Products sumBlocks(std::size_t n, const Block &block)
{
    if (n <= kBlock)
        return block(0, n);
    thread_local std::vector<Products> sums;
    sums.assign((n + kBlock - 1) / kBlock, {});
    std::vector<Products> &shared = sums; // the helpers have a thread_local of their own
    at::parallel_for(0, static_cast<std::int64_t>(shared.size()), 2, [&](std::int64_t from, std::int64_t to) {
        for (std::int64_t i = from; i < to; ++i) {
            const std::size_t start = static_cast<std::size_t>(i) * kBlock;
            shared[static_cast<std::size_t>(i)] = block(start, std::min(kBlock, n - start));
        }
    });
    Products all;
    for (const Products &sum : shared) {
        all.squares += sum.squares;
        all.product += sum.product;
    }
    return all;
}

} // namespace

double sumOfSquares(const float *x, std::size_t n)
{
    return sumBlocks(n, [=](std::size_t start, std::size_t size) { return squaresOfBlock(x + start, size); }).squares;
}

Products measureAndKeep(const float *x, float *previous, std::size_t n)
{
    return sumBlocks(n, [=](std::size_t start, std::size_t size) {
        return keepBlock(x + start, previous + start, size);
    });
}

Products measureStep(const float *now, const float *last, float *before, std::size_t n)
{
    return sumBlocks(n, [=](std::size_t start, std::size_t size) {
        return stepBlock(now + start, last + start, before + start, size);
    });
}

void countActive(const float *x, std::size_t outer, std::size_t channels, std::size_t inner, float eps,
                 std::int64_t *counts)
{
    if (inner == 1) {
        thread_local std::vector<std::int32_t> columns;
        columns.assign(channels, 0);
        countColumns(x, outer, channels, eps, columns.data());
        for (std::size_t channel = 0; channel < channels; ++channel)
            counts[channel] += columns[channel];
        return;
    }
    const auto grain = static_cast<std::int64_t>(std::max<std::size_t>(1, 2 * kBlock / std::max<std::size_t>(1, outer * inner)));
    at::parallel_for(0, static_cast<std::int64_t>(channels), grain, [&](std::int64_t from, std::int64_t to) {
        for (std::size_t sample = 0; sample < outer; ++sample)
            for (auto channel = static_cast<std::size_t>(from); channel < static_cast<std::size_t>(to); ++channel)
                counts[channel] += countRun(x + (sample * channels + channel) * inner, inner, eps);
    });
}

} // namespace lensboard::preprocessor
