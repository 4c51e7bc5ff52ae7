#include "core/preprocessor/device_sums.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace lensboard::preprocessor {

namespace {

/// Returns a tensor of one element, float64, on the device of \p like.
Tensor number(double value, const Tensor &like)
{
    return full({}, value, like, ElementType::Float64);
}

constexpr std::int64_t kMaxInDouble = std::int64_t{1} << 22; ///< values per copy in double

/// Returns Σab, computed in double.
Tensor dotInDouble(const Tensor &a, const Tensor &b)
{
    const std::int64_t size = a.numel();
    Tensor sum;
    for (std::int64_t first = 0; first < size; first += kMaxInDouble) {
        const auto part = [&](const Tensor &whole) { return whole.narrow(0, first, std::min(kMaxInDouble, size - first)).to(ElementType::Float64); };
        const Tensor ofA = part(a), product = ofA.dot(a.isSame(b) ? ofA : part(b));
        sum = sum.defined() ? sum + product : product;
    }
    return sum;
}

/// Returns the mean L2 norm of \p samples [N, *], computed in double.
Tensor meanNorm(const Tensor &samples)
{
    const std::int64_t count = samples.size(0), step = std::max<std::int64_t>(1, kMaxInDouble * count / std::max<std::int64_t>(1, samples.numel()));
    Tensor sum;
    for (std::int64_t first = 0; first < count; first += step) {
        const Tensor norms = samples.narrow(0, first, std::min(step, count - first)).to(ElementType::Float64).norm(1).sum();
        sum = sum.defined() ? sum + norms : norms;
    }
    return sum / static_cast<double>(count);
}

/// Appends the numbers of active values of \p units [units, *], and of units without one.
void appendActive(std::vector<Tensor> &numbers, const Tensor &units, float eps)
{
    const Tensor active = units.to(ElementType::Float32).abs() > eps;
    numbers.push_back(active.sum().to(ElementType::Float64));
    numbers.push_back(active.any(1).logical_not().sum().to(ElementType::Float64));
}

/// Appends the numbers of saturated values of \p units, and of fully saturated units.
void appendSaturated(std::vector<Tensor> &numbers, const Tensor &units, const OutputNeeds &needs)
{
    const Tensor values = units.to(wideType(units.type()));
    const Tensor saturated = (values <= needs.low).logical_or(values >= needs.high);
    numbers.push_back(saturated.sum().to(ElementType::Float64));
    numbers.push_back(saturated.all(1).sum().to(ElementType::Float64));
}

} // namespace

std::size_t DeviceSums::push(const std::vector<Tensor> &numbers)
{
    m_rows.push_back(stack(numbers));
    ++m_waiting;
    return m_size++;
}

DeviceSums::Numbers DeviceSums::take(std::size_t row)
{
    if (const std::size_t known = m_host.size(); row >= known) {
        const Tensor host = stack(m_rows).toHost().contiguous();
        m_rows.clear();
        m_host.resize(m_size);
        std::copy_n(host.data<double>(), host.numel(), m_host[known].data());
    }
    const Numbers numbers = m_host[row];
    drop(1);
    return numbers;
}

void DeviceSums::drop(std::size_t count)
{
    m_waiting -= count;
    if (m_waiting > 0)
        return;
    m_size = 0;
    m_rows.clear();
    m_host.clear();
}

std::vector<Tensor> sumsOnDevice(const Tensor &x, const Tensor &previous, const Tensor &base, const Needs &needs)
{
    const Tensor flat = x.flatten(), none = number(0, x);
    std::vector<Tensor> numbers = {dotInDouble(flat, flat), previous.defined() ? dotInDouble(flat, previous.flatten()) : none};
    if (needs.active)
        appendActive(numbers, x.dim() > 1 ? x.flatten(1) : x.reshape({-1, 1}), needs.eps);
    numbers.resize(4, none);
    const Tensor flatBase = needs.base && base.defined() ? base.flatten() : Tensor();
    numbers.push_back(flatBase.defined() ? dotInDouble(flatBase, flatBase) : none);
    numbers.resize(DeviceSums::kNumbers, none);
    return numbers;
}

std::vector<Tensor> sumsOnDevice(const Tensor &output, bool training, const OutputNeeds &needs)
{
    const Tensor samples = output.reshape({output.dim() > 0 ? output.size(0) : 1, -1}), none = number(0, output);
    std::vector<Tensor> numbers;
    numbers.push_back(needs.norm ? meanNorm(samples) : none);
    const Tensor units = output.dim() > 1 ? output.movedim(needs.isChannelLast() ? -1 : 1, 0).flatten(1) : output.reshape({1, -1});
    if (needs.active)
        appendActive(numbers, units, needs.eps);
    numbers.resize(3, none);
    if (needs.saturated)
        appendSaturated(numbers, units, needs);
    numbers.resize(5, none);
    numbers.push_back(needs.peaked ? peakedRowsOf(output, needs).to(ElementType::Float64) : none);
    numbers.push_back(number(training, output));
    return numbers;
}

Tensor peakedRowsOf(const Tensor &output, const OutputNeeds &needs)
{
    const Tensor values = output.to(wideType(output.type()));
    const double least = std::numeric_limits<float>::min(); // so that 0 ln 0 is 0
    const Tensor logs = needs.ofLogs ? values.clamp_min(std::log(least)) : values.clamp_min(least).log();
    const Tensor entropies = -((needs.ofLogs ? logs.exp() : values) * logs).sum(std::int64_t{-1});
    const double greatest = values.dim() > 0 ? std::log(static_cast<double>(values.size(-1))) : 0;
    return (entropies < needs.entropy * greatest).sum();
}

} // namespace lensboard::preprocessor
