#pragma once

#include "core/preprocessor/device_sums.h"
#include "core/preprocessor/meter.h"

#include <vector>

namespace lensboard::preprocessor {

/// As ValueMeter and ChangeMeter for tensors that are not in the host's memory: what is kept, and what is found, stays on
/// their device until it is taken. Sums are formed in float64.
class DeviceMeter final : public Meter
{
public:
    explicit DeviceMeter(MeterOf of);
    ~DeviceMeter() override;

    void push(const at::Tensor &tensor, const Needs &needs) override;
    bool isFull() const override;
    std::span<const Measurement> take() override;
    void restart() override;
    void release() override { restart(); }
    std::size_t mostKept(const Needs &needs) const override;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// The same for outputs.
class DeviceOutputMeter final : public OutputMeter
{
public:
    void push(const at::Tensor &output, bool training, const OutputNeeds &needs) override;
    bool isFull() const override { return m_sums.full(); }
    std::span<const OutputMeasurement> take() override;

private:
    DeviceSums m_sums;
    std::vector<OutputMeasurement> m_found; ///< but for the sums
    std::vector<OutputMeasurement> m_taken;
};

} // namespace lensboard::preprocessor
