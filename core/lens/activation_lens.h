#pragma once

#include "core/experiment/field.h"
#include "core/lens/aggregation.h"
#include "core/lens/lens.h"
#include "core/lens/module_types.h"
#include "core/lens/parameter_choice.h"
#include "core/preprocessor/gradient_activation_preprocessor.h"
#include "core/preprocessor/output_activation_preprocessor.h"

#include <memory>

namespace lensboard::lens {

/// Activation and death rates of layers, and the worst of each over all of them: what the two activation lenses share.
class ActivationLens : public Lens
{
public:
    const std::vector<record::TagSpec> &tags() const override { return m_tags; }
    void detach() override;
    void plot(const record::TickStamp &stamp, visualizer::Visualizer &out) const override;

protected:
    ActivationLens(const char *kind, const char *warningTag, const experiment::Json &settings);
    void addTag(const std::string &name);
    void watch(hook::Hook hook, std::size_t tag, const std::string &layer);
    virtual const preprocessor::Rates &rates(std::size_t tag) const = 0;

private:
    const char *m_kind;
    std::vector<record::TagSpec> m_tags; ///< if wanted the warning is the last
    bool m_warn;
    bool m_showActivation;
    bool m_showDeath;
    stats::PointMethod m_activationMethod;
    stats::PointMethod m_deathMethod;
    std::vector<SlotNames> m_layers; ///< by tag
    std::vector<hook::Hook> m_hooks;
};

/// Of what activations and dropout put out.
/// Source: monitorch OutputActivation.
class OutputActivationLens final : public ActivationLens
{
public:
    explicit OutputActivationLens(const experiment::Json &settings);
    ~OutputActivationLens() override { OutputActivationLens::detach(); } // handles go before preprocessors
    void attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers) override;
    void detach() override;
    void endTick() override;

protected:
    const preprocessor::Rates &rates(std::size_t) const override { return m_preprocessor->rates(); }

private:
    TypeChoice m_types;
    preprocessor::OutputActivationSettings m_settings;
    std::unique_ptr<preprocessor::OutputActivationPreprocessor> m_preprocessor; ///< null while detached
};

/// Of the gradient of each parameter.
/// Source: monitorch ParameterGradientActivation.
class ParameterGradientActivationLens final : public ActivationLens
{
public:
    explicit ParameterGradientActivationLens(const experiment::Json &settings);
    ~ParameterGradientActivationLens() override { ParameterGradientActivationLens::detach(); }
    void attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers) override;
    void detach() override;
    void endTick() override;

protected:
    const preprocessor::Rates &rates(std::size_t tag) const override { return m_preprocessors[tag].rates(); }

private:
    ParameterChoice m_parameters;
    double m_eps;
    stats::Aggregate::Mode m_mode;
    std::vector<preprocessor::GradientActivationPreprocessor> m_preprocessors; ///< by parameter; none while detached
};

} // namespace lensboard::lens
