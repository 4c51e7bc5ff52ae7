#include "core/preprocessor/fused_kernels.h"

#include <ATen/Parallel.h>

#include <algorithm>
#include <atomic>
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

/// Whether a sum in float over a run lost nothing to under- or overflow. Rarely not: then the run, still in the
/// nearest cache, is summed again in double.
bool isTrusted(double sum)
{
    const double magnitude = std::fabs(sum);
    return magnitude > 1e-28 && magnitude < 1e36;
}

double productInDouble(const float *x, const float *y, std::size_t n)
{
    double sum = 0;
    for (std::size_t i = 0; i < n; ++i)
        sum += static_cast<double>(x[i]) * y[i];
    return sum;
}

double trusted(double sum, const float *x, const float *y, std::size_t n)
{
    return isTrusted(sum) ? sum : productInDouble(x, y, n);
}

void stepInDouble(const float *now, const float *last, const float *before, std::size_t n, double &squares,
                  double &product)
{
    squares = product = 0;
    for (std::size_t i = 0; i < n; ++i) {
        const double moved = static_cast<double>(now[i]) - last[i];
        squares += moved * moved;
        product += moved * (static_cast<double>(last[i]) - before[i]);
    }
}

LENSBOARD_VECTORISED double squaresOfRun(const float *x, std::size_t n)
{
    float squares[kLanes] = {};
    std::size_t i = 0;
    for (; i + kLanes <= n; i += kLanes)
        for (std::size_t lane = 0; lane < kLanes; ++lane)
            squares[lane] += x[i + lane] * x[i + lane];
    for (; i < n; ++i)
        squares[0] += x[i] * x[i];
    return trusted(total(squares), x, x, n);
}

LENSBOARD_VECTORISED double productOfRun(const float *x, const float *y, std::size_t n)
{
    float products[kLanes] = {};
    std::size_t i = 0;
    for (; i + kLanes <= n; i += kLanes)
        for (std::size_t lane = 0; lane < kLanes; ++lane)
            products[lane] += x[i + lane] * y[i + lane];
    for (; i < n; ++i)
        products[0] += x[i] * y[i];
    return trusted(total(products), x, y, n);
}

LENSBOARD_VECTORISED Sums stepOfRun(const float *__restrict now, const float *__restrict last,
                                    const float *__restrict before, std::size_t n)
{
    float squares[kLanes] = {}, products[kLanes] = {};
    std::size_t i = 0;
    for (; i + kLanes <= n; i += kLanes)
        for (std::size_t lane = 0; lane < kLanes; ++lane) {
            const float moved = now[i + lane] - last[i + lane];
            squares[lane] += moved * moved;
            products[lane] += moved * (last[i + lane] - before[i + lane]);
        }
    for (; i < n; ++i) {
        const float moved = now[i] - last[i];
        squares[0] += moved * moved;
        products[0] += moved * (last[i] - before[i]);
    }
    Sums sums{total(squares), total(products)};
    if (!isTrusted(sums.squares) || !isTrusted(sums.product))
        stepInDouble(now, last, before, n, sums.squares, sums.product);
    return sums;
}

LENSBOARD_VECTORISED std::int64_t activeInRun(const float *x, std::size_t n, float eps)
{
    std::int32_t count = 0;
    for (std::size_t i = 0; i < n; ++i)
        count += std::fabs(x[i]) > eps ? 1 : 0;
    return count;
}

LENSBOARD_VECTORISED void countColumns(const float *__restrict x, std::size_t rows, std::size_t columns, float eps,
                                       std::int32_t *__restrict counts)
{
    for (std::size_t row = 0; row < rows; ++row)
        for (std::size_t column = 0; column < columns; ++column)
            counts[column] += std::fabs(x[row * columns + column]) > eps ? 1 : 0;
}

/// Several threads may mark the same row.
void mark(std::uint8_t &alive)
{
    std::atomic_ref(alive).store(1, std::memory_order_relaxed);
}

std::int64_t markRows(const float *x, std::size_t start, std::size_t n, const RowMarks &rows)
{
    if (!rows.alive)
        return activeInRun(x + start, n, rows.eps);
    std::int64_t active = 0;
    for (std::size_t at = start; at < start + n;) {
        const std::size_t row = at / rows.rowSize, end = std::min(start + n, (row + 1) * rows.rowSize);
        const std::int64_t found = activeInRun(x + at, end - at, rows.eps);
        if (found)
            mark(rows.alive[row]);
        active += found;
        at = end;
    }
    return active;
}

/// Sums what \p work gives for each run of [0, n). The order of additions is fixed.
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
        }
        return sums;
    };
    if (n <= kBlock)
        return block(0);
    thread_local std::vector<Sums> own;
    own.assign((n + kBlock - 1) / kBlock, {});
    std::vector<Sums> &blocks = own; // the helpers have a thread_local of their own
    at::parallel_for(0, static_cast<std::int64_t>(blocks.size()), 2, [&](std::int64_t from, std::int64_t to) {
        for (auto i = static_cast<std::size_t>(from); i < static_cast<std::size_t>(to); ++i)
            blocks[i] = block(i * kBlock);
    });
    Sums all;
    for (const Sums &sums : blocks) {
        all.squares += sums.squares;
        all.product += sums.product;
        all.previousSquares += sums.previousSquares;
        all.active += sums.active;
    }
    return all;
}

/// Rows of \p channels values one after the other: how many are active, and which channels ever are.
std::int64_t markColumns(const float *y, std::size_t rows, std::size_t channels, const OutputMarks &marks)
{
    thread_local std::vector<std::int32_t> counts;
    counts.assign(channels, 0);
    countColumns(y, rows, channels, marks.eps, counts.data());
    std::int64_t active = 0;
    for (std::size_t channel = 0; channel < channels; ++channel) {
        if (counts[channel])
            mark(marks.alive[channel]);
        active += counts[channel];
    }
    return active;
}

} // namespace

Sums measure(const float *x, std::size_t n, const RowMarks *rows)
{
    return sumRuns(n, [=](std::size_t at, std::size_t size) {
        return Sums{squaresOfRun(x + at, size), 0, 0, rows ? markRows(x, at, size, *rows) : 0};
    });
}

Sums measureAndKeep(const float *x, float *previous, std::size_t n, const RowMarks *rows)
{
    return sumRuns(n, [=](std::size_t at, std::size_t size) {
        const Sums found{squaresOfRun(x + at, size), productOfRun(x + at, previous + at, size), 0,
                         rows ? markRows(x, at, size, *rows) : 0};
        std::copy_n(x + at, size, previous + at);
        return found;
    });
}

Sums measureBoth(const float *x, const float *previous, std::size_t n, const RowMarks *rows)
{
    return sumRuns(n, [=](std::size_t at, std::size_t size) {
        return Sums{squaresOfRun(x + at, size), productOfRun(x + at, previous + at, size),
                    squaresOfRun(previous + at, size), rows ? markRows(x, at, size, *rows) : 0};
    });
}

Sums measureStep(const float *now, const float *last, float *before, std::size_t n)
{
    return sumRuns(n, [=](std::size_t at, std::size_t size) {
        const Sums found = stepOfRun(now + at, last + at, before + at, size);
        std::copy_n(now + at, size, before + at);
        return found;
    });
}

std::int64_t measureOutput(const float *y, std::size_t samples, std::size_t channels, std::size_t inner,
                           bool channelsLast, const OutputMarks &marks)
{
    const std::size_t sampleSize = channels * inner;
    const bool columns = channelsLast || inner == 1;
    std::atomic<std::int64_t> active = 0;
    const auto measureSamples = [&](std::int64_t from, std::int64_t to) {
        std::int64_t found = 0;
        for (auto sample = static_cast<std::size_t>(from); sample < static_cast<std::size_t>(to); ++sample) {
            const float *values = y + sample * sampleSize;
            double squares = 0;
            for (std::size_t at = 0; at < sampleSize; at += kRun) {
                const std::size_t size = std::min(kRun, sampleSize - at);
                if (marks.sampleSquares)
                    squares += squaresOfRun(values + at, size);
                if (marks.alive && !columns) {
                    const RowMarks rows{inner, marks.eps, marks.alive};
                    found += markRows(values, at, size, rows);
                }
            }
            if (marks.sampleSquares)
                marks.sampleSquares[sample] = squares;
        }
        if (marks.alive && columns) { // in shares that stay in the nearest cache between the two passes
            const auto first = static_cast<std::size_t>(from), count = static_cast<std::size_t>(to - from);
            found += markColumns(y + first * sampleSize, count * inner, channels, marks);
        }
        active += found;
    };
    const auto grain = static_cast<std::int64_t>(std::max<std::size_t>(1, 2 * kBlock / std::max<std::size_t>(1, sampleSize)));
    at::parallel_for(0, static_cast<std::int64_t>(samples), grain, measureSamples);
    return active;
}

} // namespace lensboard::preprocessor
