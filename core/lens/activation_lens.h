#pragma once

#include "core/experiment/field.h"
#include "core/lens/layer_lens.h"
#include "core/lens/module_types.h"
#include "core/lens/parameter_choice.h"
#include "core/preprocessor/gradient_activation_preprocessor.h"
#include "core/preprocessor/output_activation_preprocessor.h"

namespace lensboard::lens {

/// Activation and death rates of layers, and the worst of each over all of them: what the two activation lenses share.
template <typename Preprocessor>
class ActivationLens : public LayerLens<Preprocessor>
{
public:
    void plot(Plotter &out) const override;

protected:
    /// Of its tags each is of a preprocessor, and then the warning if that is wanted.
    explicit ActivationLens(const experiment::Choice &lens);

private:
    bool m_warn;
    bool m_showActivation;
    bool m_showDeath;
    stats::PointMethod m_activationMethod;
    stats::PointMethod m_deathMethod;
};

/// Of what activations and dropout put out.
/// Source: monitorch OutputActivation.
class OutputActivationLens final : public ActivationLens<preprocessor::OutputActivationPreprocessor>
{
public:
    explicit OutputActivationLens(const experiment::Choice &lens);
    void attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers) override;

private:
    TypeChoice m_types;
    preprocessor::OutputActivationSettings m_settings;
};

/// Of the gradient of each parameter.
/// Source: monitorch ParameterGradientActivation.
class ParameterGradientActivationLens final : public ActivationLens<preprocessor::GradientActivationPreprocessor>
{
public:
    explicit ParameterGradientActivationLens(const experiment::Choice &lens);
    void attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers) override;

private:
    ParameterChoice m_parameters;
    double m_eps;
    stats::Aggregate::Mode m_mode;
};

} // namespace lensboard::lens
