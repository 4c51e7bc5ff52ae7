#pragma once

#include "core/preprocessor/measurement.h"

#include <memory>
#include <vector>

namespace lensboard::preprocessor {

/// Reads the tensors of one sequence, each once for everything that is asked, and keeps what the next is compared
/// with.
///
/// Shape:  floating point, strided, not empty, of any layout, precision and device; see isMeasurable().
/// Thread: that of the gatherer.
class Meter
{
public:
    virtual ~Meter() = default;
    /// Nothing if \p tensor only begins a sequence.
    virtual std::optional<Measurement> measure(const at::Tensor &tensor, const Needs &needs) = 0;
    /// What comes next has no predecessor.
    virtual void restart() = 0;
};

/// Of the tensors themselves.
///
/// The one before is kept by reference where that is seen to be safe: while each tensor comes in memory of its own and
/// is left as it was, which the sum of its squares tells when it is read again. Else it is copied. The first time
/// that a kept tensor turns out to be changed costs one product.
class ValueMeter final : public Meter
{
public:
    ValueMeter();
    ~ValueMeter() override;
    std::optional<Measurement> measure(const at::Tensor &tensor, const Needs &needs) override;
    void restart() override;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// Of the differences between successive tensors, which may be one that is changed in place. Keeps the last two: three
/// reads and one write each time. Does not know active values.
class ChangeMeter final : public Meter
{
public:
    ChangeMeter();
    ~ChangeMeter() override;
    std::optional<Measurement> measure(const at::Tensor &tensor, const Needs &needs) override;
    void restart() override;

private:
    struct Private;
    std::unique_ptr<Private> d;
};

/// Of what a module puts out. An output of one dimension is one channel, of no dimension one sample.
class OutputMeter
{
public:
    OutputMeasurement measure(const at::Tensor &output, const OutputNeeds &needs);

private:
    std::vector<double> m_squares;
    std::vector<std::uint8_t> m_alive;
};

} // namespace lensboard::preprocessor
