#pragma once

#include "core/preprocessor/measurement.h"

#include <memory>
#include <optional>
#include <span>
#include <utility>

namespace lensboard::preprocessor {

/// Reads each tensor of a sequence once for all requests, and keeps the tensors needed for the next
/// comparison. Results are taken at once on the host, or from a device when a tick ends.
///
/// Shape:  floating point, strided, not empty; any layout, precision and device; see isMeasurable().
/// Thread: the gatherer's.
class Meter
{
public:
    virtual ~Meter() = default;
    /// On the host, call only after take(). Has no result if \p tensor only begins a sequence.
    /// \p scale: factor in the values; undefined: 1.
    virtual void push(const Tensor &tensor, const Needs &needs, const Tensor &scale = {}) = 0;
    /// Number of results to take.
    virtual std::size_t waiting() const = 0;
    /// Returns the results since the last call, in order. Valid until the next call of any function, and while the tensors live.
    virtual std::span<const Measurement> take() = 0;
    /// Starts a new sequence: the next tensor has no predecessor.
    virtual void restart() = 0;
    /// Does the same as restart(), and frees kept tensors.
    virtual void release() = 0;
    /// Returns the largest number of measured tensors that it keeps from now on.
    virtual std::size_t maxKept(const Needs &needs) const = 0;
};

class DeviceSums;

/// Makes a meter for host tensors, or with \p sums for tensors on a device. These must not change until DeviceSums::measure().
std::unique_ptr<Meter> makeMeter(MeterOf of, std::shared_ptr<DeviceSums> sums = nullptr);

/// Computes all results in push().
class HostMeter : public Meter
{
public:
    void push(const Tensor &tensor, const Needs &needs, const Tensor &scale = {}) final;
    std::size_t waiting() const final { return m_isFull ? 1 : 0; }
    std::span<const Measurement> take() final { return {&m_found, std::exchange(m_isFull, false) ? 1u : 0u}; }

protected:
    /// Returns nullopt if \p tensor only begins a sequence.
    virtual std::optional<Measurement> measure(const Tensor &tensor, const Needs &needs) = 0;

private:
    Tensor m_unscaled; ///< keeps a tensor in m_found alive
    Measurement m_found;
    bool m_isFull = false; ///< m_found is to be taken
};

/// Measures the tensors themselves.
///
/// Keeps the previous tensor by reference if that is safe: if each tensor has its own memory and is
/// not changed later. It verifies that by the sum of squares in the next reading. Otherwise it copies. The first change
/// of a kept tensor costs one missing product.
class ValueMeter final : public HostMeter
{
public:
    ValueMeter();
    ~ValueMeter() override;
    void restart() override;
    void release() override;
    std::size_t maxKept(const Needs &needs) const override;

protected:
    std::optional<Measurement> measure(const Tensor &tensor, const Needs &needs) override;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// Measures the differences between successive tensors; they may be one tensor that is changed in place. Keeps the last two: three
/// reads and one write per tensor. Does not count active values.
class ChangeMeter final : public HostMeter
{
public:
    ChangeMeter();
    ~ChangeMeter() override;
    void restart() override;
    void release() override;
    std::size_t maxKept(const Needs &) const override { return 2; }

protected:
    std::optional<Measurement> measure(const Tensor &tensor, const Needs &needs) override;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// Meter of a module's output.
///
/// Shape:  [N, C, *], or [N, *, C] with OutputNeeds::channelLast; a vector is one channel, a scalar one sample.
class OutputMeter
{
public:
    virtual ~OutputMeter() = default;
    /// \p training: the module is in training mode.
    virtual void push(const Tensor &output, bool training, const OutputNeeds &needs) = 0;
    virtual std::size_t waiting() const = 0;
    virtual std::span<const OutputMeasurement> take() = 0;
};

/// Returns the properties of an output that need no access to its values.
OutputMeasurement sizesOf(const Tensor &output, const OutputNeeds &needs);

std::unique_ptr<OutputMeter> makeOutputMeter(std::shared_ptr<DeviceSums> sums = nullptr);

} // namespace lensboard::preprocessor
