#pragma once

#include "core/gatherer/background.h"
#include "core/gatherer/inspector_state.h"
#include "core/gatherer/layer_share.h"
#include "core/gatherer/step_costs.h"
#include "core/hook/model_tap.h"
#include "core/preprocessor/preprocessor.h"

#include <functional>
#include <memory>
#include <string>

namespace lensboard::gatherer {

/// When data is taken. Each function passes one layer's data to a preprocessor, at one moment, while the inspector is
/// active and for as long as the returned handle lives.
///
/// However many ask at a place, it is hooked once, and its tensor read once for all that they need. What cannot be
/// measured (integral, sparse, empty) is skipped and reported once. The preprocessors outlive their handles, tap and
/// state all of it.
/// Errors: std::invalid_argument if there is no such module or parameter, or it cannot be tapped.
/// Thread: that of the tap.
class Gatherers
{
public:
    using Notice = std::function<void(const std::string &)>;

    Gatherers(hook::ModelTap &tap, const InspectorState &state, Notice notice);
    ~Gatherers();

    hook::ModelTap &tap() const;
    const InspectorState &state() const;
    /// Reports \p text to the user, once.
    void notice(const std::string &text);
    /// What is asked for from here on is charged to \p account. Where steps are sampled, \p mayBeSampled says whether it sees some of
    /// them or all. Of parameters those of \p share are measured here, all others by other processes; null: all are.
    void setAccount(StepCosts::Account account, bool mayBeSampled = false, const LayerShare *share = nullptr);
    StepCosts::Account account() const;
    StepCosts &costs();
    /// Whether steps, or ticks, are sampled for what is asked for now.
    bool isSampled() const;
    Background &background();
    /// Tensors that are kept to be compared with may take so many bytes, beyond which layers are looked at in turns; 0: as many as
    /// they take. To be set before anything is asked for.
    void limitMemory(double bytes);
    /// Infinite if there is none.
    double memoryLimit() const;
    /// What it leaves: for copies that are looked at later.
    double memoryLeft() const;
    /// Of the tensors that are kept for what is asked for under \p account, as far as their sizes are known. Units: bytes.
    double keptBytes(StepCosts::Account account) const;
    /// Preprocessors that are registered now, once for each layer, whichever process measures it.
    std::size_t listenerCount() const;

    /// After each forward of a module, as often as it runs: its output.
    [[nodiscard]] hook::Hook forward(hook::ModuleId module, preprocessor::ForwardPreprocessor &preprocessor,
                                     preprocessor::Slot slot);
    /// In each backward pass, once for each forward of the module: the gradient of its output.
    [[nodiscard]] hook::Hook outputGradient(hook::ModuleId module, preprocessor::TensorPreprocessor &preprocessor,
                                            preprocessor::Slot slot);
    /// After each backward pass: a parameter's accumulated gradient.
    [[nodiscard]] hook::Hook parameterGradient(hook::ModuleId module, const std::string &parameter,
                                               preprocessor::TensorPreprocessor &preprocessor,
                                               preprocessor::Slot slot);
    /// After each optimizer step: how a parameter changed since the step before.
    [[nodiscard]] hook::Hook optimizerStep(hook::ModuleId module, const std::string &parameter,
                                           preprocessor::TensorPreprocessor &preprocessor, preprocessor::Slot slot);
    /// At each call(): how a parameter changed since the call before.
    [[nodiscard]] hook::Hook explicitCall(hook::ModuleId module, const std::string &parameter,
                                          preprocessor::TensorPreprocessor &preprocessor, preprocessor::Slot slot);
    /// Once, when a tick that is measured ends: a parameter.
    [[nodiscard]] hook::Hook oncePerTick(hook::ModuleId module, const std::string &parameter,
                                         preprocessor::TensorPreprocessor &preprocessor, preprocessor::Slot slot);

    /// The same, of nothing that it brings: \p callback is charged to account().
    [[nodiscard]] hook::Hook oncePerTick(std::function<void()> callback);

    /// At each call(), and when a tick that is measured ends.
    [[nodiscard]] hook::Hook onCall(std::function<void()> callback);
    [[nodiscard]] hook::Hook atTickEnd(std::function<void()> callback);

    void call();
    /// Gradients of parameters are whole, where they come later than their backward pass.
    void gradientsCame();
    /// An optimizer step was taken.
    void stepEnds();
    /// Measures what is measured once a tick, and takes what was found.
    void tickEnds();
    /// Calls what waits for the end of the tick, once all of it is known.
    void notifyTickEnd();
    /// All is done that is done when a tick ends, which took \p seconds.
    void tickEnded(double seconds);
    /// Parameters are as the last optimizer step before this left them.
    void resumed();
    /// A tick passed unmeasured: what comes next has no predecessor.
    void tickSkipped();
    /// The same of gradients of parameters alone: backward passes went by unseen.
    void gradientsMissed();

private:
    struct Private;
    std::shared_ptr<Private> d; ///< handles know it weakly
};

} // namespace lensboard::gatherer
