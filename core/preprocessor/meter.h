#pragma once

#include "core/preprocessor/measurement.h"

#include <memory>
#include <optional>
#include <span>
#include <utility>

namespace lensboard::preprocessor {

/// Reads the tensors of one sequence, each once for everything that is asked, and keeps what the next is compared
/// with. Results are taken later: at once on the host, of a device when a tick ends.
///
/// Shape:  floating point, strided, not empty, of any layout, precision and device; see isMeasurable().
/// Thread: that of the gatherer.
class Meter
{
public:
    virtual ~Meter() = default;
    /// On the host not before what was found is taken. Finds nothing if \p tensor only begins a sequence.
    virtual void push(const Tensor &tensor, const Needs &needs) = 0;
    /// What was found and not taken.
    virtual std::size_t waiting() const = 0;
    /// What was found since the last call, in order. Valid until the next call of any function, and while the tensors live.
    virtual std::span<const Measurement> take() = 0;
    /// What comes next has no predecessor.
    virtual void restart() = 0;
    /// The same, and frees what is kept.
    virtual void release() = 0;
    /// How many tensors like those that are measured it keeps at most from here on.
    virtual std::size_t mostKept(const Needs &needs) const = 0;
};

enum class MeterOf { Values, Changes };

class DeviceSums;

/// For tensors in the host's memory, or for those on a device, whose sums gather in \p sums, formed in float64.
std::unique_ptr<Meter> makeMeter(MeterOf of, std::shared_ptr<DeviceSums> sums = nullptr);

/// Finds all it is asked for at once.
class HostMeter : public Meter
{
public:
    void push(const Tensor &tensor, const Needs &needs) final;
    std::size_t waiting() const final { return m_isFull ? 1 : 0; }
    std::span<const Measurement> take() final { return {&m_found, std::exchange(m_isFull, false) ? 1u : 0u}; }

protected:
    /// None if \p tensor only begins a sequence.
    virtual std::optional<Measurement> measure(const Tensor &tensor, const Needs &needs) = 0;

private:
    Measurement m_found;
    bool m_isFull = false; ///< m_found is not taken yet
};

/// Of the tensors themselves.
///
/// The one before is kept by reference where that is seen to be safe: while each tensor comes in memory of its own and
/// is left as it was, which is known from the sum of its squares when it is read again. Else it is copied. The first time
/// that a kept tensor turns out to be changed costs one product.
class ValueMeter final : public HostMeter
{
public:
    ValueMeter();
    ~ValueMeter() override;
    void restart() override;
    void release() override;
    std::size_t mostKept(const Needs &needs) const override;

protected:
    std::optional<Measurement> measure(const Tensor &tensor, const Needs &needs) override;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// Of the differences between successive tensors, which may be one that is changed in place. Keeps the last two: three
/// reads and one write each time. Does not know active values.
class ChangeMeter final : public HostMeter
{
public:
    ChangeMeter();
    ~ChangeMeter() override;
    void restart() override;
    void release() override;
    std::size_t mostKept(const Needs &) const override { return 2; }

protected:
    std::optional<Measurement> measure(const Tensor &tensor, const Needs &needs) override;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// As Meter, for a module's output.
///
/// Shape:  [N, C, *], or [N, *, C] with OutputNeeds::channelLast; one dimension is one channel, none is one sample.
class OutputMeter
{
public:
    virtual ~OutputMeter() = default;
    /// \p training: whether the module was.
    virtual void push(const Tensor &output, bool training, const OutputNeeds &needs) = 0;
    virtual std::size_t waiting() const = 0;
    virtual std::span<const OutputMeasurement> take() = 0;
};

/// What is known of an output without a look at its values.
OutputMeasurement sizesOf(const Tensor &output, const OutputNeeds &needs);

std::unique_ptr<OutputMeter> makeOutputMeter(std::shared_ptr<DeviceSums> sums = nullptr);

} // namespace lensboard::preprocessor
