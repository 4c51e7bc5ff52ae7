#pragma once

#include "core/lens/lens.h"
#include "core/preprocessor/output_activation_preprocessor.h"
#include "core/experiment/field.h"

#include <memory>

namespace lensboard::lens {

/// Activation and death rates of what activations and dropout put out, and the worst of each over all layers.
/// Source: monitorch OutputActivation.
class OutputActivationLens final : public Lens
{
public:
    explicit OutputActivationLens(const experiment::Json &settings);

    const std::vector<record::TagSpec> &tags() const override { return m_tags; }
    void attach(hook::ModelTap &tap, const std::vector<hook::ModuleId> &layers,
                const gatherer::InspectorState &state) override;
    void detach() override;
    void plot(const record::TickStamp &stamp, visualizer::Visualizer &out) const override;
    void endTick() override;

private:
    bool isWatched(const std::string &type) const;

    std::vector<record::TagSpec> m_tags; ///< per layer; then, if wanted, the warning
    bool m_showActivation;
    bool m_showDeath;
    std::vector<std::string> m_include;
    std::vector<std::string> m_exclude;
    stats::PointMethod m_activationMethod;
    stats::PointMethod m_deathMethod;
    preprocessor::ActivationSettings m_settings;

    std::vector<std::string> m_layers; ///< by slot
    std::unique_ptr<preprocessor::OutputActivationPreprocessor> m_preprocessor; ///< null while detached
    std::vector<hook::Hook> m_hooks;
};

} // namespace lensboard::lens
