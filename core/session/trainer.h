#pragma once

#include "core/experiment/experiment.h"
#include "core/record/run_info.h"
#include "core/session/process_rank.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <map>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

namespace lensboard::visualizer {
class Visualizer;
}

namespace lensboard::session {

/// Thrown by a ProgressReport to leave long work that was cancelled.
class Cancelled : public std::runtime_error
{
public:
    Cancelled() : std::runtime_error("cancelled") {}
};

/// Thrown by a training that can go on from its checkpoint, once what it needs is there again: another process was lost.
class Interrupted : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

/// Called now and then during long work with what is being done. May throw Cancelled.
using ProgressReport = std::function<void(const std::string &activity)>;

/// What a training begins with, besides its experiment.
struct TrainingStart
{
    std::filesystem::path checkpoint; ///< to go on from; empty: from the start
    /// By path the SHA-256 of each program that may run, a model's file or a plug-in: one of other content is refused.
    std::map<std::filesystem::path, std::string> programs;
    bool isSameRun = false; ///< the run of the checkpoint itself goes on: samples that are not its own are refused
    std::optional<ProcessRank> place = {}; ///< of this process, if several train the model together
    double runCreated = 0; ///< creation time of the run, by which checkpoints identify it

    /// Empty if any content of \p program may run.
    std::string sha256Of(const std::filesystem::path &program) const
    {
        const auto known = programs.find(program);
        return known == programs.end() ? std::string() : known->second;
    }
};

/// Where a training stands after one more batch.
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

/// What a trainer knows once its data are read and its model is built.
struct Preparation
{
    std::vector<record::LayerInfo> layers;
    std::vector<std::pair<std::string, std::string>> environment;
    std::vector<std::string> notices; ///< what differs from what was asked for
    std::int64_t epochs = 0;
    std::int64_t trainingBatches = 0;   ///< per epoch
    std::int64_t validationBatches = 0; ///< per epoch
    Position position; ///< from which it begins: not the start if it goes on from a checkpoint
};

/// The recent cost of lenses; of work on another device, the time to launch it.
/// Units: seconds of the host's clock.
struct LensCosts
{
    double stepSeconds = 0;                ///< that a training step takes in all
    std::map<std::string, double> lenses;  ///< seconds a step, by kind, of those that are on
    bool hostTimeOnly = false;             ///< the model is on another device
    double budget = 0;                     ///< of a step's time, that lenses may take; 0: there is none
    double spent = 0;                      ///< share of recent steps' own time that lenses took, uncharged work included
    std::map<std::string, double> bytes = {}; ///< of tensors that lenses keep, by kind, of those that are on

    bool operator==(const LensCosts &) const = default;
};

/// A training that is driven batch by batch. Knows nothing of threads or windows.
///
/// Errors: any std::exception ends the training; its message becomes the run's.
/// Thread: one, the session's.
class Trainer
{
public:
    virtual ~Trainer() = default;

    /// Reads data, builds the model, attaches the enabled lenses and introduces their tags to \p out, which
    /// outlives the trainer.
    virtual Preparation prepare(visualizer::Visualizer &out, const ProgressReport &report) = 0;
    /// To be called before each batch: whether orders may be followed now. One that trains in several processes says so where all of them
    /// stand at the same batch, soon after \p someWait was true.
    virtual bool mayTakeOrders(bool /*someWait*/) { return true; }
    /// Trains or validates one batch. Ticks are plotted as they are reached.
    virtual Position advance() = 0;
    /// All layers of the model, once more are known than were told by this or by prepare(); else none.
    virtual std::vector<record::LayerInfo> newLayers() { return {}; }
    /// The shape of each module's first output, in the order of Preparation::layers; known once a batch was trained.
    virtual std::vector<std::optional<std::vector<std::int64_t>>> outputShapes() const { return {}; }
    /// Plots what the unfinished tick has gathered, if anything; no batch follows.
    virtual void finishTick() = 0;
    virtual void setLearningRate(double rate) = 0;
    /// Adds \p watcher, or has it take the place of the one of its name; if that is the same but for being on or off, its hooks are
    /// attached or detached.
    virtual void watch(const experiment::Choice &watcher) = 0;
    /// Has prepare() or advance(), if one runs, end by session::Cancelled as soon as it can, and those that come.
    /// Thread: any.
    virtual void interrupt() {}
    virtual bool isInterruptible() const { return false; }
    virtual bool keepsCheckpoints() const { return true; }
    /// Writes what the training can go on from. Whole, or not at all.
    virtual void saveCheckpoint(const std::filesystem::path &path) = 0;
    /// Writes the model as it is now, for PyTorch.
    virtual void saveModel(const std::filesystem::path &path) = 0;
    /// Watchers in place on the model now.
    virtual std::size_t hookCount() const { return 0; }
    /// Means over about a hundred steps; reset when a lens is switched or set.
    virtual LensCosts lensCosts() const { return {}; }
};

} // namespace lensboard::session
