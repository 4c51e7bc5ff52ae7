#include "core/preprocessor/moments_preprocessor.h"

#include "core/preprocessor/tensor_access.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace lensboard::preprocessor {

namespace {

constexpr std::size_t kMaxWaiting = 65'536; ///< results on a device

Tensor wide(const Tensor &tensor)
{
    return isMeasurable(tensor) ? tensor.detach().to(wideType(tensor.type())) : Tensor();
}

/// Returns the value that is shown for a mean.
double shown(MomentsPreprocessor::Quantity quantity, double mean)
{
    const bool isOfSquares = quantity == MomentsPreprocessor::FirstMoment || quantity == MomentsPreprocessor::SecondMoment
                             || quantity == MomentsPreprocessor::Update;
    return isOfSquares ? std::sqrt(mean) : mean;
}

} // namespace

MomentsPreprocessor::Means MomentsPreprocessor::meansOf(const hook::OptimizerMoments &moments)
{
    const Tensor g = wide(moments.gradient), m = wide(moments.first), v = wide(moments.second), divisor = wide(moments.divisor);
    Means means;
    if (m.defined())
        means[FirstMoment] = (m * moments.firstScale).square().mean();
    if (v.defined())
        means[SecondMoment] = (v * moments.secondScale).mean();
    if (g.defined() && v.defined()) {
        const double least = std::max(moments.epsilon * moments.epsilon, 1e-37); // a v of 0 divides no gradient but 0
        means[GradientRatio] = (g.square() / (v * moments.secondScale).clamp_min(least)).mean();
    }
    if (!moments.isStepKnown || (moments.divisor.defined() && !divisor.defined()))
        return means;
    const Tensor root = divisor.defined() ? (divisor * moments.secondScale).sqrt() + moments.epsilon : Tensor();
    const Tensor like = root.defined() ? root : m;
    means[EffectiveStep] = root.defined() ? (full_like(root, moments.rate) / root).mean() : full({}, moments.rate, like);
    if (moments.gradientShare != 0 && !g.defined())
        return means;
    Tensor direction = moments.firstShare != 0 ? m * moments.firstShare : Tensor();
    if (moments.gradientShare != 0)
        direction = direction.defined() ? direction + g * moments.gradientShare : g * moments.gradientShare;
    if (root.defined() && !moments.isFirstDivided)
        direction = direction / root;
    means[Update] = (direction * moments.rate).square().mean();
    return means;
}

void MomentsPreprocessor::add(Slot slot, Quantity quantity, double mean)
{
    m_slots[slot][quantity].add(shown(quantity, mean));
}

void MomentsPreprocessor::process(Slot slot, const hook::OptimizerMoments &moments)
{
    const Means means = meansOf(moments);
    for (std::size_t i = 0; i < kQuantities; ++i) {
        const auto quantity = static_cast<Quantity>(i);
        if (!means[i].defined())
            continue;
        if (means[i].isOnHost()) {
            add(slot, quantity, means[i].item());
        } else {
            m_waiting.push_back({slot, quantity});
            m_means.push_back(means[i].to(ElementType::Float64));
        }
    }
    if (m_waiting.size() >= kMaxWaiting)
        take();
}

void MomentsPreprocessor::take()
{
    const std::vector<double> read = readTogether(std::exchange(m_means, {}));
    for (std::size_t i = 0; const auto &[slot, quantity] : std::exchange(m_waiting, {}))
        add(slot, quantity, read[i++]);
}

Slot MomentsPreprocessor::addLayer()
{
    m_slots.emplace_back(kQuantities, stats::Aggregate(m_mode));
    return m_slots.size() - 1;
}

void MomentsPreprocessor::endTick()
{
    m_waiting.clear();
    m_means.clear();
    forEachAggregate([](stats::Aggregate &values) { values.clear(); });
}

void MomentsPreprocessor::forEachAggregate(const std::function<void(stats::Aggregate &)> &use)
{
    for (auto &slot : m_slots)
        std::ranges::for_each(slot, use);
}

} // namespace lensboard::preprocessor
