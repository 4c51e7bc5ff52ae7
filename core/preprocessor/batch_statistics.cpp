#include "core/preprocessor/batch_statistics.h"

#include <ATen/TensorOperators.h>
#include <ATen/core/Tensor.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/isfinite.h>
#include <ATen/ops/ones_like.h>
#include <ATen/ops/stack.h>
#include <ATen/ops/where.h>
#include <ATen/ops/zeros.h>

#include <limits>
#include <span>

namespace lensboard::preprocessor {

namespace {

using Numbers = stats::RunningStats::Numbers;

constexpr auto kRunning = stats::Aggregate::Mode::Running;

void merge(stats::Aggregate &aggregate, const Numbers &numbers)
{
    std::span<const double> rest = numbers;
    aggregate.merge(rest);
}

/// \p ones values of \p count are 1, the others 0.
void mergeShare(stats::Aggregate &aggregate, double ones, double count)
{
    const double share = ones / count;
    merge(aggregate, {count, 0, share, ones * (1 - share), ones < count ? 0.0 : 1.0, ones > 0 ? 1.0 : 0.0});
}

/// Numbers of the finite values, in the second place how many are not.
at::Tensor rowOf(const at::Tensor &values)
{
    constexpr double kNone = std::numeric_limits<double>::infinity();
    const at::Tensor finite = values.isfinite(), count = finite.sum().to(at::kDouble);
    const at::Tensor mean = values.masked_fill(finite.logical_not(), 0).sum(at::kDouble) / count;
    const at::Tensor squares = (values - mean.to(values.scalar_type())).square().masked_fill(finite.logical_not(), 0).sum(at::kDouble);
    return at::stack({count, finite.numel() - count, mean, squares, values.masked_fill(finite.logical_not(), kNone).min().to(at::kDouble),
                      values.masked_fill(finite.logical_not(), -kNone).max().to(at::kDouble)});
}

} // namespace

BatchStatistics::BatchStatistics(std::int64_t classes)
    : m_counts(std::make_unique<at::Tensor>()), m_finite(kRunning), m_notFinite(kRunning),
      m_classes(static_cast<std::size_t>(classes) + 1, stats::Aggregate(kRunning))
{}

BatchStatistics::~BatchStatistics() = default;

void BatchStatistics::addNumbers(const at::Tensor &numbers)
{
    constexpr std::size_t kMostWaiting = 16384;
    if (!numbers.defined() || numbers.layout() != at::kStrided || numbers.is_complex() || numbers.numel() == 0)
        return;
    const at::NoGradGuard noGradients;
    const at::Tensor values = numbers.detach();
    if (!m_waiting.empty() && (m_waiting.size() >= kMostWaiting || m_waiting.front().device() != values.device()))
        take();
    m_waiting.push_back(rowOf(values.scalar_type() == at::kDouble ? values : values.to(at::kFloat)));
}

void BatchStatistics::addClasses(const at::Tensor &classes)
{
    const at::NoGradGuard noGradients;
    const auto others = static_cast<std::int64_t>(m_classes.size()) - 1, none = others + 1;
    if (m_counts->defined() && m_counts->device() != classes.device())
        take();
    if (!m_counts->defined())
        *m_counts = at::zeros({none + 1}, classes.options().dtype(at::kLong).requires_grad(false));
    const at::Tensor at = classes.detach().flatten().to(at::kLong).clamp(-1, others);
    const at::Tensor places = at.masked_fill(at.lt(0), none);
    m_counts->scatter_add_(0, places, at::ones_like(places));
}

void BatchStatistics::take()
{
    if (!m_waiting.empty()) {
        const at::Tensor rows = at::stack(m_waiting).to(at::kCPU);
        m_waiting.clear();
        const auto found = rows.accessor<double, 2>();
        for (std::int64_t row = 0; row < rows.size(0); ++row) {
            const double count = found[row][0], notFinite = found[row][1];
            mergeShare(m_notFinite, notFinite, count + notFinite);
            if (count > 0)
                merge(m_finite, {count, 0, found[row][2], found[row][3], found[row][4], found[row][5]});
        }
    }
    if (m_counts->defined()) {
        const at::Tensor counts = m_counts->to(at::kCPU);
        m_counts->reset();
        const auto found = counts.accessor<std::int64_t, 1>();
        double all = 0;
        for (std::size_t i = 0; i < m_classes.size(); ++i)
            all += static_cast<double>(found[static_cast<std::int64_t>(i)]);
        for (std::size_t i = 0; all > 0 && i < m_classes.size(); ++i)
            mergeShare(m_classes[i], static_cast<double>(found[static_cast<std::int64_t>(i)]), all);
    }
}

void BatchStatistics::clear()
{
    m_waiting.clear();
    m_counts->reset();
    forEachAggregate([](stats::Aggregate &aggregate) { aggregate.clear(); });
}

void BatchStatistics::forEachAggregate(const std::function<void(stats::Aggregate &)> &use)
{
    use(m_finite);
    use(m_notFinite);
    for (stats::Aggregate &each : m_classes)
        use(each);
}

} // namespace lensboard::preprocessor
