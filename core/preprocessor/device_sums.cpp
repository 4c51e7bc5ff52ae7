#include "core/preprocessor/device_sums.h"

#include <ATen/TensorOperators.h>
#include <ATen/core/Tensor.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/dot.h>
#include <ATen/ops/empty.h>
#include <ATen/ops/full.h>
#include <ATen/ops/linalg_vector_norm.h>
#include <ATen/ops/stack.h>
#include <c10/core/InferenceMode.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lensboard::preprocessor {

namespace {

at::Tensor number(double value, const at::Tensor &like)
{
    return at::full({}, value, like.options().dtype(at::kDouble));
}

/// Active values of \p units [units, *], and units without one.
void appendActive(std::vector<at::Tensor> &numbers, const at::Tensor &units, float eps)
{
    const at::Tensor active = units.to(at::kFloat).abs().gt(eps);
    numbers.push_back(active.sum().to(at::kDouble));
    numbers.push_back(active.any(1).logical_not().sum().to(at::kDouble));
}

/// Saturated values of \p units, and units of nothing but such.
void appendSaturated(std::vector<at::Tensor> &numbers, const at::Tensor &units, const OutputNeeds &needs)
{
    const at::Tensor values = units.scalar_type() == at::kDouble ? units : units.to(at::kFloat);
    const at::Tensor saturated = values.le(needs.low).logical_or_(values.ge(needs.high));
    numbers.push_back(saturated.sum().to(at::kDouble));
    numbers.push_back(saturated.all(1).sum().to(at::kDouble));
}

} // namespace

DeviceSums::DeviceSums() : m_rows(std::make_unique<at::Tensor>()) {}

DeviceSums::~DeviceSums() = default;

std::size_t DeviceSums::push(const std::vector<at::Tensor> &numbers)
{
    constexpr std::int64_t kFewest = 1024;
    const c10::InferenceMode training(false); // else a table made in a validation could not be written to afterwards
    const at::NoGradGuard noGradients;
    const auto row = static_cast<std::int64_t>(m_size);
    if (const std::int64_t room = m_rows->defined() ? m_rows->size(0) : 0; row == room) {
        const at::Tensor larger = at::empty({std::max(kFewest, 2 * room), kNumbers}, numbers.front().options().requires_grad(false));
        if (room > 0)
            larger.narrow(0, 0, room).copy_(*m_rows);
        *m_rows = larger;
    }
    m_rows->select(0, row).copy_(at::stack(numbers));
    ++m_waiting;
    return m_size++;
}

DeviceSums::Numbers DeviceSums::take(std::size_t row)
{
    if (const std::size_t known = m_host.size(); row >= known) {
        const auto count = static_cast<std::int64_t>(m_size - known);
        const at::Tensor host = m_rows->narrow(0, static_cast<std::int64_t>(known), count).to(at::kCPU).contiguous();
        m_host.resize(m_size);
        std::copy_n(host.data_ptr<double>(), host.numel(), m_host[known].data());
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
    m_host.clear();
}

std::vector<at::Tensor> sumsOnDevice(const at::Tensor &x, const at::Tensor &previous, const at::Tensor &base, const Needs &needs)
{
    const auto product = [](const at::Tensor &a, const at::Tensor &b) { return at::dot(a, b.flatten().to(at::kDouble)); };
    const at::Tensor flat = x.flatten().to(at::kDouble), none = number(0, x);
    std::vector<at::Tensor> numbers = {at::dot(flat, flat), previous.defined() ? product(flat, previous) : none};
    if (needs.active)
        appendActive(numbers, x.dim() > 1 ? x.flatten(1) : x.reshape({-1, 1}), needs.eps);
    numbers.resize(4, none);
    numbers.push_back(needs.base && base.defined() ? product(base.flatten().to(at::kDouble), base) : none);
    numbers.resize(DeviceSums::kNumbers, none);
    return numbers;
}

std::vector<at::Tensor> sumsOnDevice(const at::Tensor &output, bool training, const OutputNeeds &needs)
{
    const at::Tensor samples = output.reshape({output.dim() ? output.size(0) : 1, -1}), none = number(0, output);
    std::vector<at::Tensor> numbers;
    numbers.push_back(needs.norm ? at::linalg_vector_norm(samples.to(at::kDouble), 2, 1).mean() : none);
    const at::Tensor units = output.dim() > 1 ? output.movedim(needs.channelLast ? -1 : 1, 0).flatten(1) : output.reshape({1, -1});
    if (needs.active)
        appendActive(numbers, units, needs.eps);
    numbers.resize(3, none);
    if (needs.saturated)
        appendSaturated(numbers, units, needs);
    numbers.resize(5, none);
    numbers.push_back(needs.peaked ? peakedRowsOf(output, needs).to(at::kDouble) : none);
    numbers.push_back(number(training, output));
    return numbers;
}

at::Tensor peakedRowsOf(const at::Tensor &output, const OutputNeeds &needs)
{
    const at::Tensor values = output.scalar_type() == at::kDouble ? output : output.to(at::kFloat);
    const double least = std::numeric_limits<float>::min(); // 0 ln 0 is 0
    const at::Tensor logs = needs.ofLogs ? values.clamp_min(std::log(least)) : values.clamp_min(least).log();
    const at::Tensor entropies = (needs.ofLogs ? logs.exp() : values).mul(logs).sum(-1).neg();
    const double greatest = values.dim() ? std::log(static_cast<double>(values.size(-1))) : 0;
    return entropies.lt(needs.entropy * greatest).sum();
}

} // namespace lensboard::preprocessor
