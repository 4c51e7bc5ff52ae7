#pragma once

#include "core/experiment/experiment.h"
#include "core/session/trainer.h"

#include <memory>
#include <vector>

namespace lensboard::training {

/// Trains with a loop from a plug-in, see core/loop/plugin.h. The experiment defines the ticks.
class PluginTrainer final : public session::Trainer
{
public:
    /// Always begins at the start, because plug-ins have no checkpoints.
    explicit PluginTrainer(const experiment::Experiment &experiment, const session::TrainingStart &start = {});
    ~PluginTrainer() override;

    session::Preparation prepare(visualizer::Visualizer &out, const session::ProgressReport &report) override;
    session::Position advance() override;
    std::vector<record::LayerInfo> newLayers() override;
    void finishTick() override;
    void setLearningRate(double rate) override;
    void watch(const experiment::KindSettings &watcher) override;
    std::size_t hookCount() const override;
    session::LensCosts lensCosts() const override;
    bool keepsCheckpoints() const override { return false; }
    void saveCheckpoint(const std::filesystem::path &path) override;
    void saveModel(const std::filesystem::path &path) override;

private:
    session::Preparation prepareAll(visualizer::Visualizer &out, const session::ProgressReport &report);
    session::Position advanceOne();

    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lensboard::training
