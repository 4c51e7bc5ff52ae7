#pragma once

#include "core/lens/layer_lens.h"
#include "core/lens/matrix_choice.h"
#include "core/lens/parameter_choice.h"
#include "core/preprocessor/geometry_preprocessor.h"
#include "core/preprocessor/parameter_condition_preprocessor.h"

namespace lensboard::lens {

/// Norm of each parameter at the end of a tick, and a comparison of layers.
/// Source: monitorch ParameterNorm.
class ParameterNormLens final : public LayerLens<preprocessor::GeometryPreprocessor>
{
public:
    explicit ParameterNormLens(const settings::ParameterNorm &settings);

    void attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers) override;
    void plot(Plotter &out) const override;

private:
    ParameterChoice m_parameters;
    preprocessor::GeometrySettings m_settings;
    stats::PointMethod m_method;
    bool m_compare;
};

/// Inverse condition number of each weight matrix at the end of a tick: near 0 if it almost loses a dimension.
/// Source: monitorch ParameterCond, a class that monitorch never runs.
class ParameterConditionLens final : public LayerLens<preprocessor::ParameterConditionPreprocessor>
{
public:
    explicit ParameterConditionLens(const settings::ParameterCondition &settings);

    void attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers) override;
    void plot(Plotter &out) const override;

private:
    MatrixChoice m_matrices;
    stats::Aggregate::Mode m_mode;
    stats::PointMethod m_method;
};

} // namespace lensboard::lens
