#pragma once

#include "core/lens/layer_lens.h"
#include "core/lens/module_types.h"
#include "core/lens/parameter_choice.h"
#include "core/preprocessor/geometry_preprocessor.h"

namespace lensboard::lens {

/// Norm and correlation of something that each layer has again and again: what the three geometry lenses share.
class GeometryLens : public LayerLens<preprocessor::GeometryPreprocessor>
{
public:
    void attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers) final;
    void plot(Plotter &out) const override;
    void resumed(gatherer::Gatherers &gatherers) override;

protected:
    /// One of \p patterns after the other, of parameters; an empty one if it is of layers. Each has the tag of its norm, and that of its
    /// correlation if there is one.
    GeometryLens(const settings::AnyGeometry &settings, std::vector<record::TagSpec> tags, std::vector<std::string> patterns);
    /// The names of parameters that \p pattern matches; an empty one where the layer itself is watched.
    virtual std::vector<std::string> watchedOf(const hook::ModelTap &tap, hook::ModuleId layer, const std::string &pattern) const = 0;
    virtual hook::Hook gather(gatherer::Gatherers &gatherers, hook::ModuleId layer, const std::string &parameter,
                              preprocessor::GeometryPreprocessor &preprocessor, preprocessor::Slot slot) const = 0;

private:
    preprocessor::GeometrySettings m_settings;
    Aggregation m_aggregation;
    std::vector<std::string> m_patterns;
};

/// Of the gradient of each layer's output in each backward pass; by default not of activations.
/// Source: monitorch OutputGradientGeometry.
class OutputGradientGeometryLens final : public GeometryLens
{
public:
    explicit OutputGradientGeometryLens(const settings::OutputGradientGeometry &settings);

protected:
    std::vector<std::string> watchedOf(const hook::ModelTap &tap, hook::ModuleId layer, const std::string &pattern) const override;
    hook::Hook gather(gatherer::Gatherers &gatherers, hook::ModuleId layer, const std::string &parameter,
                      preprocessor::GeometryPreprocessor &preprocessor, preprocessor::Slot slot) const override;

private:
    settings::TypeLists m_types;
    bool m_skipActivation;
};

/// Of each parameter that is trained and chosen: what the two lenses of parameters share.
class ParameterGeometryLens : public GeometryLens
{
protected:
    /// Of settings::ParameterGradientGeometry or ParameterUpdateGeometry.
    template <typename Settings>
    explicit ParameterGeometryLens(const Settings &settings)
        : GeometryLens(settings, experiment::tagsOf(settings), settings.parameters.patterns),
          m_parameters(settings.parameters, ParameterChoice::Which::Trainable)
    {}

    std::vector<std::string> watchedOf(const hook::ModelTap &tap, hook::ModuleId layer, const std::string &pattern) const final;

private:
    ParameterChoice m_parameters;
};

/// Of each parameter's gradient after each backward pass.
/// Source: monitorch ParameterGradientGeometry.
class ParameterGradientGeometryLens final : public ParameterGeometryLens
{
public:
    explicit ParameterGradientGeometryLens(const settings::ParameterGradientGeometry &settings) : ParameterGeometryLens(settings) {}

protected:
    hook::Hook gather(gatherer::Gatherers &gatherers, hook::ModuleId layer, const std::string &parameter,
                      preprocessor::GeometryPreprocessor &preprocessor, preprocessor::Slot slot) const override;
};

/// Of how far each optimizer step, or what happened between explicit calls, moved each parameter.
/// Source: monitorch ParameterUpdateGeometry.
class ParameterUpdateGeometryLens final : public ParameterGeometryLens
{
public:
    explicit ParameterUpdateGeometryLens(const settings::ParameterUpdateGeometry &settings);

protected:
    hook::Hook gather(gatherer::Gatherers &gatherers, hook::ModuleId layer, const std::string &parameter,
                      preprocessor::GeometryPreprocessor &preprocessor, preprocessor::Slot slot) const override;

private:
    bool m_onCall;
};

} // namespace lensboard::lens
