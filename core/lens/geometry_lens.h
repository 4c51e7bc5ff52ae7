#pragma once

#include "core/lens/layer_lens.h"
#include "core/lens/module_types.h"
#include "core/lens/parameter_choice.h"
#include "core/preprocessor/geometry_preprocessor.h"

namespace lensboard::lens {

/// Base of the three geometry lenses: norm and correlation of a sequence of tensors by layer.
class GeometryLens : public LayerLens<preprocessor::GeometryPreprocessor>
{
public:
    void attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers) final;
    void plot(Plotter &out) const override;
    void resumed(gatherer::Gatherers &gatherers) override;

protected:
    /// \p patterns of parameters, in order; an empty pattern means the layer itself. Each pattern has a tag for the norm, and one for
    /// the correlation if enabled.
    GeometryLens(const settings::AnyGeometry &settings, std::vector<record::TagSpec> tags, std::vector<std::string> patterns);
    /// Returns names of parameters that match \p pattern; an empty name means the layer itself.
    virtual std::vector<std::string> watchedOf(const hook::ModelTap &tap, hook::ModuleId layer, const std::string &pattern) const = 0;
    virtual hook::Hook gather(gatherer::Gatherers &gatherers, hook::ModuleId layer, const std::string &parameter,
                              preprocessor::GeometryPreprocessor &preprocessor, preprocessor::Slot slot) const = 0;

private:
    preprocessor::GeometrySettings m_settings;
    Aggregation m_aggregation;
    std::vector<std::string> m_patterns;
};

/// Geometry of the gradient of each layer's output in each backward pass; by default without activations.
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

/// Base of the two lenses of trained parameters.
class ParameterGeometryLens : public GeometryLens
{
protected:
    /// \p settings: settings::ParameterGradientGeometry or ParameterUpdateGeometry.
    template <typename Settings>
    explicit ParameterGeometryLens(const Settings &settings)
        : GeometryLens(settings, experiment::tagsOf(settings), settings.parameters.patterns),
          m_parameters(settings.parameters)
    {}

    std::vector<std::string> watchedOf(const hook::ModelTap &tap, hook::ModuleId layer, const std::string &pattern) const final;

private:
    ParameterChoice m_parameters;
};

/// Geometry of each parameter's gradient after each backward pass.
/// Source: monitorch ParameterGradientGeometry.
class ParameterGradientGeometryLens final : public ParameterGeometryLens
{
public:
    explicit ParameterGradientGeometryLens(const settings::ParameterGradientGeometry &settings) : ParameterGeometryLens(settings) {}

protected:
    hook::Hook gather(gatherer::Gatherers &gatherers, hook::ModuleId layer, const std::string &parameter,
                      preprocessor::GeometryPreprocessor &preprocessor, preprocessor::Slot slot) const override;
};

/// Geometry of each parameter's change in an optimizer step, or between explicit calls.
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
