#include "core/preprocessor/device_meter.h"

#include <cmath>
#include <utility>

namespace lensboard::preprocessor {

struct DeviceMeter::Private
{
    struct Found
    {
        Measurement measurement; ///< without the sums
        std::shared_ptr<LateSums> sums;
    };

    std::shared_ptr<DeviceHistory> history;
    double squares = 0; ///< of the last taken measurement
    std::shared_ptr<DeviceSums> sums;
    std::vector<Found> found;
    std::vector<Measurement> taken;

    void measureWaiting()
    {
        if (history->isWaiting)
            sums->measure();
    }

    /// Returns true if \p tensor can be compared with the one before.
    bool goesOn(const Tensor &tensor) const
    {
        const Tensor &last = history->last;
        return history->of == MeterOf::Values || (last.defined() && last.sizes() == tensor.sizes() && last.type() == tensor.type());
    }
};

DeviceMeter::DeviceMeter(MeterOf of, std::shared_ptr<DeviceSums> sums) : d(std::make_unique<Private>())
{
    d->history = std::make_shared<DeviceHistory>(DeviceHistory{of});
    d->sums = std::move(sums);
}

DeviceMeter::~DeviceMeter() = default;

void DeviceMeter::push(const Tensor &tensor, const Needs &needs, const Tensor &scale)
{
    d->measureWaiting();
    if (!d->goesOn(tensor)) {
        d->history->previous.reset();
        d->sums->add({tensor, needs, d->history, nullptr, scale});
        return;
    }
    Measurement found;
    found.size = static_cast<std::size_t>(tensor.numel());
    found.rows = tensor.dim() > 0 ? static_cast<std::size_t>(tensor.size(0)) : 1;
    d->found.push_back({found, std::make_shared<LateSums>()});
    d->sums->add({tensor, needs, d->history, d->found.back().sums, scale});
}

void DeviceMeter::restart()
{
    d->measureWaiting();
    d->history->last.reset();
    d->history->previous.reset();
}

std::size_t DeviceMeter::maxKept(const Needs &needs) const
{
    return d->history->of == MeterOf::Changes ? 2 : needs.product ? 1 : 0;
}

std::size_t DeviceMeter::waiting() const
{
    return d->found.size();
}

std::span<const Measurement> DeviceMeter::take()
{
    d->taken.clear();
    if (!d->found.empty())
        d->sums->read();
    for (const auto &[measurement, sums] : d->found) {
        const auto square = [&, &of = *sums](LateSums::Sum sum) { return of[sum] * of[sum]; };
        Measurement &found = d->taken.emplace_back(measurement);
        found.squares = square(LateSums::Norm);
        found.previousSquares = d->squares;
        if (sums->has(LateSums::Distance) && std::isfinite(d->squares))
            found.product = (found.squares + found.previousSquares - square(LateSums::Distance)) / 2;
        found.active = static_cast<std::size_t>((*sums)[LateSums::Active]);
        found.deadRows = static_cast<std::size_t>((*sums)[LateSums::IdleRows]);
        found.baseSquares = square(LateSums::BaseNorm);
        d->squares = found.squares;
    }
    d->found.clear();
    return d->taken;
}

void DeviceOutputMeter::push(const Tensor &output, bool training, const OutputNeeds &needs)
{
    Found found{sizesOf(output, needs), m_sums->addOutput(output.detach(), needs), needs.saturated};
    found.measurement.training = training;
    m_found.push_back(std::move(found));
}

std::span<const OutputMeasurement> DeviceOutputMeter::take()
{
    m_taken.clear();
    if (!m_found.empty())
        m_sums->read();
    for (const auto &[measurement, sums, isSaturationKnown] : m_found) {
        const auto count = [&of = *sums](LateOutput::Sum sum) { return static_cast<std::size_t>(of[sum]); };
        OutputMeasurement &found = m_taken.emplace_back(measurement);
        found.meanNorm = (*sums)[LateOutput::Norms] * static_cast<double>(found.sampleSize) / static_cast<double>(found.size);
        found.active = count(LateOutput::Active);
        found.deadChannels = count(LateOutput::DeadChannels);
        found.saturated = isSaturationKnown ? found.size - count(LateOutput::Unsaturated) : 0;
        found.saturatedChannels = count(LateOutput::SaturatedChannels);
        found.peakedRows = count(LateOutput::PeakedRows);
    }
    m_found.clear();
    return m_taken;
}

} // namespace lensboard::preprocessor
