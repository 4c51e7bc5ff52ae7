#include "core/reducer/reducer.h"

#include "core/experiment/settings/reducer_settings.h"
#include "core/record/error.h"
#include "core/record/message.h"
#include "core/tensor/library.h"

#include <algorithm>
#include <cmath>
#include <sstream>
#include <stdexcept>
#include <utility>
#include <vector>

namespace lensboard::reducer {

namespace {

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
        throw record::InvalidArgument(record::message("step_time: expected more than 0"));
    if (!(history.duration >= 0) || !std::isfinite(history.duration))
        throw record::InvalidArgument(record::message("duration: expected 0 or more"));
    if (history.duration / history.stepTime > 1e9)
        throw record::InvalidArgument(record::message("duration: more than 1,000,000,000 observations; expected fewer"));
}

} // namespace

std::size_t History::length() const
{
    return settings::historyLength(stepTime, duration, inclusive);
}

struct Reducer::Private
{
    History history;
    std::vector<Tensor> states; ///< ring buffer; views of one block if in place
    std::size_t newest = 0;
    std::size_t observations = 0;
    std::size_t filled = 0; ///< number of observed states

    /// Changes nothing if the new settings are invalid.
    template <typename Value>
    void set(Value History::*setting, Value value)
    {
        History changed = history;
        changed.*setting = value;
        check(changed);
        history = changed;
    }

    /// Returns \p length views of one block of memory, each shaped like \p state.
    static std::vector<Tensor> block(const Tensor &state, std::size_t length)
    {
        return partsOf(stack(std::vector(length, state)));
    }
    static std::vector<Tensor> partsOf(const Tensor &whole)
    {
        std::vector<Tensor> parts;
        for (std::int64_t i = 0; i < whole.size(0); ++i)
            parts.push_back(whole[i]);
        return parts;
    }

    /// Fills the history with the initial value.
    void begin(const Tensor &like, double initial)
    {
        const std::size_t length = history.length();
        if (history.inPlace)
            states = block(full(like.sizes(), initial, like), length);
        else
            states.assign(length, full(like.sizes(), initial, like));
        newest = 0;
        filled = 0;
    }

    /// Converts the states to the type and device of \p like; states from a file are on the CPU.
    void convertTo(const Tensor &like)
    {
        if (history.inPlace)
            states = partsOf(stack(states).to(like.device(), like.type()));
        else
            for (Tensor &state : states)
                state = state.to(like.device(), like.type());
    }

    void add(const Tensor &state)
    {
        newest = (newest + 1) % states.size();
        if (history.inPlace)
            states[newest].copy_(state);
        else
            states[newest] = state;
        ++observations;
        filled = std::min(filled + 1, states.size());
    }

    const Tensor &ago(std::size_t steps) const
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

void Reducer::push(const Tensor &observation)
{
    push(observation, {});
}

void Reducer::push(const Tensor &observation, const Tensor &condition)
{
    const WithoutGradients without; // a criterion may be the user's code

    if (!observation.defined())
        throw record::InvalidArgument(record::message("there is nothing to observe"));
    if (!d->states.empty() && d->states.front().sizes() != observation.sizes())
        throw record::InvalidArgument(record::message("an observation of shape %1 came where the history has %2; clear it first",
                                                    toText(observation.sizes()), toText(d->states.front().sizes())));
    const Tensor before = d->observations == 0 ? Tensor() : d->ago(0).to(observation.device());
    const Tensor state = fold(observation.detach(), condition, before);
    if (d->states.empty())
        d->begin(state, initial());
    else if (d->states.front().type() != state.type() || d->states.front().device() != state.device())
        d->convertTo(state);
    d->add(state);
}

Tensor Reducer::peek() const
{
    return d->observations == 0 ? Tensor() : d->ago(0);
}

Tensor Reducer::dump() const
{
    if (d->observations == 0)
        return {};
    std::vector<Tensor> newestFirst;
    for (std::size_t steps = 0; steps < d->states.size(); ++steps)
        newestFirst.push_back(d->ago(steps));
    return stack(newestFirst);
}

void Reducer::restore(const Tensor &states, std::size_t observations)
{
    if (!states.defined() || states.dim() == 0 || states.size(0) < 1 || states.size(0) > static_cast<std::int64_t>(d->history.length()))
        throw record::InvalidArgument(record::message("a history of another length cannot be gone on with"));
    d->begin(states[0], initial());
    for (std::int64_t ago = states.size(0) - 1; ago >= 0; --ago)
        d->add(states[ago]);
    d->observations = observations;
    d->filled = std::min(d->filled, observations);
}

Tensor Reducer::view(double ago, double tolerance) const
{
    if (d->observations == 0)
        return {};

    const double stepTime = d->history.stepTime, steps = ago / stepTime, nearest = std::round(steps);
    const bool exact = std::abs(ago - nearest * stepTime) <= tolerance;
    const double last = static_cast<double>(d->states.size() - 1);
    if (!(exact ? nearest >= 0 && nearest <= last : steps >= 0 && steps <= last))
        failOutOfRange(ago, d->history);
    if (exact)
        return d->ago(static_cast<std::size_t>(nearest)).clone();
    const auto before = static_cast<std::size_t>(std::ceil(steps));
    const Tensor &older = d->ago(before);
    return between(older, d->ago(before - 1),
                   full({}, static_cast<double>(before) * stepTime - ago, older, ElementType::Float64));
}

Tensor Reducer::view(const Tensor &ago, double tolerance) const
{
    if (d->observations == 0)
        return {};

    const Tensor &state = d->ago(0);
    const bool several = ago.dim() == state.dim() + 1;
    const Tensor times = (several ? ago : ago.unsqueeze(-1)).to(state.device(), ElementType::Float64);
    if (times.dim() != state.dim() + 1 || !std::equal(state.sizes().begin(), state.sizes().end(), times.sizes().begin()))
        throw record::InvalidArgument(record::message("times of shape %1 for a state of shape %2; expected that shape, or one "
                                                    "dimension more",
                                                    toText(ago.sizes()), toText(state.sizes())));
    const double stepTime = d->history.stepTime;
    const Tensor steps = times / stepTime, nearest = steps.round();
    const Tensor exact = (times - nearest * stepTime).abs() <= tolerance;
    const Tensor clear = where(exact, nearest, steps);
    const double last = static_cast<double>(d->states.size() - 1);
    const Tensor outside = (clear < 0).logical_or(clear > last).logical_or(clear.isnan());
    if (outside.any().item() != 0)
        failOutOfRange(times.masked_select(outside)[0].item(), d->history);
    const Tensor kept = dump().movedim(0, -1); // [*shape, length]
    const Tensor older = clear.ceil().to(ElementType::Int64), newer = clear.floor().to(ElementType::Int64);
    const Tensor before = kept.gather(-1, older);
    const Tensor found = where(exact, before, between(before, kept.gather(-1, newer), older.to(ElementType::Float64) * stepTime - times));
    return several ? found : found.squeeze(-1);
}

void Reducer::clear(bool keepShape)
{
    d->observations = d->filled = 0;
    if (keepShape && !d->states.empty())
        d->begin(Tensor(d->states.front()), initial());
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

Tensor inStatePrecision(const Tensor &observation)
{
    const bool precise = observation.type() == ElementType::Float32 || observation.type() == ElementType::Float64;
    return precise ? observation : observation.to(ElementType::Float32);
}

} // namespace lensboard::reducer
