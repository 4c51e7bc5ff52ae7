#include "core/gatherer/source.h"

#include "core/preprocessor/device_sums.h"

namespace lensboard::gatherer {

namespace {

bool isOfValidation(const OutputMeasurement &found)
{
    return !found.training;
}

bool isOfValidation(const Measurement &)
{
    return false;
}

/// Notifies the listeners of \p source of new measurements from the steps that they observed. The listeners that are on
/// now are charged for it.
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
    const auto before = std::exchange(source.before, {});
    for (std::size_t i = 0; i < all.size(); ++i) {
        const auto then = std::ranges::find_if(before, [i](const auto &part) { return i < part.first; });
        for (std::size_t number = 0; number < source.listeners.size(); ++number) {
            const auto &listener = source.listeners[number];
            const bool wasOn = then == before.end() ? listener.isOn : then->second[number];
            if (!wasOn && !isOfValidation(all[i]))
                continue;
            process(listener, all[i]);
            lap.charge(listener.account);
        }
    }
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
    const bool changes = place.moment == Moment::Step || place.moment == Moment::Call;
    return changes ? preprocessor::MeterOf::Changes : preprocessor::MeterOf::Values;
}

void TensorSource::take(const Tensor &tensor, Lap &lap)
{
    tensorBytes = std::max(tensorBytes, static_cast<double>(tensor.nbytes()));
    if (!meter)
        meter = preprocessor::makeMeter(measuredOf(), sums);
    meter->push(tensor, now);
    !sums && meter->waiting() > 0 ? notify(lap) : lap.share(measuring());
}

void TensorSource::notify(Lap &lap)
{
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
    return tensorBytes * static_cast<double>(meter ? meter->mostKept(needs) : compares ? 2 : 0);
}

} // namespace lensboard::gatherer
