#pragma once

#include "core/lens/layer_lens.h"
#include "core/lens/module_types.h"
#include "core/lens/parameter_choice.h"
#include "core/lens/saturating_types.h"
#include "core/preprocessor/gradient_activation_preprocessor.h"
#include "core/preprocessor/output_activation_preprocessor.h"

namespace lensboard::lens {

/// Base of the two activation lenses: plots activation and death rates by layer, and the worst rates of all layers.
template <typename Preprocessor>
class ActivationLens : public LayerLens<Preprocessor>
{
public:
    void plot(Plotter &out) const override;

protected:
    /// \p tags: one per preprocessor, then one for the warning if enabled.
    ActivationLens(const settings::AnyActivation &settings, std::vector<record::TagSpec> tags)
        : LayerLens<Preprocessor>(std::move(tags)), m_settings(settings)
    {}

    /// Position of the tag for the \p watched-th preprocessor.
    virtual std::size_t tagOf(std::size_t watched) const { return watched; }
    virtual bool isOfSaturation(std::size_t) const { return false; }

    const settings::AnyActivation m_settings;
};

/// Activation and death rates of the outputs of activations and dropout. Tanh, Sigmoid and other activations that saturate and are
/// rarely 0 have shares of saturated outputs and units instead.
/// Source: monitorch OutputActivation.
class OutputActivationLens final : public ActivationLens<preprocessor::OutputActivationPreprocessor>
{
public:
    explicit OutputActivationLens(const settings::OutputActivation &settings);
    void attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers) override;

protected:
    std::size_t tagOf(std::size_t) const override { return 0; }
    bool isOfSaturation(std::size_t watched) const override { return this->watched()[watched].preprocessor->isOfSaturation(); }

private:
    const SaturatingTypes *shownAs(const std::string &type) const;

    settings::TypeLists m_types;
    bool m_showsSaturation;
    preprocessor::OutputActivationSettings m_measured;
};

/// Activation and death rates of the gradient of each parameter.
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
