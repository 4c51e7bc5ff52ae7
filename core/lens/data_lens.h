#pragma once

#include "core/experiment/settings/lens_settings.h"
#include "core/lens/lens.h"
#include "core/preprocessor/batch_statistics.h"

namespace lensboard::lens {

/// What a model is trained with: how the numbers of its first input are distributed, and its targets, classes or numbers, as far as the
/// training loop pushes them. Of a model whose own forward cannot be watched, the input of its first layer.
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
    void pushTargets(const at::Tensor &targets) override;

private:
    void look(const std::function<void()> &work);
    void setOver();

    settings::Data m_settings;
    std::vector<record::TagSpec> m_tags; ///< inputs, labels
    std::unique_ptr<preprocessor::BatchStatistics> m_inputs, m_labels;
    gatherer::Gatherers *m_gatherers = nullptr; ///< null while detached
    gatherer::StepCosts::Account m_account = 0;
    std::optional<hook::Hook> m_hook; ///< none while no input can be watched, or is wanted
    bool m_isOver = false; ///< the first tick is, and no other is wanted
};

} // namespace lensboard::lens
