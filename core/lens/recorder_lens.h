#pragma once

#include "core/experiment/comparison.h"
#include "core/experiment/settings/watcher_settings.h"
#include "core/lens/tensor_shelf.h"
#include "core/recorder/tensor_recorder.h"

#include <cstdint>
#include <optional>
#include <set>

namespace lensboard::lens {

/// An experiment's recorder as a lens: keeps tensors of layers, and shows the reduction over the tick's samples when
/// a tick ends. Sum, mean and max are over samples and steps. Samples of another shape than
/// earlier ones of the tick are skipped.
class RecorderLens final : public Lens
{
public:
    explicit RecorderLens(const settings::Recorder &recorder);
    ~RecorderLens() override;

    const std::vector<record::TagSpec> &tags() const override { return m_tags; }
    void attach(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers) override;
    void attachMore(gatherer::Gatherers &gatherers, const std::vector<hook::ModuleId> &layers) override;
    void detach() override;
    void plot(Plotter &out) const override;
    void endTick() override;
    void allPlotted(const Plotter &plots) override;
    void save(State &state) const override;
    bool restore(const State &state, const Resumption &resumption) override;

private:
    struct Layer;
    struct Saved;
    static void restore(Layer &layer, std::vector<Saved> &from);
    recorder::RecorderSettings sharedSettings() const;
    std::set<hook::ModuleId> modulesOf(const std::string &name) const;
    void tryTo(const std::function<void()> &work);
    void watchAll(const std::vector<hook::ModuleId> &modules);
    void watch(hook::ModuleId module, const recorder::RecorderSettings &settings);
    bool keepsEach() const;
    bool isOfTraining() const;
    bool isWanted() const;
    bool hasRoomFor(const Layer &layer, const Tensor &tensor) const;
    Tensor chosen(const Tensor &tensor) const;
    Tensor reduced(const Layer &layer) const;

    settings::AnyRecorder m_settings;
    recorder::RecordedTensor m_recorded;
    std::size_t m_which = 0; ///< index among several inputs or outputs
    std::vector<record::TagSpec> m_tags;
    std::unique_ptr<TensorShelf> m_shelf;
    std::optional<experiment::Comparison> m_criterion; ///< condition on another lens's plot, if set
    bool m_holds = false;                              ///< m_criterion is true
    gatherer::Gatherers *m_gatherers = nullptr;
    std::vector<std::unique_ptr<Layer>> m_layers;
    std::vector<Saved> m_awaited; ///< states from a checkpoint for layers that are not known yet
    std::int64_t m_step = 0; ///< number of steps since the first layer was watched
    hook::Hook m_stepped;
};

} // namespace lensboard::lens
