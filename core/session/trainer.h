#pragma once

#include "core/experiment/experiment.h"
#include "core/record/error.h"
#include "core/record/run_info.h"
#include "core/session/process_rank.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace lensboard::visualizer {
class Visualizer;
}

namespace lensboard::session {

/// Thrown by a ProgressReport to cancel long work.
class Cancelled : public record::Error
{
public:
    Cancelled() : record::Error("cancelled") {}
};

/// Thrown if another process was lost. The training can continue from its checkpoint when the process is back.
class Interrupted : public record::Error
{
public:
    using record::Error::Error;
};

/// Called regularly during long work with the current activity. May throw Cancelled.
using ProgressReport = std::function<void(const record::Message &activity)>;

/// Start parameters of a training, in addition to its experiment.
struct TrainingStart
{
    std::filesystem::path checkpoint; ///< checkpoint to continue from; empty: start from the beginning
    /// SHA-256 by path for each program that may run, a model's file or a plug-in. Other contents are refused.
    std::map<std::filesystem::path, std::string> programs;
    bool isSameRun = false; ///< true if the checkpoint's own run continues: other samples than its own are refused
    std::optional<ProcessRank> place = {}; ///< place of this process, if several train the model together
    double runCreated = 0; ///< creation time of the run, used by checkpoints to identify it

    /// Returns an empty string if any content of \p program may run.
    std::string sha256Of(const std::filesystem::path &program) const
    {
        const auto known = programs.find(program);
        return known == programs.end() ? std::string() : known->second;
    }
};

/// Position of a training after the last batch.
struct Position
{
    std::int64_t epoch = 0; ///< from 1
    std::int64_t batch = 0; ///< done in this epoch, training and validation together
    std::int64_t step = 0;  ///< optimizer steps done
    bool validating = false;
    bool finished = false;
    double loss = 0; ///< of this batch
    double learningRate = 0; ///< of the next step
};

/// Information from a trainer after reading data and building the model.
struct Preparation
{
    std::vector<record::LayerInfo> layers;
    record::Environment environment;
    std::vector<record::Message> notices; ///< differences from the requested settings
    std::int64_t epochs = 0;
    std::int64_t trainingBatches = 0;   ///< per epoch
    std::int64_t validationBatches = 0; ///< per epoch
    Position position; ///< initial position; not the start if it continues from a checkpoint
};

/// Recent cost of lenses. For work on another device, only the time to launch it.
/// Units: seconds of the host's clock.
struct LensCosts
{
    double stepSeconds = 0;                ///< duration of a training step
    std::map<std::string, double> lenses;  ///< seconds per step by kind, for active lenses
    bool hostTimeOnly = false;             ///< true if the model is on another device
    double budget = 0;                     ///< largest share of a step's time for lenses; 0: no limit
    double spent = 0;                      ///< share of recent steps' own time that lenses took, uncharged work included
    std::map<std::string, double> bytes = {}; ///< size of kept tensors by kind, for active lenses

    bool operator==(const LensCosts &) const = default;
};

/// A training that is driven batch by batch. Does not depend on threads or windows.
///
/// Errors: any std::exception ends the training; its message becomes the run's.
/// Thread: one, the session's.
class Trainer
{
public:
    virtual ~Trainer() = default;

    /// Reads data, builds the model, attaches the enabled lenses and introduces their tags to \p out. \p out must
    /// outlive the trainer.
    virtual Preparation prepare(visualizer::Visualizer &out, const ProgressReport &report) = 0;
    /// Call before each batch. Returns true if commands may be followed now. A trainer with several processes returns true when all of them
    /// are at the same batch, soon after \p someWait was true.
    virtual bool mayTakeCommands(bool /*someWait*/) { return true; }
    /// Trains or validates one batch. Ticks are plotted as they are reached.
    virtual Position advance() = 0;
    /// Returns all layers of the model if new ones were found since the last call or prepare(); otherwise an empty list.
    virtual std::vector<record::LayerInfo> newLayers() { return {}; }
    /// Returns the shape of each module's first output, in the order of Preparation::layers; known after the first trained batch.
    virtual std::vector<std::optional<std::vector<std::int64_t>>> outputShapes() const { return {}; }
    /// Plots the data of the unfinished tick, if there is any. No batch follows.
    virtual void finishTick() = 0;
    virtual void setLearningRate(double rate) = 0;
    /// Adds \p watcher, or replaces the watcher with the same name. If only its enabled state differs, just attaches or
    /// detaches its hooks.
    virtual void watch(const experiment::KindSettings &watcher) = 0;
    /// Makes current and later calls of prepare() and advance() throw session::Cancelled as soon as possible.
    /// Thread: any.
    virtual void interrupt() {}
    virtual bool isInterruptible() const { return false; }
    virtual bool keepsCheckpoints() const { return true; }
    /// Writes a checkpoint for continuing the training. An incomplete file is never left behind.
    virtual void saveCheckpoint(const std::filesystem::path &path) = 0;
    /// Writes the current model for PyTorch.
    virtual void saveModel(const std::filesystem::path &path) = 0;
    /// Returns the number of hooks attached to the model now.
    virtual std::size_t hookCount() const { return 0; }
    /// Returns means over about a hundred steps; reset when a lens is switched or changed.
    virtual LensCosts lensCosts() const { return {}; }
};

} // namespace lensboard::session
