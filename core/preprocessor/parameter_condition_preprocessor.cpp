#include "core/preprocessor/parameter_condition_preprocessor.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lensboard::preprocessor {

namespace {

double inverseCondition(const std::vector<double> &squares)
{
    if (squares.empty())
        return std::numeric_limits<double>::quiet_NaN();
    return squares.back() == 0 ? 0 : std::sqrt(squares.front() / squares.back());
}

} // namespace

Slot ParameterConditionPreprocessor::addLayer()
{
    m_conditions.emplace_back();
    return MatrixPreprocessor::addLayer();
}

void ParameterConditionPreprocessor::endTick()
{
    std::ranges::fill(m_conditions, std::shared_future<double>());
    MatrixPreprocessor::endTick();
}

void ParameterConditionPreprocessor::look(Slot slot, const KeptMatrix &matrix)
{
    m_conditions[slot] = computed([matrix] { return inverseCondition(matrix.squaredSingularValues()); });
}

} // namespace lensboard::preprocessor
