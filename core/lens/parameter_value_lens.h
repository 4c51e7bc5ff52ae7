#pragma once

#include "core/lens/aggregation.h"
#include "core/lens/lens.h"
#include "core/lens/parameter_choice.h"
#include "core/preprocessor/geometry_preprocessor.h"
#include "core/preprocessor/parameter_condition_preprocessor.h"

#include <memory>

namespace lensboard::lens {

/// How large each parameter is when a tick ends, and how layers compare.
/// Source: monitorch ParameterNorm.
class ParameterNormLens final : public Lens
{
public:
    explicit ParameterNormLens(const experiment::Json &settings);

    const std::vector<record::TagSpec> &tags() const override { return m_tags; }
    void attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers) override;
    void detach() override;
    void plot(const record::TickStamp &stamp, visualizer::Visualizer &out) const override;
    void endTick() override;

private:
    struct Watched
    {
        SlotNames layers;
        std::unique_ptr<preprocessor::GeometryPreprocessor> preprocessor;
    };

    ParameterChoice m_parameters;
    preprocessor::GeometrySettings m_settings;
    stats::PointMethod m_method;
    bool m_compare;
    std::vector<record::TagSpec> m_tags; ///< norms by parameter; then, if wanted, comparisons by parameter
    std::vector<Watched> m_watched;      ///< by parameter; none while detached
    std::vector<hook::Hook> m_hooks;
};

/// How near each weight matrix is to losing a dimension when a tick ends.
/// Source: monitorch ParameterCond, which never runs.
class ParameterConditionLens final : public Lens
{
public:
    explicit ParameterConditionLens(const experiment::Json &settings);

    const std::vector<record::TagSpec> &tags() const override { return m_tags; }
    void attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers) override;
    void detach() override;
    void plot(const record::TickStamp &stamp, visualizer::Visualizer &out) const override;
    void endTick() override;

private:
    struct Watched
    {
        SlotNames layers;
        std::unique_ptr<preprocessor::ParameterConditionPreprocessor> preprocessor;
    };

    ParameterChoice m_parameters;
    std::int64_t m_largest;
    stats::Aggregate::Mode m_mode;
    Aggregation m_aggregation;
    std::vector<record::TagSpec> m_tags; ///< by parameter
    std::vector<Watched> m_watched;      ///< by parameter; none while detached
    std::vector<hook::Hook> m_hooks;
};

} // namespace lensboard::lens
