#include "core/preprocessor/moment_batch.h"

#include "core/preprocessor/tensor_access.h"
#include "core/tensor/tensor_list.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <tuple>
#include <utility>

namespace lensboard::preprocessor {

using hook::OptimizerMoments;
using Tensors = std::vector<Tensor>;

namespace {

/// Returns Other for an undefined tensor.
ElementType typeOf(const Tensor &tensor)
{
    return tensor.defined() ? tensor.type() : ElementType::Other;
}

/// Returns a moment that is defined; undefined if there is none.
const Tensor &anyOf(const OptimizerMoments &moments)
{
    return moments.first.defined() ? moments.first : moments.second;
}

/// Returns the properties that moments must share to be measured together.
auto kindOf(const OptimizerMoments &moments)
{
    return std::tuple(anyOf(moments).device(), typeOf(moments.gradient), typeOf(moments.first), typeOf(moments.second), typeOf(moments.divisor),
                      moments.step.defined(), moments.firstDecay, moments.secondDecay, moments.secondScale, moments.isFirstDivided, moments.isStepKnown,
                      moments.epsilon, moments.gradientShare, moments.firstShare);
}

/// Returns 1 / (1 - decay^step) for each step.
///
/// Shape:  [count], float64
Tensor biasCorrections(const Tensor &steps, double decay)
{
    if (decay >= 1)
        return ones_like(steps);
    const Tensor rest = -(steps * std::log(decay)).exp() + 1;
    return ones_like(rest) / rest;
}

} // namespace

/// Moments of one kind.
class MomentBatch::Alike
{
public:
    explicit Alike(std::span<const Waiting> alike) : all(alike), common(alike.front().moments)
    {
        Tensors given;
        if (common.step.defined())
            for (const Waiting &each : all)
                given.push_back(each.moments.step.reshape({}));
        if (!given.empty())
            steps = stack(given).to(ElementType::Float64).clamp_min(1);
    }

    Tensors list(Tensor OptimizerMoments::*member) const
    {
        Tensors tensors;
        for (const Waiting &each : all)
            tensors.push_back(each.moments.*member);
        return tensors;
    }

    /// Applies the corrections that are only known on the device.
    Tensor corrected(const Tensor &numbers, double decay) const { return steps.defined() ? numbers * biasCorrections(steps, decay) : numbers; }

    /// Appends second moments or their like, and the factors that correct them on the device, if there are any.
    void appendTo(TensorLists &lists, Tensor OptimizerMoments::*member) const
    {
        lists.push_back(list(member));
        if (!steps.defined())
            return;
        const Tensor factors = biasCorrections(steps, common.secondDecay).to(wideType((common.*member).type()));
        Tensors &each = lists.emplace_back();
        for (std::size_t i = 0; i < all.size(); ++i)
            each.push_back(factors.narrow(0, static_cast<std::int64_t>(i), 1));
    }

    /// Returns the corrected list at \p place of \p parts; see appendTo().
    Tensors correctedAt(const TensorLists &parts, std::size_t place) const
    {
        if (steps.defined())
            return products(parts[place], parts[place + 1]);
        return common.secondScale == 1 ? parts[place] : products(parts[place], common.secondScale);
    }

    /// Returns the divisors of the step.
    Tensors rootsAt(const TensorLists &parts, std::size_t place) const { return sums(squareRoots(correctedAt(parts, place)), common.epsilon); }

    std::span<const Waiting> all;
    const OptimizerMoments &common; ///< of the first
    Tensor steps;                   ///< [count], float64; undefined if the corrections are known on the host
};

void MomentBatch::add(OptimizerMoments moments, Use use)
{
    const bool divides = moments.divisor.defined();
    for (Tensor *each : {&moments.gradient, &moments.first, &moments.second, &moments.divisor})
        if (!isMeasurable(*each))
            each->reset();
    if (!anyOf(moments).defined())
        return;
    const bool lacksGradient = moments.gradientShare != 0 && !moments.gradient.defined(), lacksFirst = moments.firstShare != 0 && !moments.first.defined();
    moments.isStepKnown = moments.isStepKnown && !lacksFirst && (!divides || moments.divisor.defined());
    if (lacksGradient)
        moments.gradientShare = moments.firstShare = 0;
    m_waiting.push_back({std::move(moments), std::make_shared<const Use>(std::move(use))});
}

void MomentBatch::measure()
{
    std::vector<Waiting> waiting = std::exchange(m_waiting, {});
    for (auto first = waiting.begin(); first != waiting.end();) {
        const auto rest = std::stable_partition(first, waiting.end(), [kind = kindOf(first->moments)](const Waiting &each) { return kindOf(each.moments) == kind; });
        measureAlike(Alike(std::span(first, rest)));
        first = rest;
    }
}

void MomentBatch::push(const Alike &alike, MomentsPreprocessor::Quantity quantity, int power, const Tensor &numbers, double OptimizerMoments::*factor)
{
    m_numbers.push_back(numbers);
    for (const auto &[moments, use] : alike.all) {
        const double scale = factor ? moments.*factor : 1;
        m_late.push_back({use, quantity, std::pow(scale, power) / static_cast<double>(anyOf(moments).numel()), power});
    }
}

/// Each mean follows from a norm, since the averaged values are squares or not negative.
void MomentBatch::measureAlike(const Alike &alike)
{
    const OptimizerMoments &common = alike.common;
    const auto plain = [](const TensorLists &parts) { return parts.front(); };
    if (common.first.defined())
        push(alike, MomentsPreprocessor::FirstMoment, 2, alike.corrected(norms({alike.list(&OptimizerMoments::first)}, 2, plain), common.firstDecay),
             &OptimizerMoments::firstScale);
    if (common.second.defined())
        push(alike, MomentsPreprocessor::SecondMoment, 1, alike.corrected(norms({alike.list(&OptimizerMoments::second)}, 1, plain), common.secondDecay),
             &OptimizerMoments::secondScale);
    if (common.gradient.defined() && common.second.defined()) {
        TensorLists lists{alike.list(&OptimizerMoments::gradient)};
        alike.appendTo(lists, &OptimizerMoments::second);
        const double least = std::max(common.epsilon * common.epsilon, 1e-37); // a v of 0 divides no gradient but 0
        const auto ratios = [&](const TensorLists &parts) {
            const TensorLists wide = widened(parts);
            return quotients(wide.front(), squareRoots(clampedMin(alike.correctedAt(wide, 1), least)));
        };
        push(alike, MomentsPreprocessor::GradientRatio, 2, norms(lists, 2, ratios), nullptr);
    }
    if (common.isStepKnown)
        measureSteps(alike);
}

void MomentBatch::measureSteps(const Alike &alike)
{
    const OptimizerMoments &common = alike.common;
    if (common.divisor.defined()) {
        TensorLists lists;
        alike.appendTo(lists, &OptimizerMoments::divisor);
        const auto steps = [&](const TensorLists &parts) { return reciprocals(alike.rootsAt(widened(parts), 0)); };
        push(alike, MomentsPreprocessor::EffectiveStep, 1, norms(lists, 1, steps), &OptimizerMoments::rate);
    } else {
        for (const auto &[moments, use] : alike.all)
            (*use)(MomentsPreprocessor::EffectiveStep, moments.rate);
    }
    TensorLists lists;
    std::vector<double> shares;
    for (const auto &[share, member] : {std::pair(common.firstShare, &OptimizerMoments::first), std::pair(common.gradientShare, &OptimizerMoments::gradient)})
        if (share != 0) {
            lists.push_back(alike.list(member));
            shares.push_back(share);
        }
    if (lists.empty())
        return;
    const bool divides = common.divisor.defined() && !common.isFirstDivided;
    if (divides)
        alike.appendTo(lists, &OptimizerMoments::divisor);
    const auto directions = [&](const TensorLists &parts) {
        const TensorLists wide = widened(parts);
        Tensors all = products(wide[0], shares[0]);
        if (shares.size() > 1)
            all = sums(all, products(wide[1], shares[1]));
        return divides ? quotients(all, alike.rootsAt(wide, shares.size())) : all;
    };
    push(alike, MomentsPreprocessor::Update, 2, alike.corrected(norms(lists, 2, directions), common.firstDecay), &OptimizerMoments::rate);
}

void MomentBatch::read()
{
    measure();
    const std::vector<Late> late = std::exchange(m_late, {});
    Tensors numbers = std::exchange(m_numbers, {});
    if (numbers.empty())
        return;
    for (Tensor &each : numbers)
        each = each.to(numbers.front().device()); // a model may be spread over several
    const Tensor host = cat(numbers).toHost();
    for (const double *next = host.data<double>(); const Late &each : late)
        (*each.use)(each.quantity, each.factor *std::pow(*next++, each.power));
}

} // namespace lensboard::preprocessor
