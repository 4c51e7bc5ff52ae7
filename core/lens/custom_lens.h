#pragma once

// Interface of custom lenses, for a lensboard::Inspector (Inspector::add) or, in a plug-in, for any experiment (LENSBOARD_LENSES in
// <lensboard/plugin.h>). Needs only LibTorch, and links nothing of Lensboard. A defined Tensor converts to at::Tensor.

#include "core/record/phase.h"
#include "core/record/tag_spec.h"
#include "core/tensor/tensor.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace lensboard::custom {

/// A module of a watched model.
struct Module
{
    std::size_t id = 0;
    std::string name; ///< dotted path in the model; empty for the model itself
    std::string type; ///< PyTorch's name: Linear, Conv2d
    bool isLayer = false; ///< a leaf, or at the inspector's greatest depth a module with children, in place of its descendants
    bool hasForward = false; ///< its forward can be observed
    std::vector<std::string> parameters;
    torch::nn::Module *module = nullptr; ///< the module; null in a TorchScript file, and for an operator that is no module
    std::shared_ptr<const void> foreign = {}; ///< module of another language, owned by Lensboard's binding
};

/// Registers callbacks at modules of one model. They are called in measured ticks while their lens is on, until detach().
/// Thread: the training thread; on CUDA, gradients arrive on autograd's thread while backward() waits.
/// Errors: std::invalid_argument if there is no such module or parameter, or the module's forward cannot be observed.
class Model
{
public:
    /// Receives the inputs of a forward.
    using Inputs = std::function<void(std::span<const Tensor> inputs)>;
    /// Receives the inputs of a forward and its output, or the first tensor of several.
    using Forward = std::function<void(std::span<const Tensor> inputs, const Tensor &output)>;
    /// Receives a gradient, of the shape of its output, input or parameter.
    using Gradient = std::function<void(const Tensor &gradient)>;
    /// Called without arguments.
    using Callback = std::function<void()>;

    /// Before each forward of \p module.
    virtual void beforeForward(const Module &module, Inputs callback) = 0;
    /// After each forward of \p module.
    virtual void afterForward(const Module &module, Forward callback) = 0;
    /// In a backward pass, once per forward: the gradient of the output, then the gradient of the first input.
    virtual void onOutputGradient(const Module &module, Gradient callback) = 0;
    /// The gradient of the first input, as far as it flows through \p module.
    virtual void onInputGradient(const Module &module, Gradient callback) = 0;
    /// After a backward pass: the accumulated gradient of the parameter. Not called while the parameter is frozen.
    virtual void onParameterGradient(const Module &module, const std::string &parameter, Gradient callback) = 0;
    virtual void afterStep(Callback callback) = 0; ///< after an optimizer step
    virtual void onCall(Callback callback) = 0;    ///< at Inspector::call(); in an experiment also at the end of each epoch
    virtual void atTickEnd(Callback callback) = 0; ///< before plot()

    /// Returns the current parameter, or an undefined tensor if there is none of this name.
    virtual Tensor parameter(const Module &module, const std::string &name) const = 0;
    /// Returns true if \p module is in training mode.
    virtual bool isTraining(const Module &module) const = 0;
    /// Shows the user a message, once.
    virtual void notice(const std::string &text) = 0;

protected:
    ~Model() = default;
};

/// Receives a lens's values when a tick ends. \p tag is a position in BaseLens::tags(), \p layer a Module's name; big tags
/// ignore \p layer.
/// Errors: std::invalid_argument if there is no such tag.
class Plot
{
public:
    /// Adds a point to the line \p label. NaN and infinities are recorded as such.
    virtual void line(std::size_t tag, const std::string &layer, const std::string &label, double value) = 0;
    /// Adds a point to the band between the lines \p labels, the lower one first.
    virtual void band(std::size_t tag, const std::string &layer, const std::pair<std::string, std::string> &labels, double low, double high) = 0;

protected:
    ~Plot() = default;
};

/// A lens chooses the modules to watch, the numbers to compute and their tags. Any object can be a preprocessor: callbacks pass
/// their tensors to it, and it computes. Lenses may share ownership of a preprocessor. The lens that registers its callbacks clears
/// the preprocessor in endTick(), after all lenses have plotted.
///
/// Life: attach(), then in each tick callbacks, plot() and endTick(); finally detach(). Each model has its own lens.
/// Errors: an exception ends the training as a failed run, except in detach(): there it becomes a notice in the run.
class BaseLens
{
public:
    virtual ~BaseLens() = default;

    /// Returns its tags, in the order of the window. No other lens may have a tag of the same name. TagSpec::lens is set by Lensboard.
    virtual std::vector<record::TagSpec> tags() const = 0;
    /// Registers callbacks. Called with all known modules, and again with further ones if they are found in the first steps.
    /// \p model lives until detach().
    virtual void attach(Model &model, const std::vector<Module> &modules) = 0;
    /// Called after all callbacks were removed. Discard the data of this tick.
    virtual void detach() {}
    /// Not called in an unmeasured tick.
    virtual void plot(Plot &out) = 0;
    /// Called at the end of every tick, after all lenses have plotted. Discard the data of this tick.
    virtual void endTick() {}

    /// Called with each pushed loss.
    virtual void pushLoss(double /*value*/, record::Phase) {}
    /// Called with each pushed metric.
    virtual void pushMetric(const std::string & /*name*/, double /*value*/) {}
};

} // namespace lensboard::custom
