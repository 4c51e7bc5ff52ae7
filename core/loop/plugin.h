#pragma once

// What a plug-in is made of: a shared library with a training of its own, for an experiment whose model is
// {"kind": "plugin", "path": "libmine.so"}. It needs this header and LibTorch, and links nothing of Lensboard. It is loaded
// from a copy in memory, so that what was allowed to run cannot change: other libraries it finds by their full paths or where
// the system looks, not by $ORIGIN.
//
//     struct Mine : lensboard::plugin::Training { ... };
//     LENSBOARD_PLUGIN(Mine) // whose constructor takes the experiment's JSON
//
// Lenses of one's own, for any experiment that lists them among its "custom_lenses", are in such a library too, alone or beside a
// training:
//
//     struct SignFlips : lensboard::custom::Lens { ... };
//     LENSBOARD_LENSES(SignFlips, Another) // whose constructors take what the experiment has as "arguments"

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

/// Reports to Lensboard what a batch did.
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
    /// Trains one batch, counted from 0; returns its loss.
    virtual double trainBatch(std::int64_t batch, Report &report) = 0;
    /// Validates one batch; returns its loss.
    virtual double validateBatch(std::int64_t /*batch*/, Report &) { return 0; }
    /// The experiment's before the first batch, after beginEpoch(1), and each that the user sets.
    virtual void setLearningRate(double /*rate*/) {}
};

} // namespace lensboard::plugin

/// What a plug-in and Lensboard must agree on.
#define LENSBOARD_PLUGIN_INTERFACE "3, LibTorch " TORCH_VERSION

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

/// The lens among \p Lenses that \p name means, null if there is none. \p names are theirs, separated by commas.
template <typename... Lenses>
custom::Lens *makeLens(std::string names, const std::string &name, const char *arguments)
{
    std::erase(names, ' ');
    custom::Lens *made = nullptr;
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

/// Each is known by the name of its class.
#define LENSBOARD_LENSES(...)                                                                                            \
    extern "C" __attribute__((visibility("default"))) const char *lensboardLensInterface()                              \
    {                                                                                                                    \
        return LENSBOARD_PLUGIN_INTERFACE;                                                                               \
    }                                                                                                                    \
    extern "C" __attribute__((visibility("default"))) const char *lensboardLensNames()                                  \
    {                                                                                                                    \
        return #__VA_ARGS__;                                                                                             \
    }                                                                                                                    \
    extern "C" __attribute__((visibility("default"))) lensboard::custom::Lens *lensboardMakeLens(                       \
        const char *name, const char *arguments)                                                                         \
    {                                                                                                                    \
        return lensboard::plugin::makeLens<__VA_ARGS__>(#__VA_ARGS__, name, arguments);                                  \
    }
