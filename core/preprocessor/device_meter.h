#pragma once

#include "core/preprocessor/device_sums.h"
#include "core/preprocessor/meter.h"

namespace lensboard::preprocessor {

/// As ValueMeter and ChangeMeter for tensors that are not in the host's memory: what is kept, and what is found, stays on
/// their device until it is taken. Sums are formed in float64.
class DeviceMeter final : public Meter
{
public:
    enum class Of { Values, Changes };

    explicit DeviceMeter(Of of);
    ~DeviceMeter() override;

    /// Gives nothing: see take().
    std::optional<Measurement> measure(const at::Tensor &tensor, const Needs &needs) override;
    void restart() override;
    bool isFull() const;
    /// What was found since it was last asked, in order.
    std::vector<Measurement> take();

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// As OutputMeter, likewise.
class DeviceOutputMeter
{
public:
    void measure(const at::Tensor &output, bool training, const OutputNeeds &needs);
    bool isFull() const { return m_sums.full(); }
    std::vector<OutputMeasurement> take();

private:
    DeviceSums m_sums;
    std::vector<OutputMeasurement> m_found; ///< but for the sums
};

} // namespace lensboard::preprocessor
