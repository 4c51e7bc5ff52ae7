#include "core/preprocessor/kept_matrix.h"

#include <ATen/core/Tensor.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/aminmax.h>
#include <ATen/ops/arange.h>
#include <ATen/ops/linalg_eigvalsh.h>
#include <ATen/ops/linalg_vector_norm.h>
#include <ATen/ops/mv.h>
#include <ATen/ops/zeros.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <ranges>

namespace lensboard::preprocessor {

namespace {

/// The lower triangle of \p wide times its transpose, divided by the square of \p scale: all that its eigenvalues take. Of a large matrix
/// little is computed above it, and few columns at a time are copied, in double.
at::Tensor lowerGram(const at::Tensor &wide, double scale)
{
    constexpr std::int64_t kBlocks = 4, kLeastBlock = 32, kMostDoubles = 1 << 20;
    const std::int64_t rows = wide.size(0), columns = wide.size(1);
    const std::int64_t block = std::max(kLeastBlock, (rows + kBlocks - 1) / kBlocks), stripe = std::max<std::int64_t>(1, kMostDoubles / rows);
    at::Tensor gram = at::zeros({rows, rows}, wide.options().dtype(at::kDouble));
    for (std::int64_t column = 0; column < columns; column += stripe) {
        const at::Tensor part = wide.narrow(1, column, std::min(stripe, columns - column)).to(at::kDouble, false, true).div_(scale);
        for (std::int64_t first = 0; first < rows; first += block) {
            const std::int64_t count = std::min(block, rows - first), end = first + count;
            gram.narrow(0, first, count).narrow(1, 0, end).addmm_(part.narrow(0, first, count), part.narrow(0, 0, end).t());
        }
    }
    return gram;
}

double greatestMagnitude(const at::Tensor &matrix)
{
    const auto [lowest, highest] = at::aminmax(matrix.is_contiguous() ? matrix : matrix.t()); // it copies others
    return std::max(std::abs(lowest.item<double>()), std::abs(highest.item<double>()));
}

/// In which it is kept: LibTorch finds no extremes of float16.
at::ScalarType typeOf(const at::Tensor &matrix)
{
    return matrix.scalar_type() == at::kDouble ? at::kDouble : at::kFloat;
}

/// A vector as long as a side of \p wide is short, of unit length or so, that is in line with nothing. Draws no random numbers: the training does.
at::Tensor scattered(const at::Tensor &wide)
{
    constexpr double kGoldenAngle = 2.399963;
    const std::int64_t size = wide.size(0);
    return at::arange(1, size + 1, wide.options()).mul_(kGoldenAngle).cos_().div_(std::sqrt(0.5 * static_cast<double>(size)));
}

bool isCopied(const at::Tensor &matrix)
{
    return KeptMatrix::copies(matrix.size(0), matrix.size(1)) || !matrix.is_cpu() || matrix.scalar_type() != typeOf(matrix);
}

} // namespace

struct KeptMatrix::Private
{
    at::Tensor wide;   ///< [shorter, longer]
    at::Tensor gram;   ///< [shorter, shorter], divided by scale²; undefined if it is formed later, of a copy
    double scale = 0;  ///< the greatest magnitude, if there is a Gram matrix
};

KeptMatrix::KeptMatrix(const at::Tensor &matrix)
{
    const at::NoGradGuard noGradients;
    const bool copied = isCopied(matrix);
    const at::Tensor wide = (matrix.size(0) <= matrix.size(1) ? matrix : matrix.t()).to(at::kCPU, typeOf(matrix), false, copied);
    if (copied) {
        d = std::make_shared<const Private>(Private{wide, {}});
        return;
    }
    const double scale = greatestMagnitude(wide);
    d = std::make_shared<const Private>(Private{{}, lowerGram(wide, scale), scale});
}

bool KeptMatrix::copies(std::int64_t rows, std::int64_t columns)
{
    constexpr std::int64_t kLongestSide = 16, kLeastValues = 1 << 18;
    return std::min(rows, columns) > kLongestSide || rows * columns < kLeastValues;
}

double KeptMatrix::bytesOf(const at::Tensor &matrix)
{
    return isCopied(matrix) ? static_cast<double>(matrix.numel()) * static_cast<double>(at::elementSize(typeOf(matrix))) : 0;
}

std::vector<double> KeptMatrix::squaredSingularValues() const
{
    const at::NoGradGuard noGradients;
    const bool isFormed = d->gram.defined();
    const double scale = isFormed ? d->scale : greatestMagnitude(d->wide);
    if (!std::isfinite(scale))
        return {};
    if (scale == 0)
        return std::vector<double>(static_cast<std::size_t>((isFormed ? d->gram : d->wide).size(0)));
    const at::Tensor values = at::linalg_eigvalsh(isFormed ? d->gram : lowerGram(d->wide, scale)).contiguous();
    std::vector<double> squares(values.data_ptr<double>(), values.data_ptr<double>() + values.numel());
    std::ranges::transform(squares, squares.begin(), [](double square) { return std::max(0.0, square); });
    return squares;
}

double KeptMatrix::stableRank(at::Tensor &start) const
{
    constexpr int kMostProducts = 100;
    constexpr double kTolerance = 1e-6, kFresh = 0.01;
    const at::NoGradGuard noGradients;
    if (d->gram.defined())
        return preprocessor::stableRank(squaredSingularValues());
    const at::Tensor &wide = d->wide;
    const double scale = greatestMagnitude(wide);
    if (scale == 0 || !std::isfinite(scale))
        return scale == 0 ? 0 : std::numeric_limits<double>::quiet_NaN();
    const double norm = at::linalg_vector_norm(wide, 2, c10::nullopt, false, at::kDouble).item<double>() / scale;
    const bool goesOn = start.defined() && start.size(0) == wide.size(0) && start.scalar_type() == wide.scalar_type();
    start = goesOn ? start.add(scattered(wide), kFresh) : scattered(wide); // else it would not leave what was once the greatest
    start.div_(start.norm());
    for (double before = 0; int i : std::views::iota(0, kMostProducts)) {
        const at::Tensor next = at::mv(wide, at::mv(wide.t(), start).div_(scale)).div_(scale);
        const double square = next.norm().item<double>();
        if (square == 0) {
            start.reset();
            break;
        }
        start = next.div(square);
        if (i > 0 && std::abs(square - before) <= kTolerance * square)
            return norm * norm / square;
        before = square;
    }
    return preprocessor::stableRank(squaredSingularValues());
}

double effectiveRank(const std::vector<double> &squares)
{
    if (squares.empty())
        return std::numeric_limits<double>::quiet_NaN();
    const double least = static_cast<double>(squares.size()) * std::numeric_limits<double>::epsilon() * squares.back();
    double sum = 0, weighted = 0; // Σσ, Σσ ln σ
    for (const double square : squares)
        if (square > least) {
            const double value = std::sqrt(square);
            sum += value;
            weighted += value * std::log(value);
        }
    return sum == 0 ? 0 : sum * std::exp(-weighted / sum);
}

double stableRank(const std::vector<double> &squares)
{
    if (squares.empty())
        return std::numeric_limits<double>::quiet_NaN();
    return squares.back() == 0 ? 0 : std::accumulate(squares.begin(), squares.end(), 0.0) / squares.back();
}

} // namespace lensboard::preprocessor
