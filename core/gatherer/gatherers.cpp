#include "core/gatherer/gatherers.h"

#include "core/gatherer/memory_turns.h"
#include "core/gatherer/step_sampler.h"
#include "core/preprocessor/meter.h"
#include "core/preprocessor/tensor_access.h"
#include "core/record/message.h"

#include <ATen/core/Tensor.h>
#include <ATen/core/grad_mode.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <list>
#include <ranges>
#include <set>
#include <stdexcept>
#include <type_traits>

namespace lensboard::gatherer {

using hook::Hook;
using hook::ModuleId;
using preprocessor::ForwardPreprocessor;
using preprocessor::Measurement;
using preprocessor::Needs;
using preprocessor::OutputMeasurement;
using preprocessor::OutputNeeds;
using preprocessor::Slot;
using preprocessor::TensorPreprocessor;

namespace {

using Clock = std::chrono::steady_clock;

enum class Moment { Forward, OutputGradient, ParameterGradient, Step, Call, Tick };

struct Place
{
    Moment moment = Moment::Forward;
    ModuleId module = 0;
    std::string parameter = {};

    bool operator==(const Place &) const = default;

    std::string what() const
    {
        switch (moment) {
        case Moment::Forward: return record::message("its output");
        case Moment::OutputGradient: return record::message("the gradient of its output");
        case Moment::ParameterGradient: return record::message("the gradient of its %1", parameter);
        default: return record::message("its %1", parameter);
        }
    }
};

/// What one comparison of consecutive tensors takes.
std::size_t stepsOf(Moment moment, const Needs &needs)
{
    return 1 + (moment == Moment::Step ? 1 : 0) + (needs.product ? 1 : 0); // the first change only begins
}

std::size_t stepsOf(Moment, const OutputNeeds &)
{
    return 1;
}

/// One hook at a place, and the listeners that get the measurement of its tensor.
template <typename Preprocessor, typename NeedsOf>
struct Source
{
    struct Listener
    {
        Preprocessor *preprocessor;
        Slot slot;
        std::uint64_t key;
        StepCosts::Account account;
        bool isOn = true; ///< it measures this step
    };

    Place place = {};
    std::vector<Listener> listeners = {};
    NeedsOf needs = {}; ///< of all listeners
    NeedsOf now = {};   ///< of those that measure this step
    bool isOn = true;   ///< one does
    bool hasTurn = true; ///< it may keep what the next is compared with
    Hook hook = {};
    at::Device device = at::kCPU; ///< where the meter measures
    bool complained = false; ///< that it cannot be measured

    bool admit(const Listener &listener)
    {
        if (!join(needs, listener.preprocessor->needs()))
            return false;
        listeners.push_back(listener);
        choose();
        return true;
    }

    /// Takes up which listeners measure this step.
    void choose()
    {
        now = {};
        isOn = false;
        for (const Listener &listener : listeners)
            if (listener.isOn && hasTurn) {
                join(now, listener.preprocessor->needs());
                isOn = true;
            }
    }

    auto measuring() { return listeners | std::views::filter(&Listener::isOn); }

    /// True if no listener is left.
    bool dismiss(std::uint64_t key)
    {
        std::erase_if(listeners, [key](const Listener &listener) { return listener.key == key; });
        needs = {};
        for (const Listener &listener : listeners)
            join(needs, listener.preprocessor->needs());
        choose();
        return listeners.empty();
    }
};

bool isOfValidation(const OutputMeasurement &found)
{
    return !found.training;
}

bool isOfValidation(const Measurement &)
{
    return false;
}

/// Notifies the listeners of \p source that measure now of what its meter found since the last call. What finding it took falls to all of them.
template <typename SourceOf, typename Process>
void notifyListeners(SourceOf &source, Lap &lap, const Process &process)
{
    if (!source.meter)
        return;
    const auto all = source.meter->take();
    if (all.empty())
        return;
    if (source.isOn)
        lap.share(source.measuring());
    for (const auto &found : all)
        for (const auto &listener : source.listeners)
            if (listener.isOn || isOfValidation(found)) {
                process(listener, found);
                lap.charge(listener.account);
            }
}

struct ForwardSource : Source<ForwardPreprocessor, OutputNeeds>
{
    std::unique_ptr<preprocessor::OutputMeter> meter = {};

    void notify(Lap &lap)
    {
        notifyListeners(*this, lap, [](const Listener &listener, const OutputMeasurement &found) {
            listener.preprocessor->processForward(listener.slot, found);
        });
    }

    void take(const at::Tensor &output, bool training, Lap &lap)
    {
        const at::Device where = needs.tensor ? at::kCPU : output.device();
        if (!meter || where != device) {
            notify(lap);
            device = where;
            meter = preprocessor::makeOutputMeter(device.is_cpu());
        }
        meter->push(output, training, training ? now : needs);
        if (meter->isFull())
            notify(lap);
        else if (isOn)
            lap.share(measuring());
    }
};

struct TensorSource : Source<TensorPreprocessor, Needs>
{
    std::unique_ptr<preprocessor::Meter> meter = {};
    at::Tensor parameter = {}; ///< of moments that look at it
    double tensorBytes = 0;    ///< of what is measured; 0 while that is not known

    preprocessor::MeterOf measuredOf() const
    {
        const bool changes = place.moment == Moment::Step || place.moment == Moment::Call;
        return changes ? preprocessor::MeterOf::Changes : preprocessor::MeterOf::Values;
    }

    double bytesKept() const
    {
        const bool compares = needs.product || measuredOf() == preprocessor::MeterOf::Changes;
        return tensorBytes * static_cast<double>(meter ? meter->mostKept(needs) : compares ? 2 : 0);
    }
    /// From call to call may be any number of steps, so those have no turns.
    double bytesInTurn() const { return place.moment == Moment::Call ? 0 : bytesKept(); }

    void restart()
    {
        if (meter)
            meter->restart();
    }

    void release()
    {
        if (meter)
            meter->release();
    }

    void notify(Lap &lap)
    {
        notifyListeners(*this, lap, [](const Listener &listener, const Measurement &found) {
            listener.preprocessor->processTensor(listener.slot, found);
        });
    }

    void take(const at::Tensor &tensor, Lap &lap)
    {
        tensorBytes = std::max(tensorBytes, static_cast<double>(tensor.nbytes()));
        const at::Device where = needs.tensor || needs.rounded ? at::kCPU : tensor.device();
        if (!meter || where != device) {
            notify(lap);
            device = where;
            meter = preprocessor::makeMeter(measuredOf(), device.is_cpu());
        }
        meter->push(tensor, now);
        meter->isFull() ? notify(lap) : lap.share(measuring());
    }
};

} // namespace

struct Gatherers::Private : std::enable_shared_from_this<Private>
{
    Private(hook::ModelTap &t, const InspectorState &s, Notice n) : tap(t), state(s), report(std::move(n)) {}

    hook::ModelTap &tap;
    const InspectorState &state;
    Notice report;
    std::set<std::string> reported;
    std::list<ForwardSource> forwards; ///< stay where they are: hooks point to them
    std::list<TensorSource> tensors;
    hook::WatcherList<> called;
    hook::WatcherList<> ended;
    std::uint64_t nextKey = 0;
    StepCosts costs;
    Background background;
    StepCosts::Account account = 0; ///< of the caller
    bool mayBeSampled = false;      ///< the same
    Clock::time_point stepBegan = Clock::now();
    MemoryTurns turns;
    std::size_t stepsInTurn = 0;
    std::vector<double> kept; ///< bytes that sources keep when it is their turn, as turns were given

    void notice(const std::string &text)
    {
        if (reported.insert(text).second && report)
            report(text);
    }

    static std::string whyNotMeasured(const at::Tensor &tensor, const std::string &what)
    {
        if (tensor.layout() != at::kStrided)
            return record::message("%1 is sparse", what);
        return tensor.numel() == 0 ? record::message("%1 is empty", what) : record::message("%1 is not of floating point", what);
    }

    template <typename SourceOf>
    bool canMeasure(const at::Tensor &tensor, SourceOf &source)
    {
        if (!tensor.defined())
            return false;
        if (preprocessor::isMeasurable(tensor))
            return true;
        if (std::exchange(source.complained, true))
            return false;
        notice(record::message("Layer \"%1\": %2; it is not measured.", shownName(tap.modules()[source.place.module]),
                               whyNotMeasured(tensor, source.place.what())));
        return false;
    }

    void takeOutput(ForwardSource &source, const at::Tensor &output)
    {
        if (!state.active)
            return;
        const bool training = state.evaluationFromGrad ? at::GradMode::is_enabled() : tap.isTraining(source.place.module);
        if (training ? !source.isOn : !source.needs.evaluation)
            return;
        Lap lap(costs, training);
        if (canMeasure(output, source))
            source.take(output, training, lap);
    }

    void takeTensor(TensorSource &source, const at::Tensor &tensor)
    {
        if (!state.active || !source.isOn)
            return;
        Lap lap(costs);
        if (!canMeasure(tensor, source))
            return;
        if (turns.limit() > 0 && source.tensorBytes == 0 && source.needs.product)
            source.tensorBytes = static_cast<double>(tensor.nbytes()); // what that takes is not known before it is seen once
        else
            source.take(tensor, lap);
    }

    Hook addHook(TensorSource &source)
    {
        const auto &[moment, module, parameter] = source.place;
        const auto take = [this, &source](const at::Tensor &tensor) { takeTensor(source, tensor); };
        if (moment == Moment::OutputGradient)
            return tap.onOutputGradient(module, take);
        const at::Tensor watched = tap.parameter(module, parameter);
        if (preprocessor::isMeasurable(watched))
            source.tensorBytes = static_cast<double>(watched.nbytes());
        if (moment == Moment::ParameterGradient)
            return tap.onParameterGradient(module, parameter, take);
        source.parameter = watched;
        if (!source.parameter.defined())
            throw std::invalid_argument(record::message("layer \"%1\" has no parameter \"%2\"",
                                                        tap.modules().at(module).name, parameter));
        const auto look = [this, &source] { takeTensor(source, source.parameter); };
        return moment == Moment::Step ? tap.afterStep(look) : (moment == Moment::Call ? called : ended).add(look, 0);
    }

    bool isSampled() const { return state.sampler && mayBeSampled; }
    bool isMeasured(StepCosts::Account of) const { return !state.sampler || state.sampler->measures(of); }

    template <typename NeedsOf>
    void noteSampling(Moment moment, const NeedsOf &needs)
    {
        if (!isSampled() || moment == Moment::Call) // calls are no steps: those that are compared may lie far apart
            return;
        if (moment == Moment::Tick)
            state.sampler->sampleTicks(account);
        else
            state.sampler->sample(account, stepsOf(moment, needs));
    }

    /// Switches listeners of \p source to who measures now; what is measured anew has no predecessor.
    template <typename SourceOf>
    void choose(SourceOf &source, Lap &lap, bool hasTurn = true)
    {
        const bool isSame = std::ranges::all_of(source.listeners, [this](const auto &each) { return each.isOn == isMeasured(each.account); });
        if (isSame && hasTurn == source.hasTurn)
            return;
        source.notify(lap); // of what those found that measured until now
        source.hasTurn = hasTurn;
        for (auto &listener : source.listeners)
            listener.isOn = isMeasured(listener.account);
        const bool wasOn = source.isOn;
        source.choose();
        if constexpr (std::is_same_v<SourceOf, TensorSource>) {
            if (source.isOn && !wasOn)
                source.restart();
            if (source.place.moment == Moment::OutputGradient && source.isOn != wasOn) // autograd's hooks cost even those that skip
                source.hook = source.isOn ? addHook(source) : Hook();
        }
    }

    template <typename IsOne>
    void chooseWhere(const IsOne &isOne)
    {
        Lap lap(costs);
        for (ForwardSource &source : forwards)
            if (isOne(source.place))
                choose(source, lap);
        for (TensorSource &source : tensors)
            if (isOne(source.place))
                choose(source, lap, source.hasTurn);
    }

    std::vector<double> bytesInTurns() const
    {
        std::vector<double> needs;
        for (const TensorSource &source : tensors)
            needs.push_back(source.bytesInTurn());
        return needs;
    }

    /// A turn takes some steps, since the first of them have nothing to be compared with, and does not end amid a comparison.
    void passTurns()
    {
        constexpr std::size_t kSteps = 8, kMostSteps = 4 * kSteps;
        if (turns.limit() <= 0)
            return;
        const std::vector<double> needs = bytesInTurns();
        const auto compares = [](const TensorSource &source) { return source.isOn && source.bytesInTurn() > 0; };
        const bool mayEnd = !state.sampler || std::ranges::none_of(tensors, compares) || stepsInTurn >= kMostSteps;
        if (turns.areNeeded(needs) && ++stepsInTurn >= kSteps && mayEnd) {
            turns.pass(needs);
            giveTurns();
        } else if (needs != kept) {
            giveTurns();
        }
    }

    void giveTurns()
    {
        stepsInTurn = 0;
        kept = bytesInTurns();
        reportTurns();
        const std::vector<bool> have = turns.turns(kept);
        Lap lap(costs);
        for (std::size_t i = 0; TensorSource &source : tensors) {
            choose(source, lap, have[i++]);
            if (!source.hasTurn)
                source.release();
        }
    }

    void reportTurns()
    {
        if (!turns.areNeeded(kept))
            return;
        constexpr double kMegabyte = 1e6;
        const auto shown = [](double bytes) { return std::llround(bytes / kMegabyte); };
        notice(record::message("Lenses would keep more than %1 MB of tensors to compare the next with (inspector.memory): they look at layers "
                               "in turns, a few steps each.",
                               shown(turns.limit())));
        for (std::size_t i = 0; const TensorSource &source : tensors)
            if (kept[i++] > turns.limit())
                notice(record::message("Layer \"%1\": %2 is not measured; to compare it takes %3 MB, and lenses may keep %4 MB "
                                       "(inspector.memory).",
                                       shownName(tap.modules()[source.place.module]), source.place.what(), shown(source.bytesKept()),
                                       shown(turns.limit())));
    }

    /// Admits the preprocessor to the source at this place that can serve it, else to a new one.
    template <typename SourceOf, typename Preprocessor, typename Make>
    Hook listen(std::list<SourceOf> Private::*list, Place place, Preprocessor &preprocessor, Slot slot, const Make &make)
    {
        const std::uint64_t key = nextKey++;
        noteSampling(place.moment, preprocessor.needs());
        const typename SourceOf::Listener listener{&preprocessor, slot, key, account, isMeasured(account)};
        auto &sources = this->*list;
        Lap lap(costs);
        const bool admitted = std::any_of(sources.begin(), sources.end(), [&](SourceOf &source) {
            if (source.place != place)
                return false;
            source.notify(lap); // was found before this one came
            return source.admit(listener);
        });
        if (!admitted) {
            SourceOf &source = sources.emplace_back();
            source.place = std::move(place);
            source.admit(listener);
            try {
                make(source);
            } catch (...) {
                sources.pop_back();
                throw;
            }
        }
        return Hook([weak = weak_from_this(), list, key] {
            if (const auto alive = weak.lock())
                (*alive.*list).remove_if([key, &costs = alive->costs](SourceOf &source) {
                    const bool mine = std::any_of(source.listeners.begin(), source.listeners.end(),
                                                  [key](const auto &other) { return other.key == key; });
                    Lap rest(costs, mine);
                    if (mine)
                        source.notify(rest);
                    return mine && source.dismiss(key);
                });
        });
    }

    Hook listenTo(Place place, TensorPreprocessor &preprocessor, Slot slot)
    {
        Hook hook = listen(&Private::tensors, std::move(place), preprocessor, slot,
                           [this](TensorSource &source) { source.hook = addHook(source); });
        if (turns.limit() > 0)
            giveTurns();
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

std::size_t Gatherers::listenerCount() const
{
    std::size_t count = 0;
    for (const ForwardSource &source : d->forwards)
        count += source.listeners.size();
    for (const TensorSource &source : d->tensors)
        count += source.listeners.size();
    return count;
}

void Gatherers::limitMemory(double bytes)
{
    d->turns = MemoryTurns(bytes);
}

double Gatherers::keptBytes(StepCosts::Account account) const
{
    double bytes = 0;
    for (const TensorSource &source : d->tensors)
        if (std::ranges::any_of(source.listeners, [account](const auto &each) { return each.account == account; }))
            bytes += source.bytesKept();
    return bytes;
}

void Gatherers::notice(const std::string &text)
{
    d->notice(text);
}

Hook Gatherers::forward(ModuleId module, ForwardPreprocessor &preprocessor, Slot slot)
{
    return d->listen(&Private::forwards, {Moment::Forward, module}, preprocessor, slot, [this](ForwardSource &source) {
        source.hook = d->tap.afterForward(source.place.module, [d = d.get(), &source](auto, const at::Tensor &output) {
            d->takeOutput(source, output);
        });
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

Hook Gatherers::explicitCall(ModuleId module, const std::string &parameter, TensorPreprocessor &preprocessor, Slot slot)
{
    return d->listenTo({Moment::Call, module, parameter}, preprocessor, slot);
}

Hook Gatherers::oncePerTick(ModuleId module, const std::string &parameter, TensorPreprocessor &preprocessor, Slot slot)
{
    return d->listenTo({Moment::Tick, module, parameter}, preprocessor, slot);
}

void Gatherers::setAccount(StepCosts::Account account, bool mayBeSampled)
{
    d->account = account;
    d->mayBeSampled = mayBeSampled;
}

StepCosts::Account Gatherers::account() const
{
    return d->account;
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
}

void Gatherers::stepEnds()
{
    const Clock::time_point now = Clock::now();
    const double seconds = std::chrono::duration<double>(now - std::exchange(d->stepBegan, now)).count();
    d->costs.stepEnds();
    if (d->state.sampler && d->state.sampler->stepEnds(seconds, d->costs.ofLastStep()))
        d->chooseWhere([](const Place &place) { return place.moment != Moment::Tick; });
    d->passTurns();
}

void Gatherers::tickEnded(double seconds)
{
    d->costs.tickEnds();
    if (d->state.sampler)
        d->state.sampler->tickEnded(d->costs.ofLastTick());
    d->stepBegan += std::chrono::duration_cast<Clock::duration>(std::chrono::duration<double>(seconds)); // is no part of a step
}

void Gatherers::tickEnds()
{
    d->background.tickEnds(d->costs);
    if (d->state.sampler) {
        d->state.sampler->tickEnds([this](StepCosts::Account account) { return d->background.isBusy(account); });
        d->chooseWhere([](const Place &place) { return place.moment == Moment::Tick; });
    }
    d->ended.notify();
    Lap lap(d->costs);
    for (ForwardSource &source : d->forwards)
        source.notify(lap);
    for (TensorSource &source : d->tensors)
        source.notify(lap);
}

void Gatherers::resumed()
{
    for (TensorSource &source : d->tensors)
        if (source.place.moment == Moment::Step)
            d->takeTensor(source, source.parameter);
}

void Gatherers::tickSkipped()
{
    for (TensorSource &source : d->tensors)
        source.restart();
}

void Gatherers::gradientsMissed()
{
    for (TensorSource &source : d->tensors)
        if (source.place.moment == Moment::ParameterGradient)
            source.restart();
}

} // namespace lensboard::gatherer
