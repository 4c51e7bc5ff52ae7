#pragma once

#include "core/lens/aggregation.h"
#include "core/lens/lens.h"
#include "core/preprocessor/explicit_call_preprocessor.h"
#include "core/preprocessor/loss_module_preprocessor.h"

namespace lensboard::lens {

/// Loss and metrics from the training loop, separately for training and evaluation; or the loss from a module of the
/// model. A tick without evaluation shows no evaluation values.
/// Source: monitorch LossMetrics, but with filled bands of metrics (monitorch leaves them empty).
class LossMetricsLens final : public Lens
{
public:
    explicit LossMetricsLens(settings::LossMetrics settings);

    const std::vector<record::TagSpec> &tags() const override { return m_tags; }
    void attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers) override;
    void detach() override;
    void plot(Plotter &out) const override;
    void endTick() override;
    void skipTick() override;
    bool takesPushes() const override { return true; }
    bool wantsPushes() const override { return listening() || (m_settings.parity && m_gatherers); }
    void pushLoss(double value, Phase phase) override;
    void pushMetric(const std::string &name, double value) override;

private:
    bool listening() const { return m_gatherers && m_gatherers->state().active; }
    bool isWanted(const std::string &metric) const;

    settings::LossMetrics m_settings;
    std::vector<record::TagSpec> m_tags; ///< loss, then metrics; or one for both
    preprocessor::ExplicitCallPreprocessor m_losses;
    preprocessor::ExplicitCallPreprocessor m_metrics;
    preprocessor::LossModulePreprocessor m_moduleLoss;
    hook::Hook m_hook;
    gatherer::Gatherers *m_gatherers = nullptr; ///< null while detached
};

} // namespace lensboard::lens
