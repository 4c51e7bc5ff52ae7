#include "core/preprocessor/meter.h"

#include "core/preprocessor/device_meter.h"
#include "core/preprocessor/fused_kernels.h"
#include "core/preprocessor/tensor_access.h"

#include <ATen/Dispatch.h>
#include <ATen/core/Tensor.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/dot.h>
#include <ATen/ops/empty_like.h>
#include <ATen/ops/linalg_vector_norm.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>
#include <vector>

namespace lensboard::preprocessor {

namespace {

bool sameLayout(const at::Tensor &a, const at::Tensor &b)
{
    return a.defined() && a.scalar_type() == b.scalar_type() && a.sizes() == b.sizes() && a.strides() == b.strides();
}

std::size_t sizeOf(const at::Tensor &tensor)
{
    return static_cast<std::size_t>(tensor.numel());
}

/// What \p kernel gives of the values of tensors, of one layout, in their own precision.
template <typename Kernel, typename... More>
auto ofValues(Kernel kernel, const at::Tensor &x, const More &...more)
{
    return AT_DISPATCH_FLOATING_TYPES(x.scalar_type(), "measure",
                                      [&] { return kernel(x.data_ptr<scalar_t>(), more.template data_ptr<scalar_t>()...); });
}

Sums measured(const at::Tensor &x, const RowMarks *rows)
{
    return ofValues([&](const auto *values) { return measure(values, sizeOf(x), rows); }, x);
}

/// Squares and product as LibTorch forms them in the precision of the tensors.
Sums roundedSums(const at::Tensor &x, const at::Tensor &y)
{
    const at::Tensor flat = x.flatten();
    const auto norm = at::linalg_vector_norm(flat).item<double>();
    return {.squares = norm * norm, .product = y.defined() ? at::dot(flat, y.flatten()).item<double>() : 0};
}

std::int64_t versionOf(const at::Tensor &tensor)
{
    return tensor.is_inference() ? 0 : tensor._version();
}

/// Whether rows along the first dimension lie one after the other in memory.
bool rowsAreWhole(const at::Tensor &dense)
{
    return dense.dim() < 2 || dense.is_contiguous() || dense.stride(0) * dense.size(0) == dense.numel();
}

} // namespace

std::unique_ptr<Meter> makeMeter(MeterOf of, std::shared_ptr<DeviceSums> sums)
{
    if (sums)
        return std::make_unique<DeviceMeter>(of, std::move(sums));
    if (of == MeterOf::Changes)
        return std::make_unique<ChangeMeter>();
    return std::make_unique<ValueMeter>();
}

void HostMeter::push(const at::Tensor &tensor, const Needs &needs)
{
    const std::optional<Measurement> found = measure(tensor, needs);
    m_isFull = found.has_value();
    m_found = found.value_or(Measurement{});
}

struct ValueMeter::Private
{
    enum class Keeping { Trying, ByReference, ByCopy };

    Keeping keeping = Keeping::Trying;
    at::Tensor copy;      ///< of the one before, unless it is kept by reference
    at::Tensor reference; ///< the one before itself
    std::int64_t version = 0; ///< of the reference when it was taken
    double squares = 0;       ///< of the one before
    bool comparable = false;
    std::vector<std::uint8_t> alive;

    void refer(const at::Tensor &now)
    {
        reference = now.requires_grad() ? now.detach() : now;
        version = versionOf(reference);
    }

    /// Whether the tensor that was kept is as it was and lies elsewhere than \p now.
    bool leftAlone(const at::Tensor &now) const
    {
        return sameLayout(reference, now) && reference.data_ptr() != now.data_ptr()
            && std::memcmp(reference.data_ptr(), copy.data_ptr(), now.nbytes()) == 0;
    }

    void settle(const at::Tensor &now)
    {
        if (keeping != Keeping::Trying || !reference.defined() || !sameLayout(copy, now))
            return;
        keeping = leftAlone(now) ? Keeping::ByReference : Keeping::ByCopy;
        if (keeping == Keeping::ByReference)
            copy.reset();
        else
            reference.reset();
    }

    Sums sumsByReference(const at::Tensor &now, const RowMarks *rows, bool &hasProduct)
    {
        const bool sameMemory = reference.defined() && reference.data_ptr() == now.data_ptr();
        Sums sums;
        if (comparable && sameLayout(reference, now) && !sameMemory) {
            sums = ofValues([&](const auto *x, const auto *previous) { return measureBoth(x, previous, sizeOf(now), rows); }, now,
                            reference);
            hasProduct = sums.previousSquares == squares && versionOf(reference) == version;
        } else {
            sums = measured(now, rows);
            hasProduct = false;
        }
        if (comparable && sameLayout(reference, now) && !hasProduct) { // it is changed in place: copy from here on
            keeping = Keeping::ByCopy;
            reference.reset();
            copy = at::empty_like(now).copy_(now);
        } else {
            refer(now);
        }
        return sums;
    }

    Sums sumsByCopy(const at::Tensor &now, const RowMarks *rows, bool rounded, bool &hasProduct)
    {
        const bool fits = sameLayout(copy, now);
        if (!fits)
            copy = at::empty_like(now).zero_();
        hasProduct = comparable && fits;
        Sums sums = measureAndKeepAs(now, rows, rounded);
        sums.previousSquares = squares;
        return sums;
    }

    void forget()
    {
        keeping = Keeping::Trying;
        copy.reset();
        reference.reset();
    }

    Sums measureAndKeepAs(const at::Tensor &now, const RowMarks *rows, bool rounded)
    {
        if (!rounded)
            return ofValues([&](const auto *x, auto *previous) { return measureAndKeep(x, previous, sizeOf(now), rows); }, now, copy);
        Sums sums = roundedSums(now, copy);
        sums.active = rows ? measured(now, rows).active : 0;
        copy.copy_(now);
        return sums;
    }
};

ValueMeter::ValueMeter() : d(std::make_unique<Private>()) {}

ValueMeter::~ValueMeter() = default;

std::optional<Measurement> ValueMeter::measure(const at::Tensor &tensor, const Needs &needs)
{
    Measurement found;
    found.tensor = needs.tensor ? &tensor : nullptr;
    found.size = sizeOf(tensor);
    if (!needs.squares && !needs.product && !needs.active)
        return found;
    const at::NoGradGuard noGradients;
    const at::Tensor dense = tensor.dim() > 1 && needs.active && !rowsAreWhole(tensor) ? asContiguous(tensor)
                                                                                     : asDense(tensor);
    RowMarks rows{1, needs.eps, nullptr};
    found.rows = dense.dim() == 0 ? 1 : static_cast<std::size_t>(dense.size(0));
    if (dense.dim() > 1) {
        rows.rowSize = found.size / found.rows;
        d->alive.assign(found.rows, 0);
        rows.alive = d->alive.data();
    }
    const RowMarks *marks = needs.active ? &rows : nullptr;

    bool hasProduct = false;
    Sums sums;
    if (needs.product) {
        d->settle(dense);
        if (d->keeping == Private::Keeping::ByReference && !needs.rounded) {
            sums = d->sumsByReference(dense, marks, hasProduct);
        } else {
            sums = d->sumsByCopy(dense, marks, needs.rounded, hasProduct);
            if (d->keeping == Private::Keeping::Trying && !needs.rounded && dense.is_same(tensor))
                d->refer(dense);
        }
    } else {
        d->forget();
        sums = measured(dense, marks);
        if (needs.rounded)
            sums.squares = roundedSums(dense, {}).squares;
    }
    found.squares = sums.squares;
    found.previousSquares = sums.previousSquares;
    if (hasProduct)
        found.product = sums.product;
    d->squares = sums.squares;
    d->comparable = needs.product && std::isfinite(sums.squares);
    found.active = static_cast<std::size_t>(sums.active);
    found.deadRows = dense.dim() > 1 ? static_cast<std::size_t>(std::count(d->alive.begin(), d->alive.end(), 0))
                                     : found.rows - found.active;
    return found;
}

void ValueMeter::restart()
{
    d->comparable = false;
}

void ValueMeter::release()
{
    restart();
    d->copy.reset();
    d->reference.reset();
}

/// While it is not known how to keep them, a tensor is kept both ways.
std::size_t ValueMeter::mostKept(const Needs &needs) const
{
    const bool isTrying = d->keeping == Private::Keeping::Trying && !needs.rounded;
    return needs.product ? (isTrying ? 2 : 1) : 0;
}

struct ChangeMeter::Private
{
    at::Tensor last;
    at::Tensor before;
    bool stored = false;
    bool comparable = false;
    double squares = 0;
};

ChangeMeter::ChangeMeter() : d(std::make_unique<Private>()) {}

ChangeMeter::~ChangeMeter() = default;

std::optional<Measurement> ChangeMeter::measure(const at::Tensor &tensor, const Needs &needs)
{
    const at::NoGradGuard noGradients;
    const at::Tensor now = asDense(tensor);
    if (!d->stored || !sameLayout(d->last, now)) {
        if (!sameLayout(d->last, now)) {
            d->last = at::empty_like(now);
            d->before = at::empty_like(now); // nothing is compared with it until it is written
        }
        d->last.copy_(now);
        d->stored = true;
        d->comparable = false;
        return {};
    }
    Sums sums;
    if (needs.rounded) {
        sums = roundedSums(now.sub(d->last), d->last.sub(d->before));
        sums.baseSquares = needs.base ? roundedSums(d->last, {}).squares : 0;
        d->before.copy_(now);
    } else {
        sums = ofValues([&](const auto *x, const auto *last, auto *before) { return measureStep(x, last, before, sizeOf(now), needs.base); },
                        now, d->last, d->before);
    }
    std::swap(d->last, d->before);
    Measurement found;
    found.tensor = needs.tensor ? &tensor : nullptr;
    found.size = sizeOf(now);
    found.squares = sums.squares;
    found.previousSquares = d->squares;
    if (d->comparable)
        found.product = sums.product;
    found.baseSquares = sums.baseSquares;
    d->squares = sums.squares;
    d->comparable = std::isfinite(sums.squares);
    return found;
}

void ChangeMeter::restart()
{
    d->stored = false;
}

void ChangeMeter::release()
{
    restart();
    d->last.reset();
    d->before.reset();
}

namespace {

class HostOutputMeter final : public OutputMeter
{
public:
    void push(const at::Tensor &output, bool training, const OutputNeeds &needs) override
    {
        m_found = measure(output, needs);
        m_found.training = training;
        m_isFull = true;
    }

    std::size_t waiting() const override { return m_isFull ? 1 : 0; }
    std::span<const OutputMeasurement> take() override { return {&m_found, std::exchange(m_isFull, false) ? 1u : 0u}; }

private:
    OutputMeasurement measure(const at::Tensor &output, const OutputNeeds &needs);

    OutputMeasurement m_found;
    bool m_isFull = false;
    std::vector<double> m_squares;
    std::vector<std::uint8_t> m_alive;
    std::vector<std::uint8_t> m_free;
};

OutputMeasurement HostOutputMeter::measure(const at::Tensor &output, const OutputNeeds &needs)
{
    OutputMeasurement found = sizesOf(output, needs);
    found.output = needs.tensor ? &output : nullptr;
    if (needs.peaked) {
        const at::NoGradGuard noGradients;
        found.peakedRows = static_cast<std::size_t>(peakedRowsOf(output, needs).item<std::int64_t>());
    }
    if (!needs.norm && !needs.active && !needs.saturated)
        return found;
    const std::size_t samples = found.size / found.sampleSize;

    const bool channelsInside = output.dim() > 2 && !needs.channelLast && !output.is_contiguous()
                             && (output.is_contiguous(at::MemoryFormat::ChannelsLast)
                                 || output.is_contiguous(at::MemoryFormat::ChannelsLast3d));
    const at::Tensor values = channelsInside ? asDense(output) : asContiguous(output);
    OutputMarks marks;
    if (needs.norm) {
        m_squares.resize(samples);
        marks.sampleSquares = m_squares.data();
    }
    if (needs.active) {
        m_alive.assign(found.channels, 0);
        marks.alive = m_alive.data();
        marks.eps = needs.eps;
    }
    if (needs.saturated) {
        m_free.assign(found.channels, 0);
        marks.free = m_free.data();
        marks.low = needs.low;
        marks.high = needs.high;
    }
    const OutputCounts counts = ofValues(
        [&](const auto *x) {
            return measureOutput(x, samples, found.channels, found.sampleSize / found.channels, channelsInside || needs.channelLast,
                                 marks);
        },
        values);
    found.active = static_cast<std::size_t>(counts.active);
    if (needs.active)
        found.deadChannels = static_cast<std::size_t>(std::count(m_alive.begin(), m_alive.end(), 0));
    if (needs.saturated) {
        found.saturated = found.size - static_cast<std::size_t>(counts.free);
        found.saturatedChannels = static_cast<std::size_t>(std::count(m_free.begin(), m_free.end(), 0));
    }
    if (needs.norm) {
        for (const double squares : m_squares)
            found.meanNorm += std::sqrt(squares);
        found.meanNorm /= static_cast<double>(samples);
    }
    return found;
}

} // namespace

OutputMeasurement sizesOf(const at::Tensor &output, const OutputNeeds &needs)
{
    OutputMeasurement found;
    found.size = sizeOf(output);
    found.sampleSize = found.size / (output.dim() ? static_cast<std::size_t>(output.size(0)) : 1);
    found.rows = found.size / (output.dim() ? static_cast<std::size_t>(output.size(-1)) : 1);
    if (output.dim() > 1)
        found.channels = static_cast<std::size_t>(output.size(needs.channelLast ? -1 : 1));
    return found;
}

std::unique_ptr<OutputMeter> makeOutputMeter(std::shared_ptr<DeviceSums> sums)
{
    if (sums)
        return std::make_unique<DeviceOutputMeter>(std::move(sums));
    return std::make_unique<HostOutputMeter>();
}

} // namespace lensboard::preprocessor
