#pragma once

#include "core/experiment/experiment.h"
#include "core/session/trainer.h"

#include <memory>

namespace lensboard::training {

/// Trains a built-in or TorchScript model with the settings and lenses of an experiment.
///
/// Per epoch: all training batches in an order drawn from the seed, then all validation batches. Ticks end by the
/// experiment's rule, and at the end of an epoch after its validation. Lenses affect neither results nor random state: the
/// same seed and thread count give bitwise equal losses, independent of other trainings in this process. Several trainings
/// alternate batch by batch.
class ExperimentTrainer final : public session::Trainer
{
public:
    /// Resumes from a checkpoint if \p start names one. Its experiment may have other data, another optimizer or other epochs,
    /// but must have the same model.
    explicit ExperimentTrainer(const experiment::Experiment &experiment, const session::TrainingStart &start = {});
    ~ExperimentTrainer() override;

    session::Preparation prepare(visualizer::Visualizer &out, const session::ProgressReport &report) override;
    bool mayTakeCommands(bool someWait) override;
    session::Position advance() override;
    std::vector<std::optional<std::vector<std::int64_t>>> outputShapes() const override;
    void finishTick() override;
    void setLearningRate(double rate) override;
    void watch(const experiment::KindSettings &watcher) override;
    std::size_t hookCount() const override;
    session::LensCosts lensCosts() const override;
    void interrupt() override;
    bool isInterruptible() const override;
    void saveCheckpoint(const std::filesystem::path &path) override;
    void saveModel(const std::filesystem::path &path) override;

private:
    session::Preparation prepareAll(visualizer::Visualizer &out, const session::ProgressReport &report);
    session::Position advanceOne();

    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lensboard::training
