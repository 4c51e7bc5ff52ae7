#include "core/preprocessor/device_meter.h"

#include <cmath>
#include <utility>

namespace lensboard::preprocessor {

struct DeviceMeter::Private
{
    struct Found
    {
        Measurement measurement; ///< without the sums
        bool comparable;
        std::size_t row;
    };

    MeterOf of;
    Tensor last;     ///< the previous tensor
    Tensor previous; ///< second factor of the next product: the previous tensor, or its change
    bool comparable = false;
    double squares = 0; ///< of the last taken measurement
    std::shared_ptr<DeviceSums> sums;
    std::vector<Found> found;
    std::vector<Measurement> taken;
};

DeviceMeter::DeviceMeter(MeterOf of, std::shared_ptr<DeviceSums> sums) : d(std::make_unique<Private>())
{
    d->of = of;
    d->sums = std::move(sums);
}

DeviceMeter::~DeviceMeter()
{
    d->sums->drop(d->found.size());
}

void DeviceMeter::push(const Tensor &tensor, const Needs &needs)
{
    Tensor x = tensor.detach(), before;
    if (d->of == MeterOf::Changes) {
        before = d->last;
        d->last = x.clone();
        if (!before.defined() || before.sizes() != x.sizes()) {
            d->previous.reset();
            return;
        }
        x = x.to(wideType(x.type())) - before; // in a wider type, since half precision rounds differences
    }
    const bool fits = needs.product && d->previous.defined() && d->previous.sizes() == x.sizes();
    const std::size_t row = d->sums->push(sumsOnDevice(x, fits ? d->previous : Tensor(), before, needs));
    Measurement found;
    found.size = static_cast<std::size_t>(x.numel());
    found.rows = x.dim() > 0 ? static_cast<std::size_t>(x.size(0)) : 1;
    d->found.push_back({found, fits && d->comparable, row});
    d->comparable = needs.product;
    if (needs.product)
        d->previous = d->of == MeterOf::Changes ? x : x.clone();
    else
        d->previous.reset();
}

void DeviceMeter::restart()
{
    d->comparable = false;
    d->last.reset();
    d->previous.reset();
}

std::size_t DeviceMeter::maxKept(const Needs &needs) const
{
    return d->of == MeterOf::Changes ? 2 : needs.product ? 1 : 0;
}

std::size_t DeviceMeter::waiting() const
{
    return d->found.size();
}

std::span<const Measurement> DeviceMeter::take()
{
    d->taken.clear();
    for (const auto &[measurement, comparable, row] : d->found) {
        const DeviceSums::Numbers sums = d->sums->take(row);
        Measurement &found = d->taken.emplace_back(measurement);
        found.squares = sums[0];
        found.previousSquares = d->squares;
        if (comparable && std::isfinite(d->squares))
            found.product = sums[1];
        found.active = static_cast<std::size_t>(sums[2]);
        found.deadRows = static_cast<std::size_t>(sums[3]);
        found.baseSquares = sums[4];
        d->squares = found.squares;
    }
    d->found.clear();
    return d->taken;
}

void DeviceOutputMeter::push(const Tensor &output, bool training, const OutputNeeds &needs)
{
    m_found.push_back({sizesOf(output, needs), m_sums->push(sumsOnDevice(output.detach(), training, needs))});
}

std::span<const OutputMeasurement> DeviceOutputMeter::take()
{
    m_taken.clear();
    for (const auto &[measurement, row] : m_found) {
        const DeviceSums::Numbers sums = m_sums->take(row);
        OutputMeasurement &found = m_taken.emplace_back(measurement);
        found.meanNorm = sums[0];
        found.active = static_cast<std::size_t>(sums[1]);
        found.deadChannels = static_cast<std::size_t>(sums[2]);
        found.saturated = static_cast<std::size_t>(sums[3]);
        found.saturatedChannels = static_cast<std::size_t>(sums[4]);
        found.peakedRows = static_cast<std::size_t>(sums[5]);
        found.training = sums[6] != 0;
    }
    m_found.clear();
    return m_taken;
}

} // namespace lensboard::preprocessor
