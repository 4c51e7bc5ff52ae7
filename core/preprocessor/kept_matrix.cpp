#include "core/preprocessor/kept_matrix.h"

#include "core/tensor/library.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <ranges>

namespace lensboard::preprocessor {

namespace {

/// Returns the lower triangle of \p wide times its transpose, divided by the square of \p scale; eigenvalues need no more. For a large matrix,
/// computes little above the diagonal, and copies only few columns at a time, in double.
Tensor lowerGram(const Tensor &wide, double scale)
{
    constexpr std::int64_t kBlocks = 4, kMinBlock = 32, kMaxDoubles = 1 << 20;
    const std::int64_t rows = wide.size(0), columns = wide.size(1);
    const std::int64_t block = std::max(kMinBlock, (rows + kBlocks - 1) / kBlocks), stripe = std::max<std::int64_t>(1, kMaxDoubles / rows);
    const Tensor gram = full({rows, rows}, 0, wide, ElementType::Float64);
    for (std::int64_t column = 0; column < columns; column += stripe) {
        const Tensor part = wide.narrow(1, column, std::min(stripe, columns - column)).to(ElementType::Float64) / scale;
        for (std::int64_t first = 0; first < rows; first += block) {
            const std::int64_t count = std::min(block, rows - first), end = first + count;
            Tensor triangle = gram.narrow(0, first, count).narrow(1, 0, end);
            triangle.copy_(triangle + part.narrow(0, first, count).mm(part.narrow(0, 0, end).t()));
        }
    }
    return gram;
}

/// Returns a number that is not finite if a value is not.
template <typename T>
double greatestMagnitude(const T *values, std::int64_t size)
{
    T greatest = 0, sum = 0;
    for (std::int64_t i = 0; i < size; ++i) {
        greatest = std::max(greatest, std::abs(values[i]));
        sum += values[i] * 0; // NaN if a value is not finite
    }
    return static_cast<double>(greatest + sum);
}

double greatestMagnitude(const Tensor &matrix)
{
    const Tensor dense = matrix.isDense() ? matrix : matrix.contiguous();
    return dense.type() == ElementType::Float64 ? greatestMagnitude(dense.data<const double>(), dense.numel())
                                                : greatestMagnitude(dense.data<const float>(), dense.numel());
}

/// Returns a vector for the shorter side of \p wide, of about unit length and without a regular direction. Does not use the training's random
/// numbers.
Tensor scattered(const Tensor &wide)
{
    constexpr double kGoldenAngle = 2.399963;
    std::vector<double> values(static_cast<std::size_t>(wide.size(0)));
    for (std::size_t i = 0; i < values.size(); ++i)
        values[i] = std::cos(static_cast<double>(i + 1) * kGoldenAngle) / std::sqrt(0.5 * static_cast<double>(values.size()));
    return Library::current().made(values, wide.type(), Device());
}

/// Returns the matrix on the host, in a type for computations.
Tensor hostMatrix(const Tensor &matrix, bool asCopy)
{
    static const Operator op("to", "device");
    return Library::current().call(op, {matrix.detach(), Device(), wideType(matrix.type()), /*non_blocking=*/false, asCopy});
}

bool isCopied(const Tensor &matrix)
{
    return KeptMatrix::copies(matrix.size(0), matrix.size(1)) || !matrix.isOnHost() || matrix.type() != wideType(matrix.type());
}

} // namespace

struct KeptMatrix::Private
{
    Tensor wide;   ///< [shorter, longer]
    Tensor gram;   ///< [shorter, shorter], divided by scale²; undefined if it is computed later from the copy
    double scale = 0;  ///< the greatest magnitude, if there is a Gram matrix
};

KeptMatrix::KeptMatrix(const Tensor &matrix)
{
    Tensor wide = hostMatrix(matrix, isCopied(matrix));
    if (isCopied(matrix)) {
        d = std::make_shared<const Private>(Private{wide.size(0) <= wide.size(1) ? wide : wide.t(), {}});
        return;
    }
    if (wide.size(0) > wide.size(1))
        wide = wide.t();
    const double scale = greatestMagnitude(wide);
    d = std::make_shared<const Private>(Private{{}, lowerGram(wide, scale), scale});
}

bool KeptMatrix::copies(std::int64_t rows, std::int64_t columns)
{
    constexpr std::int64_t kLongestSide = 16, kMinValues = 1 << 18;
    return std::min(rows, columns) > kLongestSide || rows * columns < kMinValues;
}

double KeptMatrix::bytesOf(const Tensor &matrix)
{
    return isCopied(matrix) ? static_cast<double>(matrix.numel()) * static_cast<double>(sizeOf(wideType(matrix.type()))) : 0;
}

std::vector<double> KeptMatrix::squaredSingularValues() const
{
    const bool isFormed = d->gram.defined();
    const double scale = isFormed ? d->scale : greatestMagnitude(d->wide);
    if (!std::isfinite(scale))
        return {};
    if (scale == 0)
        return std::vector<double>(static_cast<std::size_t>((isFormed ? d->gram : d->wide).size(0)));
    const Tensor values = eigvalsh(isFormed ? d->gram : lowerGram(d->wide, scale)).contiguous();
    std::vector<double> squares(values.data<double>(), values.data<double>() + values.numel());
    std::ranges::transform(squares, squares.begin(), [](double square) { return std::max(0.0, square); });
    return squares;
}

double KeptMatrix::stableRank(Tensor &start) const
{
    constexpr int kMaxProducts = 100;
    constexpr double kTolerance = 1e-6, kFresh = 0.01;

    if (d->gram.defined())
        return preprocessor::stableRank(squaredSingularValues());
    const Tensor &wide = d->wide;
    const double scale = greatestMagnitude(wide);
    if (scale == 0 || !std::isfinite(scale))
        return scale == 0 ? 0 : std::numeric_limits<double>::quiet_NaN();
    const double norm = wide.norm(ElementType::Float64).item() / scale;
    const bool goesOn = start.defined() && start.size(0) == wide.size(0) && start.type() == wide.type();
    start = goesOn ? start + scattered(wide) * kFresh : scattered(wide); // the addition helps to leave an eigenvector that is no longer the greatest
    start = start / start.norm();
    for (double before = 0; int i : std::views::iota(0, kMaxProducts)) {
        const Tensor next = wide.mv(wide.t().mv(start) / scale) / scale;
        const double square = next.norm().item();
        if (square == 0) {
            start.reset();
            break;
        }
        start = next / square;
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
