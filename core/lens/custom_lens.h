#pragma once

// A lens of one's own, for a lensboard::Inspector (Inspector::add) or, from a plug-in, for any experiment (LENSBOARD_LENSES in
// <lensboard/plugin.h>). Needs LibTorch alone, and links nothing of Lensboard. A Tensor that is defined converts to at::Tensor.

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

/// A module of a model that is watched.
struct Module
{
    std::size_t id = 0;
    std::string name; ///< its dotted path in the model, whose own is empty
    std::string type; ///< as PyTorch calls it: Linear, Conv2d
    bool isLayer = false; ///< a leaf, or what stands in the place of its descendants at the depth that the inspector looks to
    bool hasForward = false; ///< whether its forward can be observed
    std::vector<std::string> parameters;
    torch::nn::Module *module = nullptr; ///< itself; null in a TorchScript file, and of an operator that is no module
    std::shared_ptr<const void> foreign = {}; ///< what Lensboard's binding of another language has of its module
};

/// Registers callbacks at modules of one model. They are called while their lens is on, in ticks that are measured, until detach().
/// Thread: the one that trains; on CUDA gradients come on autograd's, while backward() waits.
/// Errors: std::invalid_argument if there is no such module or parameter, or the module's forward cannot be observed.
class Model
{
public:
    using Inputs = std::function<void(std::span<const Tensor> inputs)>;
    using Forward = std::function<void(std::span<const Tensor> inputs, const Tensor &output)>;
    using Gradient = std::function<void(const Tensor &gradient)>;
    using Moment = std::function<void()>;

    virtual void beforeForward(const Module &module, Inputs callback) = 0;
    virtual void afterForward(const Module &module, Forward callback) = 0;
    /// In a backward pass, once for each forward: the gradient of the output, then that of the first input.
    virtual void onOutputGradient(const Module &module, Gradient callback) = 0;
    virtual void onInputGradient(const Module &module, Gradient callback) = 0;
    /// After a backward pass, with what it accumulated in the parameter's gradient; never of a frozen one.
    virtual void onParameterGradient(const Module &module, const std::string &parameter, Gradient callback) = 0;
    virtual void afterStep(Moment callback) = 0; ///< of the optimizer
    virtual void onCall(Moment callback) = 0;    ///< Inspector::call(); an experiment's epochs end with one
    virtual void atTickEnd(Moment callback) = 0; ///< before plot()

    /// As it is now; undefined if there is none of this name.
    virtual Tensor parameter(const Module &module, const std::string &name) const = 0;
    virtual bool isTraining(const Module &module) const = 0;
    /// Shows the user a message, once.
    virtual void notice(const std::string &text) = 0;

protected:
    ~Model() = default;
};

/// What a lens plots into when a tick ends. \p tag is a position in Lens::tags(), \p layer a Module's name; of a big tag it
/// is ignored.
/// Errors: std::invalid_argument if there is no such tag.
class Plot
{
public:
    virtual void line(std::size_t tag, const std::string &layer, const std::string &label, double value) = 0;
    virtual void band(std::size_t tag, const std::string &layer, const std::pair<std::string, std::string> &labels, double low, double high) = 0;

protected:
    ~Plot() = default;
};

/// Which modules are watched, what is computed, and under which tags it is shown. A preprocessor, which computes, is any object
/// that callbacks hand their tensors to; lenses that share one own it together, and the one that registers the callbacks clears it
/// in endTick(), which comes after all have plotted.
///
/// Life: attach(), then per tick whatever callbacks see, plot() and endTick(); detach(). There is one for each model.
/// Errors: an exception ends the training as a failed run, except one of detach(), which becomes a notice in the run.
class Lens
{
public:
    virtual ~Lens() = default;

    /// What it shows, in the order of the window. The names are its own: no other lens has them. A tag's lens is filled in.
    virtual std::vector<record::TagSpec> tags() const = 0;
    /// Registers callbacks. Called with all modules that are known and, where the first steps show more of them, again with those.
    /// \p model lives until detach().
    virtual void attach(Model &model, const std::vector<Module> &modules) = 0;
    /// All callbacks are gone; what was gathered of this tick is void.
    virtual void detach() {}
    /// Not called in a tick that is not measured.
    virtual void plot(Plot &out) = 0;
    virtual void endTick() {}

    /// What a training loop pushes.
    virtual void pushLoss(double /*value*/, record::Phase) {}
    virtual void pushMetric(const std::string & /*name*/, double /*value*/) {}
};

} // namespace lensboard::custom
