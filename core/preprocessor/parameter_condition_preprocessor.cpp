#include "core/preprocessor/parameter_condition_preprocessor.h"

#include <ATen/core/Tensor.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/aminmax.h>
#include <ATen/ops/linalg_eigvalsh.h>
#include <ATen/ops/zeros.h>

#include <algorithm>
#include <cmath>

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

/// Of a matrix with this Gram matrix.
double inverseCondition(const at::Tensor &gram)
{
    const at::NoGradGuard noGradients;
    const at::Tensor eigenvalues = at::linalg_eigvalsh(gram);
    const double least = eigenvalues[0].item<double>(), greatest = eigenvalues[-1].item<double>();
    return std::sqrt(std::max(0.0, least) / greatest);
}

double greatestMagnitude(const at::Tensor &values)
{
    const auto [lowest, highest] = at::aminmax(values);
    return std::max(std::abs(lowest.item<double>()), std::abs(highest.item<double>()));
}

/// Its Gram matrix takes no longer than a copy of it.
bool isThin(const at::Tensor &matrix)
{
    constexpr std::int64_t kLongestSide = 16, kLeastValues = 1 << 18;
    return std::min(matrix.size(0), matrix.size(1)) <= kLongestSide && matrix.numel() >= kLeastValues;
}

std::shared_future<double> zero()
{
    std::promise<double> known;
    known.set_value(0);
    return known.get_future().share();
}

} // namespace

Slot ParameterConditionPreprocessor::addLayer()
{
    m_layers.emplace_back();
    return m_layers.size() - 1;
}

void ParameterConditionPreprocessor::endTick()
{
    std::ranges::fill(m_layers, Layer());
    m_copied = 0;
    m_isFull = false;
    if (m_next >= m_layers.size())
        m_next = 0;
}

/// Slots come in their order, in each tick.
bool ParameterConditionPreprocessor::hasTurn(Slot slot, std::size_t bytes)
{
    m_isFull = m_isFull || (m_copied > 0 && m_copied + bytes > m_mostCopied);
    if (m_isFull || slot < m_next)
        return false;
    m_copied += bytes;
    m_next = slot + 1;
    return true;
}

void ParameterConditionPreprocessor::processTensor(Slot slot, const Measurement &measured)
{
    const at::Tensor &matrix = *measured.tensor;
    if (matrix.dim() != 2)
        return;
    const bool isCopied = !isThin(matrix);
    if (!hasTurn(slot, isCopied ? matrix.nbytes() : 0))
        return;
    const at::NoGradGuard noGradients;
    const at::ScalarType type = matrix.scalar_type() == at::kDouble ? at::kDouble : at::kFloat; // LibTorch finds no extremes of float16
    const at::Tensor wide = (matrix.size(0) <= matrix.size(1) ? matrix : matrix.t()).to(at::kCPU, type, false, isCopied);
    const double scale = greatestMagnitude(wide);
    Layer &layer = m_layers[slot];
    if (!std::isfinite(scale))
        layer.isNotFinite = true;
    else if (scale == 0)
        layer.condition = zero();
    else if (isCopied)
        layer.condition = m_compute([wide, scale] {
            const at::NoGradGuard alsoThere;
            return inverseCondition(lowerGram(wide, scale));
        });
    else
        layer.condition = m_compute([gram = lowerGram(wide, scale)] { return inverseCondition(gram); });
}

} // namespace lensboard::preprocessor
