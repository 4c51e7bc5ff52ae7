#pragma once

#include "core/preprocessor/device_sums.h"
#include "core/preprocessor/meter.h"

#include <vector>

namespace lensboard::preprocessor {

/// ValueMeter and ChangeMeter for tensors on a device: kept tensors and results stay
/// there until they are taken. DeviceSums measures the tensors of several meters together.
class DeviceMeter final : public Meter
{
public:
    DeviceMeter(MeterOf of, std::shared_ptr<DeviceSums> sums);
    ~DeviceMeter() override;

    /// \p tensor must not change until DeviceSums::measure().
    void push(const Tensor &tensor, const Needs &needs, const Tensor &scale = {}) override;
    std::size_t waiting() const override;
    std::span<const Measurement> take() override;
    void restart() override;
    void release() override { restart(); }
    std::size_t maxKept(const Needs &needs) const override;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// OutputMeter for tensors on a device.
class DeviceOutputMeter final : public OutputMeter
{
public:
    explicit DeviceOutputMeter(std::shared_ptr<DeviceSums> sums) : m_sums(std::move(sums)) {}
    void push(const Tensor &output, bool training, const OutputNeeds &needs) override;
    std::size_t waiting() const override { return m_found.size(); }
    std::span<const OutputMeasurement> take() override;

private:
    struct Found
    {
        OutputMeasurement measurement; ///< without the sums
        std::shared_ptr<const LateOutput> sums;
        bool isSaturationKnown;
    };

    std::shared_ptr<DeviceSums> m_sums;
    std::vector<Found> m_found;
    std::vector<OutputMeasurement> m_taken;
};

} // namespace lensboard::preprocessor
