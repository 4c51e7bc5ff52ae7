#pragma once

// Interface of plug-ins: shared libraries with a training, for an experiment with the model
// {"kind": "plugin", "path": "libmine.so"}. A plug-in needs this header and LibTorch, and links nothing of Lensboard. It is loaded
// from a copy in memory, so that the permitted file cannot change. It finds other libraries by full paths or the system's
// search path, not by $ORIGIN.
//
//     struct Mine : lensboard::plugin::Training { ... };
//     LENSBOARD_PLUGIN(Mine) // its constructor takes the experiment's JSON
//
// Such a library may also contain lenses, with or without a training, for any experiment that lists them in its "custom_lenses":
//
//     struct SignFlips : lensboard::custom::BaseLens { ... };
//     LENSBOARD_LENSES(SignFlips, Another) // their constructors take the experiment's "arguments"

#include "core/lens/custom_lens.h"

#include <torch/version.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

namespace torch::nn {
class Module;
}

namespace lensboard::plugin {

/// Reports the results of a batch to Lensboard.
class Report
{
public:
    /// Call after each optimizer step, with the optimizer's model.
    virtual void stepped(torch::nn::Module &model) = 0;
    /// Pushes a metric for the lens LossMetrics.
    virtual void pushMetric(const char *name, double value) = 0;
    /// Adds \p count to the training samples so far.
    virtual void addSamples(std::int64_t count) = 0;

protected:
    ~Report() = default;
};

/// One or several models, and the training of a batch. Any exception ends the training as a failed run.
/// Thread: one at a time.
class Training
{
public:
    virtual ~Training() = default;

    /// Returns the models to watch, by name; a single model has an empty name. The models live as long as this. Called once, first.
    virtual std::vector<std::pair<std::string, torch::nn::Module *>> models() = 0;
    virtual std::int64_t trainingBatches() const = 0; ///< per epoch, at least one
    /// Returns the number of validation batches per epoch; 0: no validation.
    virtual std::int64_t validationBatches() const { return 0; }
    /// Called before the first batch of each epoch; epochs are counted from 1.
    virtual void beginEpoch(std::int64_t /*epoch*/) {}
    /// Trains one batch, counted from 0; returns its loss.
    virtual double trainBatch(std::int64_t batch, Report &report) = 0;
    /// Validates one batch; returns its loss.
    virtual double validateBatch(std::int64_t /*batch*/, Report &) { return 0; }
    /// Called with the experiment's rate before the first batch, after beginEpoch(1), and with each rate that the user sets.
    virtual void setLearningRate(double /*rate*/) {}
};

} // namespace lensboard::plugin

/// Version that a plug-in and Lensboard must have in common.
#define LENSBOARD_PLUGIN_INTERFACE "5, LibTorch " TORCH_VERSION

/// Exports \p Type, a lensboard::plugin::Training, as the library's training.
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

namespace lensboard::plugin {

/// Makes the lens of \p Lenses with this \p name, or returns null. \p names are all names, separated by commas.
template <typename... Lenses>
custom::BaseLens *makeLens(std::string names, const std::string &name, const char *arguments)
{
    std::erase(names, ' ');
    custom::BaseLens *made = nullptr;
    const auto make = [&]<typename Lens>(const Lens *) {
        const std::size_t end = std::min(names.find(','), names.size());
        if (names.substr(0, end) == name)
            made = new Lens(arguments);
        names.erase(0, end + 1);
    };
    (make(static_cast<const Lenses *>(nullptr)), ...);
    return made;
}

} // namespace lensboard::plugin

/// Exports lenses under the names of their classes.
#define LENSBOARD_LENSES(...)                                                                                            \
    extern "C" __attribute__((visibility("default"))) const char *lensboardLensInterface()                              \
    {                                                                                                                    \
        return LENSBOARD_PLUGIN_INTERFACE;                                                                               \
    }                                                                                                                    \
    extern "C" __attribute__((visibility("default"))) const char *lensboardLensNames()                                  \
    {                                                                                                                    \
        return #__VA_ARGS__;                                                                                             \
    }                                                                                                                    \
    extern "C" __attribute__((visibility("default"))) lensboard::custom::BaseLens *lensboardMakeLens(                   \
        const char *name, const char *arguments)                                                                         \
    {                                                                                                                    \
        return lensboard::plugin::makeLens<__VA_ARGS__>(#__VA_ARGS__, name, arguments);                                  \
    }
