#pragma once

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
    /// Of its \p tags each is of a preprocessor, and then the warning if that is wanted.
    ActivationLens(const settings::AnyActivation &settings, std::vector<record::TagSpec> tags)
        : LayerLens<Preprocessor>(std::move(tags)), m_settings(settings)
    {}

    const settings::AnyActivation m_settings;
};

/// Of the outputs of activations and dropout.
/// Source: monitorch OutputActivation.
class OutputActivationLens final : public ActivationLens<preprocessor::OutputActivationPreprocessor>
{
public:
    explicit OutputActivationLens(const settings::OutputActivation &settings);
    void attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers) override;

private:
    settings::TypeLists m_types;
    preprocessor::OutputActivationSettings m_measured;
};

/// Of the gradient of each parameter.
/// Source: monitorch ParameterGradientActivation.
class ParameterGradientActivationLens final : public ActivationLens<preprocessor::GradientActivationPreprocessor>
{
public:
    explicit ParameterGradientActivationLens(const settings::ParameterGradientActivation &settings);
    void attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers) override;

private:
    ParameterChoice m_parameters;
};

} // namespace lensboard::lens
