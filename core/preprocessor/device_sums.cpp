#include "core/preprocessor/device_sums.h"

#include "core/tensor/library.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <initializer_list>
#include <limits>
#include <set>
#include <tuple>
#include <utility>

namespace lensboard::preprocessor {

namespace {

/// Returns the L2 norm of each sample of \p samples [N, *], formed in float64.
Tensor sampleNorms(const Tensor &samples)
{
    const std::int64_t count = samples.size(0), step = std::max<std::int64_t>(1, kMaxListPart * count / std::max<std::int64_t>(1, samples.numel()));
    std::vector<Tensor> norms;
    for (std::int64_t first = 0; first < count; first += step)
        norms.push_back(samples.narrow(0, first, std::min(step, count - first)).to(ElementType::Float64).norm(1));
    return norms.size() == 1 ? norms.front() : cat(norms);
}

/// Returns the number of true values in each channel of \p mask.
///
/// Shape:  \p mask as an output; [C], int64
Tensor countsByChannel(const Tensor &mask, bool isChannelLast)
{
    static const Operator op("sum", "dim_IntList");
    if (mask.dim() < 2)
        return mask.sum().reshape({1});
    Shape others;
    for (std::int64_t dimension = 0; dimension < mask.dim(); ++dimension)
        if (dimension != (isChannelLast ? mask.dim() - 1 : 1))
            others.push_back(dimension);
    return Library::current().call(op, {Argument(mask), Argument(others)});
}

/// A tensor of a list, or its change.
struct Measured
{
    Tensor x;
    Needs needs;
    DeviceHistory *history;
    LateSums *sums;

    bool hasPrevious(bool isOfChanges) const
    {
        const Tensor &previous = history->previous;
        return needs.product && previous.defined() && (isOfChanges || (previous.sizes() == x.sizes() && previous.type() == x.type()));
    }
};

template <typename Pointers, typename TensorOf>
std::vector<Tensor> listOf(const Pointers &all, const TensorOf &tensorOf)
{
    std::vector<Tensor> tensors;
    for (const auto *each : all)
        tensors.push_back(tensorOf(*each));
    return tensors;
}

std::vector<Tensor> valuesOf(const std::vector<Measured *> &all)
{
    return listOf(all, [](const Measured &each) { return each.x; });
}

/// Returns the tensors with results. Changes are computed.
std::vector<Measured> measuredOf(std::span<WaitingTensor> waiting, bool isOfChanges)
{
    std::vector<Measured> all;
    std::vector<Tensor> now, before;
    for (WaitingTensor &each : waiting)
        if (each.sums) {
            all.push_back({each.tensor, each.needs, each.history.get(), each.sums.get()});
            now.push_back(each.tensor);
            before.push_back(each.history->last);
        }
    if (isOfChanges && !all.empty())
        for (std::size_t i = 0; Tensor &change : differences(now, before))
            all[i++].x = std::move(change);
    return all;
}

/// Keeps the tensors for the next comparison.
void keep(std::span<WaitingTensor> waiting, const std::vector<Measured> &measured, bool isOfChanges)
{
    std::vector<Tensor *> places;
    std::vector<Tensor> now;
    const auto keepCopy = [&](Tensor &place, const Tensor &tensor) {
        places.push_back(&place);
        now.push_back(tensor);
    };
    for (const Measured &each : measured)
        if (each.needs.product && !isOfChanges)
            keepCopy(each.history->previous, each.x);
        else
            each.history->previous = each.needs.product ? each.x : Tensor();
    for (const WaitingTensor &each : waiting) {
        if (isOfChanges)
            keepCopy(each.history->last, each.tensor);
        each.history->isWaiting = false;
    }
    if (!now.empty())
        for (std::size_t i = 0; Tensor &copy : cloned(now))
            *places[i++] = std::move(copy);
}

/// Calls \p use with each group of tensors with equal \p property.
template <typename Property, typename Use>
void forEachAlike(std::span<WaitingTensor> all, const Property &property, const Use &use)
{
    for (auto first = all.begin(); first != all.end();) {
        const auto rest = std::stable_partition(first, all.end(), [&, wanted = property(*first)](const WaitingTensor &each) { return property(each) == wanted; });
        use(std::span(first, rest));
        first = rest;
    }
}

/// Returns a key that is equal for tensors with the same type and scale. They can be unscaled together.
std::tuple<ElementType, std::uint64_t, const void *> scalingOf(const WaitingTensor &waiting)
{
    if (!waiting.scale.defined())
        return {waiting.tensor.type(), 0, nullptr};
    const auto number = numberOnHost(waiting.scale);
    return {waiting.tensor.type(), std::bit_cast<std::uint64_t>(number.value_or(0)), number ? nullptr : waiting.scale.body().identity()};
}

void unscale(std::span<WaitingTensor> waiting)
{
    forEachAlike(waiting, scalingOf, [](const std::span<WaitingTensor> alike) {
        const Tensor scale = alike.front().scale;
        if (!scale.defined())
            return;
        std::vector<Tensor> tensors;
        for (const WaitingTensor &each : alike)
            tensors.push_back(each.tensor);
        for (std::size_t i = 0; Tensor &each : unscaled(tensors, scale))
            alike[i++].tensor = std::move(each);
    });
}

} // namespace

void DeviceSums::push(std::shared_ptr<LateNumbers> numbers, std::size_t count)
{
    m_unreadCount += count;
    m_unread.push_back(std::move(numbers));
}

void DeviceSums::read()
{
    measure();
    std::vector<Tensor> all;
    for (const auto &numbers : m_unread)
        for (const Tensor &each : numbers->onDevice)
            all.push_back(each.flatten());
    if (!all.empty()) {
        const Tensor host = cat(all).toHost();
        const double *next = host.data<double>();
        for (const auto &numbers : m_unread)
            for (const Tensor &each : std::exchange(numbers->onDevice, {})) {
                numbers->onHost.insert(numbers->onHost.end(), next, next + each.numel());
                next += each.numel();
            }
    }
    m_unread.clear();
    m_unreadCount = 0;
}

void DeviceSums::add(WaitingTensor waiting)
{
    waiting.history->isWaiting = true;
    m_waitingValues += waiting.tensor.numel();
    m_waiting.push_back(std::move(waiting));
}

void DeviceSums::measure()
{
    m_waitingValues = 0;
    std::vector<WaitingTensor> waiting = std::exchange(m_waiting, {});
    unscale(waiting);
    forEachAlike(waiting, [](const WaitingTensor &each) { return std::pair(each.history->of, each.tensor.type()); },
                 [this](const std::span<WaitingTensor> alike) { measureAlike(alike); });
    measureOutputs();
}

void DeviceSums::measureNewest()
{
    WaitingTensor newest = std::move(m_waiting.back());
    m_waiting.pop_back();
    m_waitingValues -= newest.tensor.numel();
    unscale({&newest, 1});
    measureAlike({&newest, 1});
}

/// A product of two tensors follows from their norms and their distance. This needs fewer passes over the values than the product itself, and
/// the squares of small values do not vanish.
void DeviceSums::measureAlike(std::span<WaitingTensor> alike)
{
    const bool isOfChanges = alike.front().history->of == MeterOf::Changes;
    std::vector<Measured> all = measuredOf(alike, isOfChanges);
    const auto numbers = std::make_shared<LateNumbers>();
    std::size_t count = 0;
    const auto measureWhere = [&](const auto &isWanted, std::initializer_list<LateSums::Sum> kinds, const auto &compute) {
        std::vector<Measured *> chosen;
        for (Measured &each : all)
            if (isWanted(each))
                chosen.push_back(&each);
        if (chosen.empty())
            return;
        numbers->onDevice.push_back(compute(chosen));
        for (const LateSums::Sum kind : kinds)
            for (const Measured *each : chosen)
                each->sums->places[kind] = count++;
    };
    measureWhere([](const Measured &each) { return each.needs.squares || each.needs.product; }, {LateSums::Norm},
                 [](const auto &chosen) { return norms(valuesOf(chosen)); });
    measureWhere([=](const Measured &each) { return each.hasPrevious(isOfChanges); }, {LateSums::Distance}, [](const auto &chosen) {
        return distances(valuesOf(chosen), listOf(chosen, [](const Measured &each) { return each.history->previous; }));
    });
    if (isOfChanges)
        measureWhere([](const Measured &each) { return each.needs.base; }, {LateSums::BaseNorm}, [](const auto &chosen) {
            return norms(listOf(chosen, [](const Measured &each) { return each.history->last; }));
        });
    std::set<float> limits;
    for (const Measured &each : all)
        if (each.needs.active && !isOfChanges)
            limits.insert(each.needs.eps);
    for (const float eps : limits)
        measureWhere([eps](const Measured &each) { return each.needs.active && each.needs.eps == eps; }, {LateSums::Active, LateSums::IdleRows},
                     [eps](const auto &chosen) { return activeCounts(valuesOf(chosen), static_cast<double>(eps)); });
    for (const Measured &each : all)
        each.sums->numbers = numbers;
    if (count > 0)
        push(numbers, count);
    keep(alike, all, isOfChanges);
}

std::shared_ptr<const LateOutput> DeviceSums::addOutput(const Tensor &output, const OutputNeeds &needs)
{
    WaitingOutput waiting;
    waiting.late = std::make_shared<LateOutput>();
    if (needs.norm)
        waiting.norms = sampleNorms(output.reshape({output.dim() > 0 ? output.size(0) : 1, -1}));
    if (needs.active)
        waiting.active = countsByChannel(output.to(ElementType::Float32).abs() > static_cast<double>(needs.eps), needs.isChannelLast());
    if (needs.saturated) {
        const Tensor values = output.to(wideType(output.type()));
        waiting.unsaturated = countsByChannel((values <= needs.low).logical_or(values >= needs.high).logical_not(), needs.isChannelLast());
    }
    if (needs.peaked)
        waiting.peakedRows = peakedRowsOf(output, needs).reshape({1});
    for (const Tensor *each : {&waiting.norms, &waiting.active, &waiting.unsaturated, &waiting.peakedRows})
        m_waitingValues += each->defined() ? each->numel() : 0;
    return m_waitingOutputs.emplace_back(std::move(waiting)).late;
}

void DeviceSums::measureOutputs()
{
    if (m_waitingOutputs.empty())
        return;
    const std::vector<WaitingOutput> all = std::exchange(m_waitingOutputs, {});
    const auto numbers = std::make_shared<LateNumbers>();
    std::size_t count = 0;
    const auto measureEach = [&](Tensor WaitingOutput::*vector, std::initializer_list<LateOutput::Sum> kinds, const auto &compute) {
        std::vector<Tensor> vectors;
        std::vector<LateOutput *> lates;
        for (const WaitingOutput &each : all)
            if ((each.*vector).defined()) {
                vectors.push_back(each.*vector);
                lates.push_back(each.late.get());
            }
        if (vectors.empty())
            return;
        numbers->onDevice.push_back(compute(vectors));
        for (const LateOutput::Sum kind : kinds)
            for (LateOutput *late : lates)
                late->places[kind] = count++;
    };
    measureEach(&WaitingOutput::norms, {LateOutput::Norms},
                [](const auto &vectors) { return norms({vectors}, 1, [](const TensorLists &parts) { return parts.front(); }); });
    measureEach(&WaitingOutput::active, {LateOutput::Active, LateOutput::DeadChannels}, sumsAndZeros);
    measureEach(&WaitingOutput::unsaturated, {LateOutput::Unsaturated, LateOutput::SaturatedChannels}, sumsAndZeros);
    measureEach(&WaitingOutput::peakedRows, {LateOutput::PeakedRows}, [](const auto &vectors) { return cat(vectors).to(ElementType::Float64); });
    for (const WaitingOutput &each : all)
        each.late->numbers = numbers;
    if (count > 0)
        push(numbers, count);
}

Tensor peakedRowsOf(const Tensor &output, const OutputNeeds &needs)
{
    const Tensor values = output.to(wideType(output.type()));
    const double least = std::numeric_limits<float>::min(); // so that 0 ln 0 is 0
    const Tensor logs = needs.ofLogs ? values.clamp_min(std::log(least)) : values.clamp_min(least).log();
    const Tensor entropies = -((needs.ofLogs ? logs.exp() : values) * logs).sum(std::int64_t{-1});
    const double greatest = values.dim() > 0 ? std::log(static_cast<double>(values.size(-1))) : 0;
    return (entropies < needs.entropy * greatest).sum();
}

} // namespace lensboard::preprocessor
