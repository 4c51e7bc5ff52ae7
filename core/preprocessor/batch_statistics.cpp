#include "core/preprocessor/batch_statistics.h"

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

/// Merges \p count values into \p aggregate: \p ones of them are 1, the others 0.
void mergeShare(stats::Aggregate &aggregate, double ones, double count)
{
    const double share = ones / count;
    merge(aggregate, {count, 0, share, ones * (1 - share), ones < count ? 0.0 : 1.0, ones > 0 ? 1.0 : 0.0});
}

/// Returns statistics of the finite values; element 1 is the number of the others.
Tensor rowOf(const Tensor &values)
{
    constexpr double kNone = std::numeric_limits<double>::infinity();
    const Tensor finite = values.isfinite(), others = finite.logical_not(), count = finite.sum().to(ElementType::Float64);
    const Tensor mean = values.masked_fill(others, 0).sum(ElementType::Float64) / count;
    const Tensor squares = (values - mean.to(values.type())).square().masked_fill(others, 0).sum(ElementType::Float64);
    return stack({count, others.sum().to(ElementType::Float64), mean, squares, values.masked_fill(others, kNone).min().to(ElementType::Float64),
                  values.masked_fill(others, -kNone).max().to(ElementType::Float64)});
}

} // namespace

BatchStatistics::BatchStatistics(std::int64_t classes)
    : m_finite(kRunning), m_notFinite(kRunning), m_classes(static_cast<std::size_t>(classes) + 1, stats::Aggregate(kRunning))
{}

void BatchStatistics::addNumbers(const Tensor &numbers)
{
    constexpr std::size_t kMaxWaiting = 16384;
    if (!numbers.defined() || !numbers.layout().isStrided || isComplex(numbers.type()) || numbers.numel() == 0)
        return;
    const Tensor values = numbers.detach();
    if (!m_waiting.empty() && (m_waiting.size() >= kMaxWaiting || m_waiting.front().device() != values.device()))
        take();
    m_waiting.push_back(rowOf(values.to(wideType(values.type()))));
}

void BatchStatistics::addClasses(const Tensor &classes)
{
    const auto others = static_cast<std::int64_t>(m_classes.size()) - 1, none = others + 1;
    if (m_counts.defined() && m_counts.device() != classes.device())
        take();
    if (!m_counts.defined())
        m_counts = full({none + 1}, 0, classes.detach(), ElementType::Int64);
    const Tensor at = classes.detach().flatten().to(ElementType::Int64).clamp(-1, static_cast<double>(others));
    const Tensor places = at.masked_fill(at < 0, static_cast<double>(none)).to(ElementType::Int64);
    m_counts.scatter_add_(0, places, ones_like(places));
}

void BatchStatistics::take()
{
    if (!m_waiting.empty()) {
        const Tensor rows = stack(m_waiting).toHost().contiguous();
        m_waiting.clear();
        const auto columns = static_cast<std::size_t>(rows.size(1));
        const std::span found(rows.data<const double>(), static_cast<std::size_t>(rows.numel()));
        for (std::size_t row = 0; row < found.size(); row += columns) {
            const double count = found[row], notFinite = found[row + 1];
            mergeShare(m_notFinite, notFinite, count + notFinite);
            if (count > 0)
                merge(m_finite, {count, 0, found[row + 2], found[row + 3], found[row + 4], found[row + 5]});
        }
    }
    if (m_counts.defined()) {
        const Tensor counts = m_counts.toHost();
        m_counts.reset();
        const std::span found(counts.data<const std::int64_t>(), m_classes.size());
        double all = 0;
        for (const std::int64_t count : found)
            all += static_cast<double>(count);
        for (std::size_t i = 0; all > 0 && i < m_classes.size(); ++i)
            mergeShare(m_classes[i], static_cast<double>(found[i]), all);
    }
}

void BatchStatistics::clear()
{
    m_waiting.clear();
    m_counts.reset();
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
