#include "core/hook/optimizer_moments.h"

#include <algorithm>
#include <cmath>

namespace lensboard::hook {

namespace {

/// Returns β, or 1 if the optimizer does not correct the bias.
double correctedDecay(const OptimizerState &state, const char *beta)
{
    const bool corrects = state.number("correct_bias", 1) != 0 && state.number("bias_correction", 1) != 0;
    return corrects ? state.number(beta, 0) : 1;
}

/// Returns 1 / (1 - β^t), or 1 if the optimizer does not correct the bias.
double biasCorrection(const OptimizerState &state, const char *beta)
{
    const double step = state.number("step", 0), decay = correctedDecay(state, beta);
    return step > 0 && decay < 1 ? 1 / (1 - std::pow(decay, step)) : 1;
}

/// Source: Kingma & Ba 2015; Loshchilov & Hutter 2019; Reddi et al. 2018 for max_exp_avg_sq.
void describeAdam(OptimizerMoments &moments, const OptimizerState &state)
{
    const Tensor greatest = state.tensor("max_exp_avg_sq");
    moments.divisor = greatest.defined() ? greatest : moments.second;
    moments.firstShare = moments.firstScale;
}

/// Source: Dozat 2016, with the momentum schedule of torch.optim.NAdam.
void describeNAdam(OptimizerMoments &moments, const OptimizerState &state)
{
    const double step = state.number("step", 1), beta = state.number("beta1", 0), decay = state.number("momentum_decay", 0);
    const double product = state.number("mu_product", 0);
    const auto momentum = [&](double at) { return beta * (1 - 0.5 * std::pow(0.96, at * decay)); };
    moments.divisor = moments.second;
    moments.gradientShare = (1 - momentum(step)) / (1 - product);
    moments.firstShare = momentum(step + 1) / (1 - product * momentum(step + 1));
}

/// Source: Liu et al. 2020. As torch.optim.RAdam, adds epsilon before it corrects the bias.
void describeRAdam(OptimizerMoments &moments, const OptimizerState &state)
{
    const double step = state.number("step", 1), beta = state.number("beta2", 0), power = std::pow(beta, step);
    const double longest = 2 / (1 - beta) - 1, length = longest - 2 * step * power / (1 - power);
    moments.firstShare = moments.firstScale;
    if (length <= 5)
        return;
    moments.divisor = moments.second;
    moments.epsilon *= std::sqrt(moments.secondScale);
    moments.rate *= std::sqrt((length - 4) * (length - 2) * longest / ((longest - 4) * (longest - 2) * length));
}

void describeSgd(OptimizerMoments &moments, const OptimizerState &state)
{
    const bool isNesterov = state.number("nesterov", 0) != 0;
    moments.gradientShare = isNesterov ? 1 : 0;
    moments.firstShare = isNesterov ? state.number("momentum", 0) : 1;
}

/// The momentum of RMSprop is a mean of quotients. Centred, it divides by the deviation of the gradient.
void describeRmsProp(OptimizerMoments &moments, const OptimizerState &state)
{
    const Tensor mean = state.tensor("grad_avg");
    moments.divisor = mean.defined() ? moments.second - mean.square() : moments.second;
    moments.isFirstDivided = moments.first.defined();
    moments.gradientShare = moments.first.defined() ? 0 : 1;
    moments.firstShare = moments.first.defined() ? 1 : 0;
}

void describeAdagrad(OptimizerMoments &moments, const OptimizerState &state)
{
    moments.divisor = moments.second;
    moments.gradientShare = 1;
    moments.rate /= 1 + (state.number("step", 1) - 1) * state.number("lr_decay", 0);
}

/// An optimizer's class.
struct Kind
{
    const char *name;
    void (*describe)(OptimizerMoments &, const OptimizerState &);
    bool needsFirst, needsSecond;
};

/// Returns a Kind without a description if the optimizer's step is unknown.
Kind kindOf(const OptimizerState &state)
{
    static constexpr Kind kKinds[] = {{"NAdam", describeNAdam, true, true},   {"RAdam", describeRAdam, true, true},
                                      {"Adam", describeAdam, true, true},     {"AdamW", describeAdam, true, true},
                                      {"SGD", describeSgd, true, false},      {"RMSprop", describeRmsProp, false, true},
                                      {"Adagrad", describeAdagrad, false, true}};
    const auto known = std::ranges::find_if(kKinds, [&](const Kind &kind) { return state.isA(kind.name); });
    return known != std::end(kKinds) ? *known : Kind{"", state.tensor("exp_avg_sq").defined() ? describeAdam : nullptr, true, true};
}

/// Returns false if the step of this optimizer is unknown.
bool describeStep(OptimizerMoments &moments, const OptimizerState &state, const Kind &kind)
{
    if (!kind.describe || (kind.needsFirst && !moments.first.defined()) || (kind.needsSecond && !moments.second.defined()))
        return false;
    moments.rate = state.number("lr", 0);
    moments.epsilon = state.number("eps", 0);
    kind.describe(moments, state);
    if (state.number("maximize", 0) != 0)
        moments.gradientShare = -moments.gradientShare; // the state is that of -g
    return true;
}

} // namespace

bool OptimizerState::isA(const std::string &kind) const
{
    return std::ranges::find(kinds, kind) != kinds.end();
}

Tensor OptimizerState::tensor(const std::string &name) const
{
    const auto found = tensors.find(name);
    return found == tensors.end() ? Tensor() : found->second;
}

double OptimizerState::number(const std::string &name, double otherwise) const
{
    if (step.defined() && name == "step")
        return step.item();
    const auto found = numbers.find(name);
    return found == numbers.end() ? otherwise : found->second;
}

const std::vector<std::string> &momentTensors()
{
    static const std::vector<std::string> kNames = {"exp_avg", "exp_avg_sq", "max_exp_avg_sq", "momentum_buffer", "square_avg", "grad_avg", "sum"};
    return kNames;
}

const std::vector<std::string> &momentNumbers()
{
    static const std::vector<std::string> kNames = {"step", "mu_product", "lr", "eps", "momentum", "nesterov", "lr_decay", "momentum_decay", "maximize",
                                                    "correct_bias", "bias_correction"};
    return kNames;
}

std::optional<OptimizerMoments> momentsOf(const OptimizerState &state)
{
    OptimizerMoments moments;
    moments.gradient = state.gradient;
    moments.first = state.tensor("exp_avg");
    moments.second = state.tensor("exp_avg_sq");
    const Kind kind = kindOf(state);
    if (state.step.defined() && kind.describe == describeAdam && moments.first.defined() && moments.second.defined()) {
        moments.step = state.step;
        moments.firstDecay = correctedDecay(state, "beta1");
        moments.secondDecay = correctedDecay(state, "beta2");
        moments.isStepKnown = describeStep(moments, state, kind);
        return moments;
    }
    if (!moments.first.defined())
        moments.first = state.tensor("momentum_buffer");
    else if (moments.second.defined() || state.isA("Adamax"))
        moments.firstScale = biasCorrection(state, "beta1");
    if (moments.second.defined())
        moments.secondScale = biasCorrection(state, "beta2");
    else
        moments.second = state.tensor("square_avg").defined() ? state.tensor("square_avg") : state.tensor("sum");
    if (!moments.first.defined() && !moments.second.defined())
        return std::nullopt;
    moments.isStepKnown = describeStep(moments, state, kind);
    return moments;
}

} // namespace lensboard::hook
