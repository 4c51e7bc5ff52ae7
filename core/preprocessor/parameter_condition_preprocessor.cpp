#include "core/preprocessor/parameter_condition_preprocessor.h"

#include <ATen/core/Tensor.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/linalg_eigvalsh.h>
#include <ATen/ops/matmul.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lensboard::preprocessor {

namespace {

double inverseCondition(const at::Tensor &matrix)
{
    const at::NoGradGuard noGradients;
    const at::Tensor wide = (matrix.size(0) <= matrix.size(1) ? matrix : matrix.t()).to(at::kCPU, at::kDouble);
    const double scale = wide.abs().max().item<double>();
    if (!std::isfinite(scale))
        return std::numeric_limits<double>::quiet_NaN();
    if (scale == 0)
        return 0;
    const at::Tensor scaled = wide.div(scale);
    const at::Tensor eigenvalues = at::linalg_eigvalsh(at::matmul(scaled, scaled.t()));
    const double least = eigenvalues[0].item<double>(), greatest = eigenvalues[-1].item<double>();
    return std::sqrt(std::max(0.0, least) / greatest);
}

} // namespace

Slot ParameterConditionPreprocessor::addLayer()
{
    m_conditions.emplace_back(m_mode);
    return m_conditions.size() - 1;
}

void ParameterConditionPreprocessor::endTick()
{
    for (stats::Aggregate &condition : m_conditions)
        condition.clear();
}

void ParameterConditionPreprocessor::processTensor(Slot slot, const Measurement &measured)
{
    if (measured.tensor->dim() == 2)
        m_conditions[slot].add(inverseCondition(*measured.tensor));
}

} // namespace lensboard::preprocessor
