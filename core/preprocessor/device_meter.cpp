#include "core/preprocessor/device_meter.h"

#include <ATen/core/Tensor.h>
#include <ATen/core/grad_mode.h>

#include <cmath>

namespace lensboard::preprocessor {

struct DeviceMeter::Private
{
    struct Found
    {
        Measurement measurement; ///< but for the sums
        bool comparable;
    };

    MeterOf of;
    at::Tensor last;     ///< the tensor before
    at::Tensor previous; ///< what the next is multiplied with: the one before, or how it changed
    bool comparable = false;
    double squares = 0; ///< of the last measurement taken
    DeviceSums sums;
    std::vector<Found> found;
    std::vector<Measurement> taken;
};

DeviceMeter::DeviceMeter(MeterOf of) : d(std::make_unique<Private>())
{
    d->of = of;
}

DeviceMeter::~DeviceMeter() = default;

void DeviceMeter::push(const at::Tensor &tensor, const Needs &needs)
{
    const at::NoGradGuard noGradients;
    at::Tensor x = tensor.detach();
    if (d->of == MeterOf::Changes) {
        const at::Tensor before = d->last;
        d->last = x.clone();
        if (!before.defined() || before.sizes() != x.sizes()) {
            d->previous.reset();
            return;
        }
        x = x.to(at::promoteTypes(x.scalar_type(), at::kFloat)).sub(before); // half precision rounds differences
    }
    const bool fits = needs.product && d->previous.defined() && d->previous.sizes() == x.sizes();
    d->sums.push(sumsOnDevice(x, fits ? d->previous : at::Tensor(), needs));
    Measurement found;
    found.size = static_cast<std::size_t>(x.numel());
    found.rows = x.dim() ? static_cast<std::size_t>(x.size(0)) : 1;
    d->found.push_back({found, fits && d->comparable});
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

std::size_t DeviceMeter::mostKept(const Needs &needs) const
{
    return d->of == MeterOf::Changes ? 2 : needs.product ? 1 : 0;
}

bool DeviceMeter::isFull() const
{
    return d->sums.full();
}

std::span<const Measurement> DeviceMeter::take()
{
    d->taken.clear();
    const std::vector<DeviceSums::Numbers> sums = d->sums.take();
    for (std::size_t i = 0; i < sums.size(); ++i) {
        Measurement &found = d->taken.emplace_back(d->found[i].measurement);
        found.squares = sums[i][0];
        found.previousSquares = d->squares;
        if (d->found[i].comparable && std::isfinite(d->squares))
            found.product = sums[i][1];
        found.active = static_cast<std::size_t>(sums[i][2]);
        found.deadRows = static_cast<std::size_t>(sums[i][3]);
        d->squares = found.squares;
    }
    d->found.clear();
    return d->taken;
}

void DeviceOutputMeter::push(const at::Tensor &output, bool training, const OutputNeeds &needs)
{
    const at::NoGradGuard noGradients;
    OutputMeasurement found;
    found.size = static_cast<std::size_t>(output.numel());
    found.sampleSize = found.size / (output.dim() ? static_cast<std::size_t>(output.size(0)) : 1);
    if (output.dim() > 1)
        found.channels = static_cast<std::size_t>(output.size(needs.channelLast ? -1 : 1));
    m_found.push_back(found);
    m_sums.push(sumsOnDevice(output.detach(), training, needs));
}

std::span<const OutputMeasurement> DeviceOutputMeter::take()
{
    m_taken.swap(m_found);
    m_found.clear();
    const std::vector<DeviceSums::Numbers> sums = m_sums.take();
    for (std::size_t i = 0; i < sums.size(); ++i) {
        m_taken[i].meanNorm = sums[i][0];
        m_taken[i].active = static_cast<std::size_t>(sums[i][1]);
        m_taken[i].deadChannels = static_cast<std::size_t>(sums[i][2]);
        m_taken[i].training = sums[i][3] != 0;
    }
    return m_taken;
}

} // namespace lensboard::preprocessor
