#pragma once

#include "core/experiment/settings/lens_settings.h"
#include "core/lens/lens.h"
#include "core/preprocessor/batch_statistics.h"

#include <array>
#include <chrono>

namespace lensboard::lens {

/// Distribution of a model's training data: numbers of its first input, and pushed targets, classes or numbers. If the model's own
/// forward cannot be observed, uses the input of its first layer. For outputs of one number per class, [N, classes], also shows
/// the predicted classes, and the share of samples with probabilities: outputs that sum to 1. In every tick, shows the share of time
/// that the loop waited for data.
class DataLens final : public Lens
{
public:
    explicit DataLens(const settings::Data &settings);

    const std::vector<record::TagSpec> &tags() const override { return m_tags; }
    void attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers) override;
    void attachMore(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers) override;
    void detach() override;
    void plot(Plotter &out) const override;
    void endTick() override;
    void save(State &state) const override;
    bool restore(const State &state, const Resumption &resumption) override;
    void forEachAggregate(const std::function<void(stats::Aggregate &)> &use) override;
    bool takesPushes() const override { return true; }
    void pushTargets(const Tensor &targets) override;
    void pushDataWait(double seconds) override;

private:
    using Clock = std::chrono::steady_clock;

    void look(const std::function<void()> &work);
    void lookAtOutputs(const Tensor &outputs);
    void setOver();
    void clear();
    std::array<preprocessor::BatchStatistics *, 3> all() const { return {m_inputs.get(), m_labels.get(), m_predictions.get()}; }

    settings::Data m_settings;
    std::vector<record::TagSpec> m_tags; ///< inputs, labels, predictions, wait
    std::unique_ptr<preprocessor::BatchStatistics> m_inputs, m_labels, m_predictions;
    stats::Aggregate m_waits{stats::Aggregate::Mode::Running}, m_periods{stats::Aggregate::Mode::Running}; ///< seconds, from one batch to the next
    std::optional<Clock::time_point> m_waited; ///< time of the last pushDataWait()
    gatherer::Gatherers *m_gatherers = nullptr; ///< null while detached
    gatherer::StepCosts::Account m_account = 0;
    std::optional<hook::Hook> m_hook, m_outputHook; ///< nullopt if it cannot be observed, or is not needed
    bool m_isOver = false; ///< the first tick has ended, and no other is wanted
};

} // namespace lensboard::lens
