#include "core/preprocessor/parameter_condition_preprocessor.h"

#include <ATen/core/Tensor.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/aminmax.h>
#include <ATen/ops/linalg_eigvalsh.h>
#include <ATen/ops/zeros.h>

#include <algorithm>
#include <cmath>
#include <limits>

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

/// Of a matrix with this Gram matrix, whose greatest magnitude is \p scale.
double inverseCondition(const at::Tensor &gram, double scale)
{
    if (!std::isfinite(scale))
        return std::numeric_limits<double>::quiet_NaN();
    if (scale == 0)
        return 0;
    const at::NoGradGuard noGradients;
    const at::Tensor eigenvalues = at::linalg_eigvalsh(gram);
    const double least = eigenvalues[0].item<double>(), greatest = eigenvalues[-1].item<double>();
    return std::sqrt(std::max(0.0, least) / greatest);
}

double greatestMagnitude(const at::Tensor &matrix)
{
    const auto [lowest, highest] = at::aminmax(matrix.is_contiguous() ? matrix : matrix.t()); // it copies others
    return std::max(std::abs(lowest.item<double>()), std::abs(highest.item<double>()));
}

} // namespace

/// The Gram matrix of a thin one takes no longer than a copy.
bool ParameterConditionPreprocessor::copies(std::int64_t rows, std::int64_t columns)
{
    constexpr std::int64_t kLongestSide = 16, kLeastValues = 1 << 18;
    return std::min(rows, columns) > kLongestSide || rows * columns < kLeastValues;
}

Slot ParameterConditionPreprocessor::addLayer()
{
    m_conditions.emplace_back();
    m_hadTurn.push_back(false);
    return m_conditions.size() - 1;
}

void ParameterConditionPreprocessor::endTick()
{
    std::ranges::fill(m_conditions, std::shared_future<double>());
    if (m_most && !m_isFull) // it was measured, and nobody waits for a turn
        m_hadTurn.assign(m_hadTurn.size(), false);
    m_copied = 0;
    m_most.reset();
    m_isFull = false;
}

/// Slots come in any order, the same in each tick.
bool ParameterConditionPreprocessor::hasTurn(Slot slot, double bytes)
{
    if (!m_most)
        m_most = m_mostCopied();
    if (m_hadTurn[slot])
        return false;
    m_isFull = m_isFull || (m_copied > 0 && m_copied + bytes > *m_most);
    if (m_isFull)
        return false;
    m_copied += bytes;
    m_hadTurn[slot] = true;
    return true;
}

void ParameterConditionPreprocessor::processTensor(Slot slot, const Measurement &measured)
{
    const at::Tensor &matrix = *measured.tensor;
    if (matrix.dim() != 2)
        return;
    const at::ScalarType type = matrix.scalar_type() == at::kDouble ? at::kDouble : at::kFloat; // LibTorch finds no extremes of float16
    const bool isCopied = copies(matrix.size(0), matrix.size(1)) || !matrix.is_cpu() || matrix.scalar_type() != type;
    if (!hasTurn(slot, isCopied ? static_cast<double>(matrix.numel()) * static_cast<double>(at::elementSize(type)) : 0))
        return;
    const at::NoGradGuard noGradients;
    const at::Tensor wide = (matrix.size(0) <= matrix.size(1) ? matrix : matrix.t()).to(at::kCPU, type, false, isCopied);
    if (isCopied) {
        m_conditions[slot] = m_compute([wide] {
            const at::NoGradGuard alsoThere;
            const double scale = greatestMagnitude(wide);
            return inverseCondition(lowerGram(wide, scale), scale);
        });
        return;
    }
    const double scale = greatestMagnitude(wide);
    m_conditions[slot] = m_compute([gram = lowerGram(wide, scale), scale] { return inverseCondition(gram, scale); });
}

} // namespace lensboard::preprocessor
