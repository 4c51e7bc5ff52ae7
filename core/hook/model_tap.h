#pragma once

#include "core/hook/tap_point.h"
#include "core/record/run_info.h"
#include "core/tensor/tensor.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace lensboard::hook {

using ModuleId = std::size_t; ///< position in ModelTap::modules()

/// A module as a ModelTap sees it, whatever it is made of.
struct TappedModule
{
    std::string name; ///< the root's is empty, others are paths joined with dots
    std::string type; ///< as PyTorch calls it
    std::size_t depth = 0; ///< below the root
    bool leaf = true;
    std::function<bool()> isTraining;
    std::vector<std::pair<std::string, Tensor>> parameters; ///< its own, not those of its children
    std::shared_ptr<TapPoint> point; ///< null if its forward cannot be watched
    std::vector<std::pair<std::string, Tensor>> buffers; ///< its own; of TorchScript also other tensors, undefined where None
    /// Returns a parameter or buffer as it is now, undefined if there is none; null where those above never change.
    std::function<Tensor(const std::string &)> now = {};
    bool exact = true; ///< the point sees it enter and leave its forward; else only its output
    std::shared_ptr<torch::nn::Module> module = {}; ///< null of TorchScript, and of what follows a module
    std::shared_ptr<const void> foreign = {}; ///< a module of another language, as its ModelSource knows it
    std::string nearestPlace = {}; ///< name of the module to watch instead, if its forward cannot be watched
};

/// Returns what gradients are multiplied by, 0-dimensional, as mixed precision scales a loss; an undefined tensor where they are not.
using GradientScale = std::function<Tensor()>;

/// Returns whether the gradients of parameters are averaged with those of other processes where the backward pass ends, as
/// DistributedDataParallel does. Called there. Empty where they never are.
using GradientAveraging = std::function<bool()>;

/// A C++ module with its parameters and buffers; its point is the module itself if that is one.
TappedModule describe(const std::shared_ptr<torch::nn::Module> &module, const std::string &name, std::size_t depth);

/// Where one model and its optimizer are watched: every module and parameter, at every moment.
///
/// The order of watchers of one moment is given with \p order; a lower one is called first. A watcher may add and remove hooks, but a
/// tap is destroyed between two batches. On CUDA gradients arrive on autograd's thread while backward() waits.
/// Thread: the training thread.
class ModelTap
{
public:
    using InputWatcher = std::function<void(std::span<const Tensor> inputs)>;
    using OutputWatcher = std::function<void(std::span<const Tensor> inputs, const Tensor &output)>;
    using GradientWatcher = std::function<void(const Tensor &gradient)>;
    using StepWatcher = std::function<void()>;

    /// The root first, then its descendants in the order in which they were registered.
    /// Gradients are observed divided by \p scale, in single precision at least; an empty function is for 1. Those of parameters are
    /// observed once they are averaged, if there is \p averaging, and not after backward passes that do not average.
    /// Errors: std::invalid_argument if there is none.
    explicit ModelTap(std::vector<TappedModule> modules, GradientScale scale = {}, GradientAveraging averaging = {});
    /// Of C++ modules; those that are also a TapPoint can be watched.
    /// Errors: std::invalid_argument if \p model is null.
    explicit ModelTap(const std::shared_ptr<torch::nn::Module> &model);
    ~ModelTap();

    /// Names of the modules and parameters that \p modules, those of the model now, lack or have replaced. If there are any, the model
    /// needs a new tap.
    std::vector<std::string> replacedIn(const std::vector<TappedModule> &modules) const;
    /// Appends modules that were added to the model, and registers hooks again on parameters that were moved or cast. Returns true if
    /// backward passes may have gone by without these hooks.
    /// Precondition: replacedIn(modules) is empty.
    bool extend(const std::vector<TappedModule> &modules);

    /// Whether a parameter requires a gradient that did not, or the other way round, when it was listed.
    bool isFrozenOtherwise() const;

    const std::vector<record::LayerInfo> &modules() const;
    /// The modules that count as layers: leaves, and from \p depth levels below the root (-1: no limit) what stands
    /// there instead of its descendants.
    std::vector<ModuleId> layers(std::int64_t depth) const;

    bool isTraining(ModuleId module) const;
    /// The C++ module; null if it is not one.
    torch::nn::Module *eagerModule(ModuleId module) const;
    const std::shared_ptr<const void> &foreignModule(ModuleId module) const;
    /// Returns an undefined tensor if the module has none of this name.
    Tensor parameter(ModuleId module, const std::string &name) const;

    /// Returns a parameter or buffer as it is at the time of the call; an undefined tensor where the model has none then.
    using Attribute = std::function<Tensor()>;
    /// What \p path, dotted, leads to from \p module: through submodules to a parameter or buffer.
    /// Errors: std::invalid_argument that says how far it leads, and what is there.
    Attribute attribute(ModuleId module, const std::string &path) const;
    /// The same for a module; an empty path leads to \p module.
    ModuleId submodule(ModuleId module, const std::string &path) const;

    /// Errors, for the moments of a module: std::invalid_argument, with the nearest place, if it cannot be watched.
    [[nodiscard]] Hook beforeForward(ModuleId module, InputWatcher watcher, int order = 0);
    [[nodiscard]] Hook afterForward(ModuleId module, OutputWatcher watcher, int order = 0);
    /// With every tensor of the module's output: an LSTM's outputs, hidden and cell states.
    [[nodiscard]] Hook onAllOutputs(ModuleId module, InputWatcher watcher, int order = 0);
    [[nodiscard]] Hook onOutputGradient(ModuleId module, GradientWatcher watcher, int order = 0);
    [[nodiscard]] Hook onInputGradient(ModuleId module, GradientWatcher watcher, int order = 0);
    bool canWatchForward(ModuleId module) const;
    /// For observers of a module before and after its forward.
    /// Errors: std::invalid_argument if this one's is not observed.
    void requireBoundary(ModuleId module) const;

    /// Called with the parameter's .grad once a backward pass has accumulated into it; of the parameter's shape.
    /// Errors: std::invalid_argument if there is no such parameter, or it requires no gradient.
    [[nodiscard]] Hook onParameterGradient(ModuleId module, const std::string &name, GradientWatcher watcher,
                                           int order = 0);

    [[nodiscard]] Hook afterStep(StepWatcher watcher, int order = 0);
    /// C++ optimizers have no step hook: to be called after each optimizer step.
    void stepped();

    /// Watchers that are registered now, of any kind.
    std::size_t hookCount() const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lensboard::hook
