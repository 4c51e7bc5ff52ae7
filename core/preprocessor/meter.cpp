#include "core/preprocessor/meter.h"

#include "core/preprocessor/device_meter.h"
#include "core/preprocessor/fused_kernels.h"
#include "core/preprocessor/tensor_access.h"
#include "core/tensor/tensor_list.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <utility>
#include <vector>

namespace lensboard::preprocessor {

namespace {

/// Copy of the values of a host tensor, in its memory layout.
class KeptCopy
{
public:
    bool isLike(const Tensor &tensor) const
    {
        return m_size > 0 && m_type == tensor.type() && m_sizes == tensor.sizes() && m_strides == tensor.strides();
    }
    void makeLike(const Tensor &tensor)
    {
        if (isLike(tensor))
            return;
        m_type = tensor.type();
        m_sizes = tensor.sizes();
        m_strides = tensor.strides();
        m_size = tensor.nbytes();
        m_bytes = std::make_unique_for_overwrite<std::byte[]>(m_size);
    }
    void take(const Tensor &tensor)
    {
        makeLike(tensor);
        std::memcpy(m_bytes.get(), tensor.layout().data, m_size);
    }
    void reset() { *this = {}; }
    const void *bytes() const { return m_bytes.get(); }
    template <typename T> T *data() { return reinterpret_cast<T *>(m_bytes.get()); }

private:
    ElementType m_type = ElementType::Other;
    Shape m_sizes, m_strides;
    std::size_t m_size = 0; ///< in bytes
    std::unique_ptr<std::byte[]> m_bytes;
};

std::size_t sizeOf(const Tensor &tensor)
{
    return static_cast<std::size_t>(tensor.numel());
}

/// Calls \p kernel with pointers to the values of tensors with equal layouts, in their own precision.
template <typename Kernel, typename... More>
auto ofValues(Kernel kernel, const Tensor &x, More &...more)
{
    if (x.type() == ElementType::Float64)
        return kernel(x.data<double>(), more.template data<double>()...);
    return kernel(x.data<float>(), more.template data<float>()...);
}

Sums measured(const Tensor &x, const RowMarks *rows)
{
    return ofValues([&](const auto *values) { return measure(values, sizeOf(x), rows); }, x);
}

/// Computes squares and product as PyTorch does, in the precision of the tensors.
Sums roundedSums(const Tensor &x, const Tensor &y)
{
    const Tensor flat = x.flatten();
    const double norm = flat.norm().item();
    return {.squares = norm * norm, .product = y.defined() ? flat.dot(y.flatten()).item() : 0};
}

bool sameLayout(const Tensor &a, const Tensor &b)
{
    return a.defined() && a.type() == b.type() && a.sizes() == b.sizes() && a.strides() == b.strides();
}

/// Returns true if rows along the first dimension are contiguous in memory.
bool rowsAreWhole(const Tensor &dense)
{
    return dense.dim() < 2 || dense.isContiguous() || dense.strides().front() * dense.size(0) == dense.numel();
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

void HostMeter::push(const Tensor &tensor, const Needs &needs, const Tensor &scale)
{
    m_unscaled = scale.defined() ? unscaled({tensor}, scale).front() : Tensor();
    const std::optional<Measurement> found = measure(scale.defined() ? m_unscaled : tensor, needs);
    m_isFull = found.has_value();
    m_found = found.value_or(Measurement{});
}

struct ValueMeter::Private
{
    enum class Keeping { Trying, ByReference, ByCopy };

    Keeping keeping = Keeping::Trying;
    KeptCopy copy;    ///< of the previous tensor, unless it is kept by reference
    Tensor reference; ///< the previous tensor itself
    std::int64_t version = 0; ///< version counter of the reference at that time
    double squares = 0;       ///< of the previous tensor
    bool comparable = false;
    Tensor whole; ///< the previous tensor, for sums by PyTorch
    std::vector<std::uint8_t> alive;

    void refer(const Tensor &now)
    {
        reference = now.requiresGrad() ? now.detach() : now;
        version = reference.version();
    }

    /// Returns true if the kept tensor is unchanged and has other memory than \p now.
    bool leftAlone(const Tensor &now) const
    {
        return sameLayout(reference, now) && reference.layout().data != now.layout().data
            && std::memcmp(reference.layout().data, copy.bytes(), now.nbytes()) == 0;
    }

    void settle(const Tensor &now)
    {
        if (keeping != Keeping::Trying || !reference.defined() || !copy.isLike(now))
            return;
        keeping = leftAlone(now) ? Keeping::ByReference : Keeping::ByCopy;
        if (keeping == Keeping::ByReference)
            copy.reset();
        else
            reference.reset();
    }

    Sums sumsByReference(const Tensor &now, const RowMarks *rows, bool &hasProduct)
    {
        const bool sameMemory = reference.defined() && reference.layout().data == now.layout().data;
        Sums sums;
        if (comparable && sameLayout(reference, now) && !sameMemory) {
            sums = ofValues([&](const auto *x, const auto *previous) { return measureBoth(x, previous, sizeOf(now), rows); }, now,
                            reference);
            hasProduct = sums.previousSquares == squares && reference.version() == version;
        } else {
            sums = measured(now, rows);
            hasProduct = false;
        }
        if (comparable && sameLayout(reference, now) && !hasProduct) { // changed in place: copy from now on
            keeping = Keeping::ByCopy;
            reference.reset();
            copy.take(now);
        } else {
            refer(now);
        }
        return sums;
    }

    Sums sumsByCopy(const Tensor &now, const RowMarks *rows, bool rounded, bool &hasProduct)
    {
        const bool fits = copy.isLike(now);
        if (!fits) {
            copy.take(now); // without a comparison
            whole.reset();
        }
        hasProduct = comparable && fits && (!rounded || whole.defined());
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

    Sums measureAndKeepAs(const Tensor &now, const RowMarks *rows, bool rounded)
    {
        if (!rounded) {
            whole.reset();
            return ofValues([&](const auto *x, auto *previous) { return measureAndKeep(x, previous, sizeOf(now), rows); }, now, copy);
        }
        Sums sums = roundedSums(now, whole);
        sums.active = rows ? measured(now, rows).active : 0;
        copy.take(now);
        whole = now.detach().clone();
        return sums;
    }
};

ValueMeter::ValueMeter() : d(std::make_unique<Private>()) {}

ValueMeter::~ValueMeter() = default;

std::optional<Measurement> ValueMeter::measure(const Tensor &tensor, const Needs &needs)
{
    Measurement found;
    found.tensor = needs.tensor ? &tensor : nullptr;
    found.size = sizeOf(tensor);
    if (!needs.squares && !needs.product && !needs.active)
        return found;

    const Tensor dense = tensor.dim() > 1 && needs.active && !rowsAreWhole(tensor) ? asContiguous(tensor)
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
        d->reference = d->reference.current(); // the training may have moved it to other memory
        d->settle(dense);
        if (d->keeping == Private::Keeping::ByReference && !needs.rounded) {
            sums = d->sumsByReference(dense, marks, hasProduct);
        } else {
            sums = d->sumsByCopy(dense, marks, needs.rounded, hasProduct);
            if (d->keeping == Private::Keeping::Trying && !needs.rounded && dense.isSame(tensor))
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
    d->whole.reset();
}

/// Until one way of keeping is chosen, a tensor is kept by reference and as a copy.
std::size_t ValueMeter::maxKept(const Needs &needs) const
{
    const bool isTrying = d->keeping == Private::Keeping::Trying && !needs.rounded;
    return needs.product ? (isTrying ? 2 : 1) : 0;
}

struct ChangeMeter::Private
{
    KeptCopy last;
    KeptCopy before;
    Tensor lastTensor, beforeTensor; ///< the same, for sums by PyTorch
    bool stored = false;
    bool comparable = false;
    double squares = 0;
};

ChangeMeter::ChangeMeter() : d(std::make_unique<Private>()) {}

ChangeMeter::~ChangeMeter() = default;

std::optional<Measurement> ChangeMeter::measure(const Tensor &tensor, const Needs &needs)
{
    const Tensor now = asDense(tensor);
    if (!d->stored || !d->last.isLike(now) || (needs.rounded && !d->lastTensor.defined())) {
        d->before.makeLike(now); // written before the first comparison
        d->last.take(now);
        d->lastTensor = needs.rounded ? now.detach().clone() : Tensor();
        d->beforeTensor = d->lastTensor;
        d->stored = true;
        d->comparable = false;
        return {};
    }
    Sums sums;
    if (needs.rounded) {
        sums = roundedSums(now - d->lastTensor, d->lastTensor - d->beforeTensor);
        sums.baseSquares = needs.base ? roundedSums(d->lastTensor, {}).squares : 0;
        d->before.take(now);
        d->beforeTensor = std::exchange(d->lastTensor, now.detach().clone());
    } else {
        d->lastTensor.reset();
        d->beforeTensor.reset();
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
    d->lastTensor.reset();
    d->beforeTensor.reset();
}

namespace {

class HostOutputMeter final : public OutputMeter
{
public:
    void push(const Tensor &output, bool training, const OutputNeeds &needs) override
    {
        m_found = measure(output, needs);
        m_found.training = training;
        m_isFull = true;
    }

    std::size_t waiting() const override { return m_isFull ? 1 : 0; }
    std::span<const OutputMeasurement> take() override { return {&m_found, std::exchange(m_isFull, false) ? 1u : 0u}; }

private:
    OutputMeasurement measure(const Tensor &output, const OutputNeeds &needs);

    OutputMeasurement m_found;
    bool m_isFull = false;
    std::vector<double> m_squares;
    std::vector<std::uint8_t> m_alive;
    std::vector<std::uint8_t> m_free;
};

OutputMeasurement HostOutputMeter::measure(const Tensor &output, const OutputNeeds &needs)
{
    OutputMeasurement found = sizesOf(output, needs);
    found.output = needs.tensor ? &output : nullptr;
    if (needs.peaked) {
        found.peakedRows = static_cast<std::size_t>(peakedRowsOf(output, needs).item());
    }
    if (!needs.norm && !needs.active && !needs.saturated)
        return found;
    const std::size_t samples = found.size / found.sampleSize;

    const bool channelsInside = !needs.isChannelLast() && !output.isContiguous() && output.isChannelsLast();
    const Tensor values = channelsInside ? asDense(output) : asContiguous(output);
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
            return measureOutput(x, samples, found.channels, found.sampleSize / found.channels, channelsInside || needs.isChannelLast(),
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

OutputMeasurement sizesOf(const Tensor &output, const OutputNeeds &needs)
{
    OutputMeasurement found;
    found.size = sizeOf(output);
    found.sampleSize = found.size / (output.dim() ? static_cast<std::size_t>(output.size(0)) : 1);
    found.rows = found.size / (output.dim() ? static_cast<std::size_t>(output.size(-1)) : 1);
    if (output.dim() > 1)
        found.channels = static_cast<std::size_t>(output.size(needs.isChannelLast() ? -1 : 1));
    return found;
}

std::unique_ptr<OutputMeter> makeOutputMeter(std::shared_ptr<DeviceSums> sums)
{
    if (sums)
        return std::make_unique<DeviceOutputMeter>(std::move(sums));
    return std::make_unique<HostOutputMeter>();
}

} // namespace lensboard::preprocessor
