#pragma once

#include "core/experiment/field.h"
#include "core/lens/aggregation.h"
#include "core/lens/lens.h"
#include "core/preprocessor/geometry_preprocessor.h"

#include <memory>

namespace lensboard::lens {

/// Norm and correlation of something that each parameter has again and again: what the gradient and the update
/// lens share. A tag pair per parameter name, a plot per module that has it.
class ParameterGeometryLens : public Lens
{
public:
    const std::vector<record::TagSpec> &tags() const override { return m_tags; }
    void attach(hook::ModelTap &tap, const std::vector<hook::ModuleId> &layers,
                const gatherer::InspectorState &state) override;
    void detach() override;
    void plot(const record::TickStamp &stamp, visualizer::Visualizer &out) const override;
    void endTick() override;
    void skipTick() override;

protected:
    /// \p lens is the kind, \p quantity what tags call it: "Gradient".
    ParameterGeometryLens(const std::string &lens, const std::string &quantity, const experiment::Json &settings);

    virtual std::unique_ptr<preprocessor::GeometryPreprocessor>
    makePreprocessor(const preprocessor::GeometrySettings &settings) const = 0;
    virtual hook::Hook gather(hook::ModelTap &tap, hook::ModuleId module, const std::string &parameter,
                              const gatherer::InspectorState &state, preprocessor::GeometryPreprocessor &preprocessor,
                              preprocessor::Slot slot) const = 0;

private:
    struct Watched
    {
        std::string name; ///< of the parameter
        record::TagSpec normTag;
        record::TagSpec correlationTag;
        std::vector<std::string> layers;                                  ///< by slot
        std::unique_ptr<preprocessor::GeometryPreprocessor> preprocessor; ///< null while detached
    };
    bool hasEvery(const record::LayerInfo &module) const;
    void plotOne(const record::TickStamp &stamp, visualizer::Visualizer &out, const Watched &watched, bool norm) const;

    std::vector<record::TagSpec> m_tags;
    preprocessor::GeometrySettings m_settings;
    Aggregation m_aggregation;
    bool m_requireAll;
    std::vector<Watched> m_parameters;
    std::vector<hook::Hook> m_hooks;
};

/// Norm of each parameter's gradient after each backward pass, and the cosine between consecutive ones.
/// Source: monitorch ParameterGradientGeometry.
class ParameterGradientGeometryLens final : public ParameterGeometryLens
{
public:
    explicit ParameterGradientGeometryLens(const experiment::Json &settings);

protected:
    std::unique_ptr<preprocessor::GeometryPreprocessor>
    makePreprocessor(const preprocessor::GeometrySettings &settings) const override;
    hook::Hook gather(hook::ModelTap &tap, hook::ModuleId module, const std::string &parameter,
                      const gatherer::InspectorState &state, preprocessor::GeometryPreprocessor &preprocessor,
                      preprocessor::Slot slot) const override;
};

/// How far each optimizer step moved each parameter, and the cosine between consecutive moves.
/// Source: monitorch ParameterUpdateGeometry.
class ParameterUpdateGeometryLens final : public ParameterGeometryLens
{
public:
    explicit ParameterUpdateGeometryLens(const experiment::Json &settings);

protected:
    std::unique_ptr<preprocessor::GeometryPreprocessor>
    makePreprocessor(const preprocessor::GeometrySettings &settings) const override;
    hook::Hook gather(hook::ModelTap &tap, hook::ModuleId module, const std::string &parameter,
                      const gatherer::InspectorState &state, preprocessor::GeometryPreprocessor &preprocessor,
                      preprocessor::Slot slot) const override;
};

} // namespace lensboard::lens
