#include "core/reducer/reducer.h"

#include "core/experiment/settings/reducer_settings.h"
#include "core/record/message.h"

#include <ATen/TensorOperators.h>
#include <ATen/core/Tensor.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/full.h>
#include <ATen/ops/gather.h>
#include <ATen/ops/scalar_tensor.h>
#include <ATen/ops/stack.h>
#include <ATen/ops/where.h>

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>
#include <utility>
#include <vector>

namespace lensboard::reducer {

namespace {

std::string text(at::IntArrayRef shape)
{
    std::ostringstream out;
    out << shape;
    return out.str();
}

[[noreturn]] void failOutOfRange(double ago, const History &history)
{
    std::ostringstream message;
    message << "nothing is kept of " << ago << " ago: the history reaches back "
            << static_cast<double>(history.length() - 1) * history.stepTime << "; set a longer duration";
    throw std::out_of_range(message.str());
}

void check(const History &history)
{
    if (!(history.stepTime > 0) || !std::isfinite(history.stepTime))
        throw std::invalid_argument(record::message("step_time: expected more than 0"));
    if (!(history.duration >= 0) || !std::isfinite(history.duration))
        throw std::invalid_argument(record::message("duration: expected 0 or more"));
    if (history.duration / history.stepTime > 1e9)
        throw std::invalid_argument(record::message("duration: more than 1,000,000,000 observations; expected fewer"));
}

} // namespace

std::size_t History::length() const
{
    return settings::historyLength(stepTime, duration, inclusive);
}

struct Reducer::Private
{
    History history;
    std::vector<at::Tensor> states; ///< a ring; views of one block if in place
    std::size_t newest = 0;
    std::size_t observations = 0;
    std::size_t filled = 0; ///< states, by observations

    /// Leaves all as it is if the changed settings make no sense.
    template <typename Value>
    void set(Value History::*setting, Value value)
    {
        History changed = history;
        changed.*setting = value;
        check(changed);
        history = changed;
    }

    /// Filled with what stands where nothing was observed.
    void begin(const at::Tensor &like, double initial)
    {
        const std::size_t length = history.length();
        std::vector<std::int64_t> shape = like.sizes().vec();
        if (history.inPlace) {
            shape.insert(shape.begin(), static_cast<std::int64_t>(length));
            states = at::full(shape, initial, like.options()).unbind(0);
        } else {
            states.assign(length, at::full(shape, initial, like.options()));
        }
        newest = 0;
        filled = 0;
    }

    /// Has the states in the precision and on the device of \p like: those that were in a file are on the host.
    void convertTo(const at::TensorOptions &like)
    {
        if (history.inPlace)
            states = at::stack(states).to(like).unbind(0);
        else
            for (at::Tensor &state : states)
                state = state.to(like);
    }

    void add(const at::Tensor &state)
    {
        newest = (newest + 1) % states.size();
        if (history.inPlace)
            states[newest].copy_(state);
        else
            states[newest] = state;
        ++observations;
        filled = std::min(filled + 1, states.size());
    }

    const at::Tensor &ago(std::size_t steps) const
    {
        return states[(newest + states.size() - steps) % states.size()];
    }
};

Reducer::Reducer(const History &history) : d(std::make_unique<Private>())
{
    check(history);
    d->history = history;
}

Reducer::~Reducer() = default;

void Reducer::push(const at::Tensor &observation)
{
    push(observation, {});
}

void Reducer::push(const at::Tensor &observation, const at::Tensor &condition)
{
    const at::NoGradGuard noGradients;
    if (!observation.defined())
        throw std::invalid_argument(record::message("there is nothing to observe"));
    if (!d->states.empty() && d->states.front().sizes() != observation.sizes())
        throw std::invalid_argument(record::message("an observation of shape %1 came where the history has %2; clear it first",
                                                    text(observation.sizes()), text(d->states.front().sizes())));
    const at::Tensor before = d->observations == 0 ? at::Tensor() : d->ago(0).to(observation.device());
    const at::Tensor state = fold(observation.detach(), condition, before);
    if (d->states.empty())
        d->begin(state, initial());
    else if (d->states.front().scalar_type() != state.scalar_type() || d->states.front().device() != state.device())
        d->convertTo(state.options());
    d->add(state);
}

at::Tensor Reducer::peek() const
{
    return d->observations == 0 ? at::Tensor() : d->ago(0);
}

at::Tensor Reducer::dump() const
{
    if (d->observations == 0)
        return {};
    std::vector<at::Tensor> newestFirst;
    for (std::size_t steps = 0; steps < d->states.size(); ++steps)
        newestFirst.push_back(d->ago(steps));
    return at::stack(newestFirst);
}

void Reducer::restore(const at::Tensor &states, std::size_t observations)
{
    const at::NoGradGuard noGradients;
    if (!states.defined() || states.dim() == 0 || states.size(0) < 1 || states.size(0) > static_cast<std::int64_t>(d->history.length()))
        throw std::invalid_argument(record::message("a history of another length cannot be gone on with"));
    d->begin(states[0], initial());
    for (std::int64_t ago = states.size(0) - 1; ago >= 0; --ago)
        d->add(states[ago]);
    d->observations = observations;
    d->filled = std::min(d->filled, observations);
}

at::Tensor Reducer::view(double ago, double tolerance) const
{
    if (d->observations == 0)
        return {};
    const at::NoGradGuard noGradients;
    const double stepTime = d->history.stepTime, steps = ago / stepTime, nearest = std::round(steps);
    const bool exact = std::abs(ago - nearest * stepTime) <= tolerance;
    const double last = static_cast<double>(d->states.size() - 1);
    if (!(exact ? nearest >= 0 && nearest <= last : steps >= 0 && steps <= last))
        failOutOfRange(ago, d->history);
    if (exact)
        return d->ago(static_cast<std::size_t>(nearest)).clone();
    const auto before = static_cast<std::size_t>(std::ceil(steps));
    const at::Tensor &older = d->ago(before);
    return between(older, d->ago(before - 1),
                   at::scalar_tensor(static_cast<double>(before) * stepTime - ago, older.options().dtype(at::kDouble)));
}

at::Tensor Reducer::view(const at::Tensor &ago, double tolerance) const
{
    if (d->observations == 0)
        return {};
    const at::NoGradGuard noGradients;
    const at::Tensor &state = d->ago(0);
    const bool several = ago.dim() == state.dim() + 1;
    const at::Tensor times = (several ? ago : ago.unsqueeze(-1)).to(state.device(), at::kDouble);
    if (times.dim() != state.dim() + 1 || times.sizes().slice(0, state.dim()) != state.sizes())
        throw std::invalid_argument(record::message("times of shape %1 for a state of shape %2; expected that shape, or one "
                                                    "dimension more",
                                                    text(ago.sizes()), text(state.sizes())));
    const double stepTime = d->history.stepTime;
    const at::Tensor steps = times / stepTime, nearest = steps.round();
    const at::Tensor exact = (times - nearest * stepTime).abs() <= tolerance;
    const at::Tensor clear = at::where(exact, nearest, steps);
    const double last = static_cast<double>(d->states.size() - 1);
    const at::Tensor outside = (clear < 0).logical_or(clear > last).logical_or(clear.isnan());
    if (outside.any().item<bool>())
        failOutOfRange(times.masked_select(outside)[0].item<double>(), d->history);
    const at::Tensor kept = dump().movedim(0, -1); // [*shape, length]
    const at::Tensor older = clear.ceil().to(at::kLong), newer = clear.floor().to(at::kLong);
    const at::Tensor before = at::gather(kept, -1, older);
    const at::Tensor found = at::where(exact, before, between(before, at::gather(kept, -1, newer), older * stepTime - times));
    return several ? found : found.squeeze(-1);
}

void Reducer::clear(bool keepShape)
{
    d->observations = d->filled = 0;
    if (keepShape && !d->states.empty())
        d->begin(at::Tensor(d->states.front()), initial());
    else
        d->states.clear();
}

const History &Reducer::history() const
{
    return d->history;
}

void Reducer::setStepTime(double stepTime)
{
    d->set(&History::stepTime, stepTime);
    clear(true);
}

void Reducer::setDuration(double duration)
{
    d->set(&History::duration, duration);
    clear(true);
}

void Reducer::setInclusive(bool inclusive)
{
    d->set(&History::inclusive, inclusive);
    clear(true);
}

std::size_t Reducer::observations() const
{
    return d->observations;
}

std::size_t Reducer::filled() const
{
    return d->filled;
}

std::size_t Reducer::bytes() const
{
    return d->states.empty() ? 0 : d->states.size() * d->states.front().nbytes();
}

at::Tensor inStatePrecision(const at::Tensor &observation)
{
    const bool precise = observation.scalar_type() == at::kFloat || observation.scalar_type() == at::kDouble;
    return precise ? observation : observation.to(at::kFloat);
}

} // namespace lensboard::reducer
