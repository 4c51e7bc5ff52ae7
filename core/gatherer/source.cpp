#include "core/gatherer/source.h"

#include "core/preprocessor/device_sums.h"

namespace lensboard::gatherer {

namespace {

enum Sum : std::size_t { Squares, PreviousSquares, Product, BaseSquares, Active, Rows, DeadRows };

PartSums partOf(const Measurement &found, const hook::Division &division)
{
    PartSums part;
    part.size = static_cast<double>(found.size);
    part.set(Squares, found.squares);
    part.set(PreviousSquares, found.previousSquares);
    part.set(BaseSquares, found.baseSquares);
    part.set(Active, static_cast<double>(found.active));
    if (found.product)
        part.set(Product, *found.product);
    if (division.hasWholeRows()) {
        part.set(Rows, static_cast<double>(found.rows));
        part.set(DeadRows, static_cast<double>(found.deadRows));
    }
    return part;
}

bool isOfValidation(const OutputMeasurement &found)
{
    return !found.training;
}

bool isOfValidation(const Measurement &)
{
    return false;
}

/// Calls \p use with each new measurement of \p source, and with a function that returns true if the listener of a number was on then. The
/// listeners that are on now are charged for it.
template <typename SourceOf, typename Use>
void takeResults(SourceOf &source, Lap &lap, const Use &use)
{
    if (!source.meter)
        return;
    const auto all = source.meter->take();
    if (all.empty())
        return;
    if (source.isOn)
        lap.share(source.measuring());
    const auto before = std::exchange(source.before, {});
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto then = std::ranges::find_if(before, [i](const auto &part) { return i < part.first; });
        use(i, all[i], [&](std::size_t number) { return then == before.end() ? source.listeners[number].isOn : then->second[number]; });
    }
}

/// Notifies the listeners of \p source of new measurements from the steps that they observed.
template <typename SourceOf, typename Process>
void notifyListeners(SourceOf &source, Lap &lap, const Process &process)
{
    takeResults(source, lap, [&](std::size_t, const auto &found, const auto &wasOn) {
        for (std::size_t number = 0; number < source.listeners.size(); ++number) {
            if (!wasOn(number) && !isOfValidation(found))
                continue;
            process(source.listeners[number], found);
            lap.charge(source.listeners[number].account);
        }
    });
}

} // namespace

void ForwardSource::take(const Tensor &output, bool training, Lap &lap)
{
    if (!meter)
        meter = preprocessor::makeOutputMeter(sums);
    OutputNeeds wanted = training ? now : needs;
    if (!wanted.channelLast)
        wanted.channelLast = channels.isLast(output.sizes());
    meter->push(output, training, wanted);
    if (!sums)
        notify(lap);
    else if (isOn)
        lap.share(measuring());
}

void ForwardSource::notify(Lap &lap)
{
    notifyListeners(*this, lap, [](const Listener &listener, const OutputMeasurement &found) {
        listener.preprocessor->processForward(listener.slot, found);
    });
}

preprocessor::MeterOf TensorSource::measuredOf() const
{
    const bool changes = point.moment == Moment::Step || point.moment == Moment::Call;
    return changes ? preprocessor::MeterOf::Changes : preprocessor::MeterOf::Values;
}

void TensorSource::take(const Tensor &tensor, Lap &lap, const Tensor &scale)
{
    tensorBytes = std::max(tensorBytes, bytesOf(tensor, scale));
    if (!meter)
        meter = preprocessor::makeMeter(measuredOf(), sums);
    const std::size_t taken = meter->waiting();
    meter->push(tensor, now, scale);
    if (division && meter->waiting() > taken)
        waiting.push_back(number);
    !sums && meter->waiting() > 0 ? notify(lap) : lap.share(measuring());
}

void TensorSource::keepParts(Lap &lap)
{
    const auto numbers = std::exchange(waiting, {});
    takeResults(*this, lap, [&](std::size_t i, const Measurement &found, const auto &wasOn) {
        PartSums part = partOf(found, *division);
        for (std::size_t listener = 0; listener < listeners.size(); ++listener)
            part.listeners |= std::uint64_t{wasOn(listener)} << listener;
        parts.add(numbers.at(i), part);
    });
}

void TensorSource::notify(const PartSums &whole)
{
    const auto count = [&](Sum sum) { return static_cast<std::size_t>(whole.has(sum) ? whole.sums[sum] : 0); };
    Measurement found;
    found.size = static_cast<std::size_t>(whole.size);
    found.squares = whole.sums[Squares];
    found.previousSquares = whole.sums[PreviousSquares];
    if (whole.has(Product))
        found.product = whole.sums[Product];
    found.baseSquares = whole.sums[BaseSquares];
    found.active = count(Active);
    found.rows = count(Rows);
    found.deadRows = count(DeadRows);
    for (std::size_t i = 0; i < listeners.size(); ++i)
        if ((whole.listeners >> i & 1) != 0)
            listeners[i].preprocessor->processTensor(listeners[i].slot, found);
}

void TensorSource::notify(Lap &lap)
{
    if (division)
        return keepParts(lap);
    notifyListeners(*this, lap, [](const Listener &listener, const Measurement &found) {
        listener.preprocessor->processTensor(listener.slot, found);
    });
}

void TensorSource::restart()
{
    if (meter)
        meter->restart();
}

void TensorSource::release()
{
    if (meter)
        meter->release();
}

double TensorSource::bytesKept() const
{
    const bool compares = needs.product || measuredOf() == preprocessor::MeterOf::Changes;
    return tensorBytes * static_cast<double>(meter ? meter->maxKept(needs) : compares ? 2
                                                                                      : 0);
}

} // namespace lensboard::gatherer
