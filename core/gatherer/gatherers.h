#pragma once

#include "core/gatherer/absence.h"
#include "core/gatherer/background.h"
#include "core/gatherer/inspector_state.h"
#include "core/gatherer/layer_share.h"
#include "core/gatherer/step_costs.h"
#include "core/hook/model_tap.h"
#include "core/preprocessor/moments_preprocessor.h"
#include "core/preprocessor/preprocessor.h"
#include "core/record/message.h"

#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace lensboard::gatherer {

/// Takes data at defined moments. Each function passes one layer's data to a preprocessor, at one moment, while the inspector is
/// active and while the returned handle lives.
///
/// Each hook point has one hook, and its tensor is read once for all listeners. Tensors that cannot be
/// measured (integral, sparse, empty) are skipped and reported once. The preprocessors outlive their handles; tap and
/// state outlive this object.
/// Errors: std::invalid_argument if there is no such module or parameter, or it cannot be tapped.
/// Thread: the tap's.
class Gatherers
{
public:
    using Notice = std::function<void(const record::Message &)>;

    Gatherers(hook::ModelTap &tap, const InspectorState &state, Notice notice);
    ~Gatherers();

    hook::ModelTap &tap() const;
    const InspectorState &state() const;
    /// Returns true if a forward of \p module is one of training, by its mode or as InspectorState::evaluationFromGrad says.
    bool isTraining(hook::ModuleId module) const;
    /// Returns true twice if outputs of the next forward or their gradients are measured: in training, and in evaluation. \p callbacks:
    /// number of callbacks at the points of all modules.
    std::pair<bool, bool> measuresForward(std::size_t callbacks) const;
    /// Reports \p text to the user, once.
    void notice(const record::Message &text);
    /// Charges later requests to \p account. If steps are sampled, \p mayBeSampled tells if the account measures some steps or all.
    /// Only parameters of the layers of \p share are measured here, others by other processes; null: all are measured here. Parameters that the
    /// processes divide among them are measured if there is a share: each process measures its part.
    void setAccount(StepCosts::Account account, bool mayBeSampled = false, const LayerShare *share = nullptr);
    StepCosts::Account account() const;
    /// Modules with parameters of their own, besides the layers that a lens is attached to.
    void setParameterOwners(std::vector<hook::ModuleId> owners);
    const std::vector<hook::ModuleId> &parameterOwners() const;
    StepCosts &costs();
    /// Returns true if later requests measure only sampled steps or ticks.
    bool isSampled() const;
    Background &background();
    /// Limits the memory for tensors that are kept for a comparison; 0: no limit. Beyond \p bytes, layers are measured in rotation.
    /// Call before any request.
    void limitMemory(double bytes);
    /// Returns infinity if there is no limit.
    double memoryLimit() const;
    /// Memory within the limit that is still free, for copies.
    double memoryLeft() const;
    /// Known sizes of the tensors that are kept for requests of \p account. Units: bytes.
    double keptBytes(StepCosts::Account account) const;
    /// Returns why no layer of \p account had a tensor in this tick; see Absence::reason().
    std::optional<Absence::Reason> absence(StepCosts::Account account) const;
    /// Number of registered preprocessors: one per layer, including layers that other processes measure.
    std::size_t listenerCount() const;
    /// Number of requests so far for a parameter that several processes divide among them, of a preprocessor that needs the whole.
    std::size_t refusedCount() const;

    /// Output of a module, after each of its forwards.
    [[nodiscard]] hook::Hook forward(hook::ModuleId module, preprocessor::ForwardPreprocessor &preprocessor,
                                     preprocessor::Slot slot);
    /// The same for a callback that can skip forwards. \p wants returns true if it needs the next one, in training or in evaluation.
    [[nodiscard]] hook::Hook someForwards(hook::ModuleId module, hook::ModelTap::OutputCallback callback, std::function<bool(bool inTraining)> wants);
    /// Gradient of the module's output: in each backward pass, once per forward of the module.
    [[nodiscard]] hook::Hook outputGradient(hook::ModuleId module, preprocessor::TensorPreprocessor &preprocessor,
                                            preprocessor::Slot slot);
    /// Accumulated gradient of a parameter, after each backward pass.
    [[nodiscard]] hook::Hook parameterGradient(hook::ModuleId module, const std::string &parameter,
                                               preprocessor::TensorPreprocessor &preprocessor,
                                               preprocessor::Slot slot);
    /// Change of a parameter since the step before, after each step of an optimizer that updates it.
    [[nodiscard]] hook::Hook optimizerStep(hook::ModuleId module, const std::string &parameter,
                                           preprocessor::TensorPreprocessor &preprocessor, preprocessor::Slot slot);
    /// Moments that the optimizer keeps of a parameter, after each step of an optimizer that updates it.
    [[nodiscard]] hook::Hook optimizerMoments(hook::ModuleId module, const std::string &parameter, preprocessor::MomentsPreprocessor &preprocessor,
                                              preprocessor::Slot slot);
    /// Change of a parameter since the call before, at each call().
    [[nodiscard]] hook::Hook explicitCall(hook::ModuleId module, const std::string &parameter,
                                          preprocessor::TensorPreprocessor &preprocessor, preprocessor::Slot slot);
    /// Value of a parameter, once at the end of each measured tick.
    [[nodiscard]] hook::Hook oncePerTick(hook::ModuleId module, const std::string &parameter,
                                         preprocessor::TensorPreprocessor &preprocessor, preprocessor::Slot slot);

    /// The same, without a tensor: \p callback is charged to account().
    [[nodiscard]] hook::Hook oncePerTick(std::function<void()> callback);

    /// At each call(), and at the end of each measured tick.
    [[nodiscard]] hook::Hook onCall(std::function<void()> callback);
    [[nodiscard]] hook::Hook atTickEnd(std::function<void()> callback);

    void call();
    /// Notifies the tap of an optimizer's step, see ModelTap::stepped().
    void stepped(const hook::OptimizerSteps *steps, const hook::SteppedOptimizer *optimizer);
    /// Call when gradients of parameters are complete, if that is later than their backward pass.
    void gradientsCame();
    /// Call after each optimizer step.
    void endStep();
    /// Makes the measurements of a tick's end, and takes all results.
    void endTick();
    /// After endTick(), appends the sums of this process's parts of divided parameters, for the first process.
    void appendParts(std::vector<double> &numbers) const;
    /// In the first process: adds the parts of the other processes, each from appendParts(), and notifies the listeners of parameters with all
    /// parts.
    /// Errors: std::invalid_argument if a process measures other places.
    void takeParts(const std::vector<std::span<const double>> &others);
    /// In the other processes.
    void forgetParts();
    /// Calls the callbacks of the tick's end, once all results are known.
    void callTickCallbacks();
    /// Call after all work of a tick's end. \p seconds: its duration.
    void recordTickCost(double seconds);
    /// Call on resumption: parameters are as the last optimizer step before it left them.
    void resumed();
    /// Call if a tick passed unmeasured: comparisons start again.
    void skipTick();
    /// The same for gradients of parameters alone: backward passes were not observed.
    void gradientsMissed();

private:
    struct Private;
    std::shared_ptr<Private> d; ///< handles hold it weakly
};

} // namespace lensboard::gatherer
