#pragma once

// What a plug-in is made of: a shared library with a training of its own, for an experiment whose model is
// {"kind": "plugin", "path": "libmine.so"}. It needs this header and LibTorch, and links nothing of Lensboard. It is loaded
// from a copy in memory, so that nobody changes what was allowed to run: other libraries it finds by their full paths or where
// the system looks, not by $ORIGIN.
//
//     struct Mine : lensboard::plugin::Training { ... };
//     LENSBOARD_PLUGIN(Mine) // whose constructor takes the experiment's JSON

#include <torch/version.h>

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace torch::nn {
class Module;
}

namespace lensboard::plugin {

/// Who tells Lensboard what a batch did.
class Report
{
public:
    /// To be called after each step of an optimizer, with the model that it is for.
    virtual void stepped(torch::nn::Module &model) = 0;
    virtual void pushMetric(const char *name, double value) = 0;
    virtual void addSamples(std::int64_t count) = 0;

protected:
    ~Report() = default;
};

/// A model, or several, and how a batch is trained. Any exception ends the training as a failed run.
/// Thread: one at a time.
class Training
{
public:
    virtual ~Training() = default;

    /// What is watched, by name, which is empty if there is only one; they live as long as this. Asked for once, first.
    virtual std::vector<std::pair<std::string, torch::nn::Module *>> models() = 0;
    virtual std::int64_t trainingBatches() const = 0; ///< of an epoch, at least one
    virtual std::int64_t validationBatches() const { return 0; }
    /// Before the first batch of each epoch, which are counted from 1.
    virtual void beginEpoch(std::int64_t /*epoch*/) {}
    /// Trains one batch, counted from 0; gives its loss.
    virtual double trainBatch(std::int64_t batch, Report &report) = 0;
    /// Validates one batch; gives its loss.
    virtual double validateBatch(std::int64_t /*batch*/, Report &) { return 0; }
    /// The experiment's before the first batch, after beginEpoch(1), and each that the user sets.
    virtual void setLearningRate(double /*rate*/) {}
};

} // namespace lensboard::plugin

/// What a plug-in and Lensboard must agree on.
#define LENSBOARD_PLUGIN_INTERFACE "1, LibTorch " TORCH_VERSION

#define LENSBOARD_PLUGIN(Type)                                                                                           \
    extern "C" __attribute__((visibility("default"))) const char *lensboardPluginInterface()                            \
    {                                                                                                                    \
        return LENSBOARD_PLUGIN_INTERFACE;                                                                               \
    }                                                                                                                    \
    extern "C" __attribute__((visibility("default"))) lensboard::plugin::Training *lensboardMakeTraining(               \
        const char *experiment)                                                                                          \
    {                                                                                                                    \
        return new Type(experiment);                                                                                     \
    }
