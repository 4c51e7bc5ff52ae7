#include "core/gatherer/gatherers.h"

#include "core/bytes/crc32c.h"
#include "core/gatherer/absence.h"
#include "core/gatherer/device_measuring.h"
#include "core/gatherer/sources.h"
#include "core/gatherer/step_sampler.h"
#include "core/gatherer/tensor_turns.h"
#include "core/hook/stepped_optimizer.h"
#include "core/preprocessor/tensor_access.h"
#include "core/record/error.h"
#include "core/record/message.h"
#include "core/tensor/library.h"

#include <algorithm>
#include <chrono>
#include <functional>
#include <list>
#include <ranges>
#include <set>
#include <stdexcept>
#include <type_traits>

namespace lensboard::gatherer {

using hook::Hook;
using hook::ModuleId;
using preprocessor::MomentsPreprocessor;

namespace {

using Clock = std::chrono::steady_clock;

constexpr double kSecondsPerChangedByte = 1.0 / 3e9; ///< cost of comparing a tensor with its predecessor: three reads and a write of main memory
constexpr double kSecondsPerTickByte = 1.0 / 2e9;    ///< cost of norms and condition numbers

/// A number for a hook point that is the same in all processes.
double keyOf(const HookPoint &point, const hook::ModelTap &tap, bool isOfMoments)
{
    const std::string text = tap.modules()[point.module].name + '\n' + point.parameter + '\n' + std::to_string(static_cast<int>(point.moment)) + (isOfMoments ? "m" : "");
    return bytes::crc32c({text.data(), text.size()});
}

} // namespace

struct Gatherers::Private : std::enable_shared_from_this<Private>
{
    Private(hook::ModelTap &t, const InspectorState &s, Notice n) : tap(t), state(s), report(std::move(n)) {}

    hook::ModelTap &tap;
    const InspectorState &state;
    Notice report;
    std::set<std::string> reported;
    Sources sources;
    std::list<std::function<bool(bool inTraining)>> some; ///< selects the forwards for callbacks of some forwards
    hook::CallbackList<> called;
    hook::CallbackList<> ending; ///< measurements of parameters
    hook::CallbackList<> ended;
    hook::CallbackList<> gradientsCame;
    std::uint64_t nextKey = 0;
    StepCosts costs;
    Background background;
    StepCosts::Account account = 0; ///< the caller's
    bool mayBeSampled = false;      ///< the caller's
    const LayerShare *share = nullptr; ///< the caller's
    std::vector<ModuleId> parameterOwners; ///< the caller's
    std::size_t elsewhere = 0; ///< number of listeners to measurements of other processes
    std::size_t refused = 0;   ///< number of listeners that need a whole parameter and not its part
    Clock::time_point stepBegan = Clock::now();
    DeviceMeasuring onDevices{costs};
    TensorTurns turns{sources.tensors};

    void notice(const record::Message &text)
    {
        if (reported.insert(text).second && report)
            report(text);
    }

    static record::Message whyNotMeasured(const Tensor &tensor, const record::Message &what)
    {
        if (!tensor.layout().isStrided)
            return record::message("%1 is sparse, or wraps other tensors", what);
        return tensor.numel() == 0 ? record::message("%1 is empty", what) : record::message("%1 is not of floating point", what);
    }

    template <typename SourceOf>
    bool canMeasure(const Tensor &tensor, SourceOf &source)
    {
        if (!tensor.defined())
            return false;
        if (preprocessor::isMeasurable(tensor))
            return true;
        if (std::exchange(source.complained, true))
            return false;
        notice(record::message("Layer \"%1\": %2; it is not measured.", shownName(tap.modules()[source.point.module]),
                               whyNotMeasured(tensor, source.point.what())));
        return false;
    }

    /// Takes results before the device's buffer is full.
    void notifyIfFull(Lap &lap)
    {
        if (onDevices.areFull())
            sources.notify(lap);
    }

    bool isTraining(hook::ModuleId module) const
    {
        return state.evaluationFromGrad ? Library::current().isRecordingGradients() : tap.isTraining(module);
    }

    void takeOutput(ForwardSource &source, const Tensor &output, bool training)
    {
        if (!state.active || state.isWithoutSamples)
            return;
        (training || source.needs.evaluation ? source.isSeen : source.isSeenInEvaluation) = true;
        if (training ? !source.isOn : !source.needs.evaluation)
            return;
        Lap lap(costs, training);
        if (!canMeasure(output, source))
            return;
        onDevices.moveTo(source, output, state.gathersOnHost, lap);
        source.take(output, training, lap);
        if (source.sums)
            onDevices.await(source);
        notifyIfFull(lap);
    }

    void takeTensor(TensorSource &source, const Tensor &tensor, const Tensor &scale = {})
    {
        if (!state.active)
            return;
        source.isSeen = true;
        ++source.number;
        if (!source.isOn || (state.isWithoutSamples && source.point.moment == Moment::OutputGradient))
            return;
        if (source.division && tensor.defined() && tensor.numel() == 0) // others have all values
            return;
        Lap lap(costs);
        if (!canMeasure(tensor, source))
            return;
        if (turns.isLimited() && source.tensorBytes == 0 && source.needs.product) {
            source.tensorBytes = bytesOf(tensor, scale); // its memory was unknown until now
            return;
        }
        onDevices.moveTo(source, tensor, state.gathersOnHost, lap);
        source.take(tensor, lap, scale);
        if (source.sums && onDevices.measureTogether(source, lap) && source.point.moment == Moment::ParameterGradient && !state.gradientsComeLater)
            onDevices.measureAtEndOfBackward(weak_from_this());
        notifyIfFull(lap);
    }

    Hook addHook(TensorSource &source)
    {
        const auto &[moment, module, parameter] = source.point;
        const auto take = [this, &source](const Tensor &gradient, const Tensor &scale) { takeTensor(source, gradient, scale); };
        if (moment == Moment::OutputGradient) {
            source.autogradHook = tap.keepOutputGradientHook(module);
            return tap.onScaledOutputGradient(module, take);
        }
        const Tensor watched = tap.parameter(module, parameter);
        const auto own = [watched, division = source.division] { return division ? division->part(watched) : watched.current(); };
        if (const Tensor now = watched.defined() ? own() : Tensor();
            preprocessor::isMeasurable(now) && (moment == Moment::Tick || watched.requiresGradNow()))
            source.tensorBytes = static_cast<double>(now.nbytes());
        if (moment == Moment::ParameterGradient && !state.gradientsComeLater) {
            source.autogradHook = tap.keepGradientHook(module, parameter);
            return tap.onScaledParameterGradient(module, parameter, take);
        }
        if (!watched.defined())
            throw record::InvalidArgument(record::message("layer \"%1\" has no parameter \"%2\"",
                                                        tap.modules().at(module).name, parameter));
        if (moment == Moment::ParameterGradient)
            return gradientsCame.add([this, &source, watched] {
                const Tensor gradient = watched.requiresGradNow() ? Library::current().gradient(watched) : Tensor();
                if (gradient.defined())
                    takeTensor(source, gradient);
            }, 0);
        const auto look = [this, &source, own] { takeTensor(source, own()); };
        if (moment == Moment::Tick)
            return ending.add(look, 0);
        const auto lookAtUpdate = [this, &source, look, watched] {
            if (source.isOn && tap.isUpdated(watched) && watched.requiresGradNow())
                look();
        };
        return moment == Moment::Step ? tap.afterStep(lookAtUpdate) : called.add(lookAtUpdate, 0);
    }

    bool isSampled() const { return state.sampler && mayBeSampled; }
    bool isMeasured(StepCosts::Account of) const { return !state.sampler || state.sampler->measures(of); }

    template <typename NeedsOf>
    void noteSampling(Moment moment, const NeedsOf &needs)
    {
        if (!isSampled() || moment == Moment::Call) // any number of steps may lie between two calls, so calls are not sampled
            return;
        if (moment == Moment::Tick)
            state.sampler->sampleTicks(account);
        else
            state.sampler->sample(account, stepsOf(moment, needs));
        if (state.canSkipForwards && (moment == Moment::Forward || moment == Moment::OutputGradient))
            state.sampler->measureTogether(account);
    }

    /// Switches each listener of \p source on or off for this step. A restarted measurement has no predecessor.
    template <typename SourceOf>
    void choose(SourceOf &source, bool hasTurn = true)
    {
        const bool isSame = std::ranges::all_of(source.listeners, [this](const auto &each) { return each.isOn == isMeasured(each.account); });
        if (isSame && hasTurn == source.hasTurn)
            return;
        if (source.meter)
            source.remember(source.meter->waiting());
        source.hasTurn = hasTurn;
        for (auto &listener : source.listeners)
            listener.isOn = isMeasured(listener.account);
        const bool wasOn = source.isOn;
        source.choose();
        if constexpr (std::is_same_v<SourceOf, TensorSource>) {
            if (source.isOn && !wasOn)
                source.restart();
            const bool isOfGradient = source.point.moment == Moment::OutputGradient
                                      || (source.point.moment == Moment::ParameterGradient && !state.gradientsComeLater);
            if (isOfGradient && source.isOn != wasOn) // autograd's hooks cost time even if they skip
                source.hook = source.isOn ? addHook(source) : Hook();
        }
    }

    template <typename IsOne>
    void chooseWhere(const IsOne &isOne)
    {
        for (ForwardSource &source : sources.forwards)
            if (isOne(source.point))
                choose(source);
        for (TensorSource &source : sources.tensors)
            if (isOne(source.point))
                choose(source, source.hasTurn);
    }

    /// Switches the sources on or off that have other turns than before, and reports sources that never have a turn.
    void applyTurns()
    {
        const std::vector<bool> have = turns.give();
        turns.report(tap, [this](const record::Message &text) { notice(text); });
        for (std::size_t i = 0; TensorSource &source : sources.tensors) {
            choose(source, have[i++]);
            if (!source.hasTurn)
                source.release();
        }
    }

    /// Adds the preprocessor to a suitable source at this hook point, or to a new source.
    template <typename SourceOf, typename Preprocessor, typename Make>
    Hook listen(std::list<SourceOf> Sources::*list, HookPoint point, Preprocessor &preprocessor, Slot slot, const Make &make)
    {
        const std::uint64_t key = nextKey++;
        noteSampling(point.moment, preprocessor.needs());
        const typename SourceOf::Listener listener{&preprocessor, slot, key, account, isMeasured(account)};
        auto &all = sources.*list;
        Lap lap(costs);
        const bool admitted = std::ranges::any_of(all, [&](SourceOf &source) {
            if (source.point != point)
                return false;
            source.notify(lap); // results from before this listener
            return source.admit(listener);
        });
        if (!admitted) {
            SourceOf &source = all.emplace_back();
            source.point = std::move(point);
            source.admit(listener);
            try {
                make(source);
            } catch (...) {
                all.pop_back();
                throw;
            }
        }
        return Hook([weak = weak_from_this(), list, key] {
            if (const auto alive = weak.lock()) {
                alive->onDevices.measureWaiting();
                (alive->sources.*list).remove_if([key, &costs = alive->costs](SourceOf &source) {
                    const bool mine = std::any_of(source.listeners.begin(), source.listeners.end(),
                                                  [key](const auto &other) { return other.key == key; });
                    Lap rest(costs, mine);
                    if (mine)
                        source.notify(rest);
                    if constexpr (std::is_same_v<SourceOf, TensorSource>)
                        if (mine)
                            source.parts.clear(); // they know their listeners by position
                    return mine && source.dismiss(key);
                });
            }
        });
    }

    /// Expected cost of one measurement of a parameter; 0 if unknown.
    double expectedSeconds(const HookPoint &point) const
    {
        if (point.moment != Moment::Step && point.moment != Moment::Tick)
            return 0;
        const Tensor watched = tap.parameter(point.module, point.parameter);
        if (!preprocessor::isMeasurable(watched) || (point.moment == Moment::Step && !watched.requiresGradNow()))
            return 0;
        return static_cast<double>(watched.nbytes()) * (point.moment == Moment::Step ? kSecondsPerChangedByte : kSecondsPerTickByte);
    }

    std::optional<hook::OptimizerMoments> momentsOf(const Tensor &parameter, const hook::Division *division = nullptr)
    {
        const hook::SteppedOptimizer *const optimizer = tap.optimizer();
        if (!optimizer) {
            notice(record::message("The optimizer's moments are not measured: the optimizer is unknown. Pass it to attach(), or to stepped()."));
            return std::nullopt;
        }
        auto found = optimizer->stateOf(parameter);
        if (found && division) {
            found->gradient = found->gradient.defined() ? division->part(found->gradient) : Tensor();
            for (auto &[name, tensor] : found->tensors)
                tensor = division->part(tensor);
        }
        auto moments = found ? hook::momentsOf(*found) : std::nullopt;
        if (!moments && (!found || found->gradient.defined()))
            notice(record::message("The optimizer %1 keeps no moments that can be read, so they are not measured.", optimizer->name()));
        return moments;
    }

    /// Listens to the moments of a divided parameter.
    Hook listenToMoments(const HookPoint &point, const hook::Division &division, MomentsPreprocessor &preprocessor, Slot slot)
    {
        MomentSource &source = sources.dividedMoments.emplace_back(preprocessor, slot, account);
        source.division = &division;
        source.key = keyOf(point, tap, true);
        Hook hook = tap.afterStep([this, &source, watched = tap.parameter(point.module, point.parameter)] {
            if (!state.active || !isMeasured(source.account) || !tap.isUpdated(watched) || !watched.requiresGradNow())
                return;
            ++source.number; // all processes measure the same steps
            if (const Tensor own = source.division->part(watched); own.defined() && own.numel() > 0)
                takeMoments(watched, source.division, source.account, source.taking(static_cast<double>(own.numel())));
        });
        return untilRead(std::move(hook), [&source](Private &d) {
            d.sources.dividedMoments.remove_if([&source](const MomentSource &each) { return &each == &source; });
        });
    }

    /// Adds moments of a parameter to the next measurement of all parameters.
    void takeMoments(const Tensor &parameter, const hook::Division *division, StepCosts::Account of, preprocessor::MomentBatch::Use use)
    {
        Lap lap(costs);
        if (auto found = momentsOf(parameter, division))
            onDevices.addMoments(std::move(*found), of, std::move(use));
        lap.charge(of);
    }

    /// Returns a hook that removes \p hook after its listener got the results of earlier steps, and then calls \p removed.
    Hook untilRead(Hook hook, std::function<void(Private &)> removed = [](Private &) {})
    {
        return Hook([weak = weak_from_this(), hook = std::make_shared<Hook>(std::move(hook)), removed = std::move(removed)] {
            if (const auto alive = weak.lock())
                alive->onDevices.readMoments();
            hook->reset();
            if (const auto alive = weak.lock())
                removed(*alive);
        });
    }

    Hook listenElsewhere()
    {
        ++elsewhere;
        return Hook([weak = weak_from_this()] {
            if (const auto alive = weak.lock())
                --alive->elsewhere;
        });
    }

    /// Refuses a listener that would have to see a whole parameter.
    Hook refuse()
    {
        ++refused;
        return listenElsewhere();
    }

    /// Returns null if this process has the whole tensor at \p point.
    const hook::Division *divisionOf(const HookPoint &point) const
    {
        const hook::Division *const division = point.parameter.empty() ? nullptr : tap.division(point.module, point.parameter);
        return division && division->hasWholeParameter() && point.moment != Moment::ParameterGradient ? nullptr : division;
    }

    Hook listenTo(HookPoint point, TensorPreprocessor &preprocessor, Slot slot)
    {
        const hook::Division *const division = divisionOf(point);
        if (division && (!share || preprocessor.needs().tensor))
            return refuse();
        if (division && preprocessor.needs().active && !division->hasWholeRows())
            notice(record::message("Shares of dead rows are not shown where several processes divide a row of a parameter among them."));
        if (!division && share && point.moment != Moment::OutputGradient && !share->has(point.module))
            return listenElsewhere();
        const double expected = isSampled() ? expectedSeconds(point) : 0;
        Hook hook = listen(&Sources::tensors, std::move(point), preprocessor, slot, [this, division](TensorSource &source) {
            source.division = division;
            source.key = division ? keyOf(source.point, tap, false) : 0;
            source.hook = addHook(source);
        });
        if (expected > 0)
            state.sampler->expect(account, expected);
        if (turns.isLimited())
            applyTurns();
        return hook;
    }
};

Gatherers::Gatherers(hook::ModelTap &tap, const InspectorState &state, Notice notice)
    : d(std::make_shared<Private>(tap, state, std::move(notice)))
{}

Gatherers::~Gatherers() = default;

hook::ModelTap &Gatherers::tap() const
{
    return d->tap;
}

const InspectorState &Gatherers::state() const
{
    return d->state;
}

std::size_t Gatherers::refusedCount() const
{
    return d->refused;
}

std::size_t Gatherers::listenerCount() const
{
    return d->elsewhere + d->sources.listenerCount();
}

void Gatherers::limitMemory(double bytes)
{
    d->turns.setLimit(bytes);
}

double Gatherers::memoryLimit() const
{
    return d->turns.limit();
}

double Gatherers::memoryLeft() const
{
    return d->turns.left();
}

double Gatherers::keptBytes(StepCosts::Account account) const
{
    double bytes = 0;
    for (const TensorSource &source : d->sources.tensors)
        if (source.isFor(account))
            bytes += source.bytesKept();
    return bytes;
}

std::optional<Absence::Reason> Gatherers::absence(StepCosts::Account account) const
{
    class Absence absence;
    for (const ForwardSource &source : d->sources.forwards)
        if (source.isFor(account))
            absence.add(source, d->tap.unreadOutput(source.point.module));
    for (const TensorSource &source : d->sources.tensors)
        if (source.isFor(account))
            absence.add(source);
    return absence.reason(d->state.evaluationFromGrad);
}

bool Gatherers::isTraining(hook::ModuleId module) const
{
    return d->isTraining(module);
}

std::pair<bool, bool> Gatherers::measuresForward(std::size_t callbacks) const
{
    const auto isOfOutput = [](const TensorSource &source) { return source.point.moment == Moment::OutputGradient && source.isOn; };
    const auto own = d->sources.forwards.size() + d->some.size() + static_cast<std::size_t>(std::ranges::count_if(d->sources.tensors, isOfOutput));
    if (callbacks > own || (d->state.active && !d->state.sampler))
        return {true, true};
    const auto isWanted = [this](bool inTraining) {
        return std::ranges::any_of(d->some, [inTraining](const auto &wants) { return wants(inTraining); });
    };
    const bool isTraining = isWanted(true) || std::ranges::any_of(d->sources.forwards, &ForwardSource::isOn)
                            || std::ranges::any_of(d->sources.tensors, [&](const TensorSource &source) { return isOfOutput(source); });
    const bool isEvaluation = isWanted(false) || std::ranges::any_of(d->sources.forwards, [](const ForwardSource &source) { return source.needs.evaluation; });
    const bool isEither = isTraining || isEvaluation; // the mode of modules says nothing then
    return d->state.evaluationFromGrad ? std::pair(d->state.active && isEither, d->state.active && isEither)
                                       : std::pair(d->state.active && isTraining, d->state.active && isEvaluation);
}

void Gatherers::notice(const record::Message &text)
{
    d->notice(text);
}

Hook Gatherers::forward(ModuleId module, ForwardPreprocessor &preprocessor, Slot slot)
{
    return d->listen(&Sources::forwards, {Moment::Forward, module}, preprocessor, slot, [this](ForwardSource &source) {
        source.channels = ChannelRule(d->tap, source.point.module);
        source.hook = d->tap.afterForward(source.point.module, [d = d.get(), &source](auto, const Tensor &output) {
            const bool isTraining = d->isTraining(source.point.module);
            source.isLastEvaluation = !isTraining;
            d->takeOutput(source, output, isTraining);
        });
        if (d->state.evaluationFromGrad) // reentrant checkpointing runs a forward without gradients, and repeats it with them
            source.repeatHook = d->tap.onRepeatedForward(source.point.module, [d = d.get(), &source](auto, const Tensor &output) {
                if (source.isLastEvaluation && !source.needs.evaluation)
                    d->takeOutput(source, output, d->isTraining(source.point.module));
            });
    });
}

Hook Gatherers::someForwards(ModuleId module, hook::ModelTap::OutputCallback callback, std::function<bool(bool)> wants)
{
    const auto added = d->some.insert(d->some.end(), std::move(wants));
    auto watching = std::make_shared<Hook>(d->tap.afterForward(module, std::move(callback)));
    return Hook([weak = d->weak_from_this(), watching, added] {
        watching->reset();
        if (const auto alive = weak.lock())
            alive->some.erase(added);
    });
}

Hook Gatherers::outputGradient(ModuleId module, TensorPreprocessor &preprocessor, Slot slot)
{
    return d->listenTo({Moment::OutputGradient, module}, preprocessor, slot);
}

Hook Gatherers::parameterGradient(ModuleId module, const std::string &parameter, TensorPreprocessor &preprocessor,
                                  Slot slot)
{
    return d->listenTo({Moment::ParameterGradient, module, parameter}, preprocessor, slot);
}

Hook Gatherers::optimizerStep(ModuleId module, const std::string &parameter, TensorPreprocessor &preprocessor, Slot slot)
{
    return d->listenTo({Moment::Step, module, parameter}, preprocessor, slot);
}

Hook Gatherers::optimizerMoments(ModuleId module, const std::string &parameter, preprocessor::MomentsPreprocessor &preprocessor, Slot slot)
{
    const HookPoint point{Moment::Step, module, parameter};
    const hook::Division *const division = d->tap.division(module, parameter);
    if (division && !d->share)
        return d->refuse();
    if (!division && d->share && !d->share->has(module))
        return d->listenElsewhere();
    if (d->isSampled())
        d->state.sampler->sample(d->account, 1);
    if (division)
        return d->listenToMoments(point, *division, preprocessor, slot);
    return d->untilRead(d->tap.afterStep([d = d.get(), account = d->account, watched = d->tap.parameter(module, parameter), &preprocessor, slot] {
        if (d->state.active && d->isMeasured(account) && d->tap.isUpdated(watched) && watched.requiresGradNow())
            d->takeMoments(watched, nullptr, account, [&preprocessor, slot](auto quantity, double mean) { preprocessor.add(slot, quantity, mean); });
    }));
}

Hook Gatherers::explicitCall(ModuleId module, const std::string &parameter, TensorPreprocessor &preprocessor, Slot slot)
{
    return d->listenTo({Moment::Call, module, parameter}, preprocessor, slot);
}

Hook Gatherers::oncePerTick(ModuleId module, const std::string &parameter, TensorPreprocessor &preprocessor, Slot slot)
{
    return d->listenTo({Moment::Tick, module, parameter}, preprocessor, slot);
}

Hook Gatherers::oncePerTick(std::function<void()> callback)
{
    if (d->isSampled())
        d->state.sampler->sampleTicks(d->account);
    return d->ended.add([d = d.get(), account = d->account, callback = std::move(callback)] {
        if (!d->isMeasured(account))
            return;
        Lap lap(d->costs);
        callback();
        lap.charge(account);
    }, 0);
}

void Gatherers::setAccount(StepCosts::Account account, bool mayBeSampled, const LayerShare *share)
{
    d->account = account;
    d->mayBeSampled = mayBeSampled;
    d->share = share;
}

StepCosts::Account Gatherers::account() const
{
    return d->account;
}

void Gatherers::setParameterOwners(std::vector<ModuleId> owners)
{
    d->parameterOwners = std::move(owners);
}

const std::vector<ModuleId> &Gatherers::parameterOwners() const
{
    return d->parameterOwners;
}

StepCosts &Gatherers::costs()
{
    return d->costs;
}

bool Gatherers::isSampled() const
{
    return d->isSampled();
}

Background &Gatherers::background()
{
    return d->background;
}

Hook Gatherers::onCall(std::function<void()> callback)
{
    return d->called.add(std::move(callback), 0);
}

Hook Gatherers::atTickEnd(std::function<void()> callback)
{
    return d->ended.add(std::move(callback), 0);
}

void Gatherers::call()
{
    const StepCosts::TickWork work(d->costs);
    d->called.notify();
    d->onDevices.measureWaiting();
}

void Gatherers::endStep()
{
    const Clock::time_point now = Clock::now();
    const double seconds = std::chrono::duration<double>(now - std::exchange(d->stepBegan, now)).count();
    d->costs.endStep();
    if (d->state.sampler && d->state.sampler->endStep(seconds, d->costs.ofLastStep()))
        d->chooseWhere([](const HookPoint &point) { return point.moment != Moment::Tick; });
    if (d->turns.endStep(d->state.sampler))
        d->applyTurns();
}

void Gatherers::stepped(const hook::OptimizerSteps *steps, const hook::SteppedOptimizer *optimizer)
{
    d->tap.stepped(steps, optimizer);
    d->onDevices.measureWaiting();
}

void Gatherers::gradientsCame()
{
    d->gradientsCame.notify();
    d->onDevices.measureWaiting();
}

void Gatherers::recordTickCost(double seconds)
{
    for (ForwardSource &source : d->sources.forwards)
        source.isSeen = source.isSeenInEvaluation = false;
    for (TensorSource &source : d->sources.tensors)
        source.isSeen = false;
    d->costs.endTick();
    if (d->state.sampler && d->state.sampler->beginTick(d->costs.ofLastTick()))
        d->chooseWhere([](const HookPoint &point) { return point.moment != Moment::Tick; });
    d->stepBegan += std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds)); // not part of a step
}

void Gatherers::endTick()
{
    d->background.endTick(d->costs);
    if (d->state.sampler) {
        d->state.sampler->endTick([this](StepCosts::Account account) { return d->background.isBusy(account); });
        d->chooseWhere([](const HookPoint &point) { return point.moment == Moment::Tick; });
    }
    d->ending.notify();
    d->onDevices.measureWaiting();
    Lap lap(d->costs);
    d->sources.notify(lap);
    d->onDevices.readMoments();
    for (MomentSource &source : d->sources.dividedMoments)
        source.keepParts();
    d->onDevices.chargeMoments(lap);
}

void Gatherers::appendParts(std::vector<double> &numbers) const
{
    d->sources.appendParts(numbers);
}

void Gatherers::takeParts(const std::vector<std::span<const double>> &others)
{
    for (const std::span<const double> numbers : others)
        d->sources.mergeParts(numbers);
    if (!d->sources.notifyWhole())
        d->notice(record::message("Parameters are divided among processes that are not all watched by this run's Inspectors, or did not all measure the same "
                                  "steps. Such measurements are left out."));
    forgetParts();
}

void Gatherers::forgetParts()
{
    d->sources.forgetParts();
}

void Gatherers::callTickCallbacks()
{
    d->ended.notify();
}

void Gatherers::resumed()
{
    for (TensorSource &source : d->sources.tensors)
        if (source.point.moment == Moment::Step)
            if (const Tensor parameter = d->tap.parameter(source.point.module, source.point.parameter); parameter.defined())
                d->takeTensor(source, source.division ? source.division->part(parameter) : parameter);
    d->onDevices.measureWaiting();
}

void Gatherers::skipTick()
{
    for (TensorSource &source : d->sources.tensors)
        source.restart();
}

void Gatherers::gradientsMissed()
{
    for (TensorSource &source : d->sources.tensors)
        if (source.point.moment == Moment::ParameterGradient)
            source.restart();
}

} // namespace lensboard::gatherer
