#pragma once

#include "core/hook/tap_point.h"
#include "core/record/run_info.h"
#include "core/tensor/tensor.h"

#include <cstddef>
#include <functional>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace lensboard::hook {

class Division;
class OptimizerSteps;
class SteppedOptimizer;

using ModuleId = std::size_t; ///< position in ModelTap::modules()

/// A module from a ModelTap's view, of any language.
struct TappedModule
{
    std::string name; ///< empty for the root; otherwise a path joined with dots
    std::string type; ///< PyTorch's name
    std::size_t depth = 0; ///< below the root
    bool leaf = true;
    std::function<bool()> isTraining;
    std::vector<std::pair<std::string, Tensor>> parameters; ///< its own, without its children's
    std::shared_ptr<TapPoint> point; ///< null if its forward cannot be watched
    std::vector<std::pair<std::string, Tensor>> buffers; ///< its own; for TorchScript also other tensor attributes, undefined if None
    /// Returns the current parameter or buffer, undefined if there is none. Null if the lists above never change.
    std::function<Tensor(const std::string &)> now = {};
    bool exact = true; ///< the point observes the forward's begin and end; otherwise only its output
    std::shared_ptr<torch::nn::Module> module = {}; ///< null for TorchScript, and for operators found behind a module
    std::shared_ptr<const void> foreign = {}; ///< module of another language, owned by its ModelSource
    std::map<std::string, std::shared_ptr<const Division>> divisions = {}; ///< of the parameters that several processes divide, by name
    std::string nearestPlace = {}; ///< name of the module to watch instead, if its forward cannot be watched
};

/// Returns the factor of scaled gradients, 0-dimensional, for mixed precision; an undefined tensor if gradients are unscaled.
using GradientScale = std::function<Tensor()>;

/// Called at the end of a backward pass. Returns true if gradients of parameters are averaged with other processes there, as
/// DistributedDataParallel does. Empty if never.
using GradientAveraging = std::function<bool()>;

/// Describes a C++ module with its parameters and buffers. The module is its own point if it is a TapPoint.
TappedModule describe(const std::shared_ptr<torch::nn::Module> &module, const std::string &name, std::size_t depth);

/// Observes one model and its optimizer: every module and parameter, at every moment.
///
/// Callbacks of one moment are called by rising \p order. A callback may add and remove hooks.
/// Destroy a tap only between two batches. On CUDA, gradients arrive on autograd's thread while backward() waits.
/// Thread: the training thread.
class ModelTap
{
public:
    /// Receives the inputs of a forward, or all tensors of its output.
    using InputCallback = std::function<void(std::span<const Tensor> inputs)>;
    /// Receives the inputs of a forward and its output, or the first tensor of several.
    using OutputCallback = std::function<void(std::span<const Tensor> inputs, const Tensor &output)>;
    /// Receives a gradient.
    using GradientCallback = std::function<void(const Tensor &gradient)>;
    /// Receives a gradient, and the factor in it; undefined if the gradient is unscaled.
    using ScaledGradientCallback = std::function<void(const Tensor &gradient, const Tensor &scale)>;
    /// Called after an optimizer step.
    using StepCallback = std::function<void()>;

    /// \p modules: the root first, then its descendants in order of registration.
    /// Gradients are divided by \p scale, in at least single precision, except for callbacks that receive the scale; an empty function means 1. With \p averaging, gradients of parameters
    /// are observed after they are averaged, and not after backward passes that do not average.
    /// Errors: std::invalid_argument if \p modules is empty.
    explicit ModelTap(std::vector<TappedModule> modules, GradientScale scale = {}, GradientAveraging averaging = {});
    /// Taps C++ modules; modules that are also a TapPoint can be observed.
    /// Errors: std::invalid_argument if \p model is null.
    explicit ModelTap(const std::shared_ptr<torch::nn::Module> &model);
    ~ModelTap();

    /// Returns names of known modules and parameters that \p modules, the current ones, lack or have replaced. If there are any, the model
    /// needs a new tap.
    std::vector<std::string> replacedIn(const std::vector<TappedModule> &modules) const;
    /// Appends new modules of the model, and registers hooks again on parameters that were moved or cast. Returns true if
    /// these hooks may have missed backward passes.
    /// Precondition: replacedIn(modules) is empty.
    bool extend(const std::vector<TappedModule> &modules);

    /// Watches the gradients of parameters that were frozen when they were listed, or when their callbacks came, and are trainable now. Returns
    /// true if modules() lists more parameters as trainable.
    bool followUnfrozen();

    /// Returns descriptions of all modules, by ModuleId.
    const std::vector<record::LayerInfo> &modules() const;
    /// Returns the modules that count as layers: leaves, and at \p depth levels below the root (-1: no limit) also
    /// modules with children, in place of their descendants.
    std::vector<ModuleId> layers(std::int64_t depth) const;
    /// Returns the other modules above the layers that have parameters of their own, such as MultiheadAttention.
    std::vector<ModuleId> parameterOwners(std::int64_t depth) const;

    /// Returns true if the module is in training mode.
    bool isTraining(ModuleId module) const;
    /// Returns the C++ module, or null if it is not one.
    torch::nn::Module *eagerModule(ModuleId module) const;
    /// Returns the module of another language; null if it is none.
    const std::shared_ptr<const void> &foreignModule(ModuleId module) const;
    /// Returns an undefined tensor if the module has none of this name.
    Tensor parameter(ModuleId module, const std::string &name) const;

    /// Returns null if this process has the whole parameter.
    const Division *division(ModuleId module, const std::string &name) const;
    /// Returns true if a parameter of any module is divided.
    bool hasDivisions() const;

    /// Returns the current value of a parameter or buffer, or an undefined tensor if the model has none at the call.
    using Attribute = std::function<Tensor()>;
    /// Resolves the dotted \p path from \p module, through submodules, to a parameter or buffer.
    /// Errors: std::invalid_argument that names the resolved part of the path and the entries there.
    Attribute attribute(ModuleId module, const std::string &path) const;
    /// Resolves a path to a module; an empty path returns \p module.
    ModuleId submodule(ModuleId module, const std::string &path) const;

    /// Before each forward of \p module.
    /// Errors, for all moments of a module: std::invalid_argument, with the nearest place, if it cannot be observed.
    [[nodiscard]] Hook beforeForward(ModuleId module, InputCallback callback, int order = 0);
    /// After each forward of \p module.
    [[nodiscard]] Hook afterForward(ModuleId module, OutputCallback callback, int order = 0);
    /// The same when activation checkpointing repeats a forward for its backward.
    [[nodiscard]] Hook onRepeatedForward(ModuleId module, OutputCallback callback, int order = 0);
    /// Receives every tensor of the module's output: for an LSTM its outputs, hidden and cell states.
    [[nodiscard]] Hook onAllOutputs(ModuleId module, InputCallback callback, int order = 0);
    /// The gradient of the output, before the module's backward.
    [[nodiscard]] Hook onOutputGradient(ModuleId module, GradientCallback callback, int order = 0);
    [[nodiscard]] Hook onScaledOutputGradient(ModuleId module, ScaledGradientCallback callback, int order = 0); ///< the gradient before its scale is removed
    /// Until the returned handle is destroyed, a source of the model keeps its hook for callbacks of the output's gradient, also while there are
    /// none.
    [[nodiscard]] Hook keepOutputGradientHook(ModuleId module);
    /// The gradient of the first input, as far as it flows through the module.
    [[nodiscard]] Hook onInputGradient(ModuleId module, GradientCallback callback, int order = 0);
    /// Returns true if the module's forward can be observed.
    bool canWatchForward(ModuleId module) const;
    /// See TapPoint::unreadOutput. Empty if the module's forward cannot be watched.
    const std::string &unreadOutput(ModuleId module) const;
    /// Checks that a module's begin and end of forward are both observed.
    /// Errors: std::invalid_argument if they are not.
    void requireBoundary(ModuleId module) const;

    /// Called with the parameter's .grad after a backward pass has accumulated into it; it has the parameter's shape. Of a divided parameter,
    /// called with this process's part. Of a parameter that is frozen now, called once followUnfrozen() found it trainable.
    /// Errors: std::invalid_argument if there is no such parameter.
    [[nodiscard]] Hook onParameterGradient(ModuleId module, const std::string &name, GradientCallback callback,
                                           int order = 0);
    [[nodiscard]] Hook onScaledParameterGradient(ModuleId module, const std::string &name, ScaledGradientCallback callback, int order = 0); ///< the same

    /// Until the returned handle is destroyed, removing the last callback of the gradient only pauses autograd's hook. This is faster. The handle
    /// must not outlive this object.
    [[nodiscard]] Hook keepGradientHook(ModuleId module, const std::string &name);
    /// After each call of stepped().
    [[nodiscard]] Hook afterStep(StepCallback callback, int order = 0);
    /// Call after each optimizer step, since C++ optimizers have no step hook. Without \p steps, it updates all parameters. \p optimizer: null if
    /// unknown.
    void stepped(const OptimizerSteps *steps = nullptr, const SteppedOptimizer *optimizer = nullptr);
    /// Returns true if the observed step updates \p parameter. Call it in a callback of afterStep(), as optimizer().
    bool isUpdated(const Tensor &parameter) const;
    /// Returns the optimizer of the observed step, or null if it is unknown.
    const SteppedOptimizer *optimizer() const;

    /// Number of registered callbacks of any kind.
    std::size_t hookCount() const;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

} // namespace lensboard::hook
