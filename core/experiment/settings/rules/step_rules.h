#pragma once

#include "core/experiment/settings/rules/any_rule.h"

#include <cstddef>
#include <cstdint>

/// Rules for the optimizer's steps.
namespace lensboard::settings::rules {

struct Oscillation : AnyRule
{
    static constexpr const char *kKind = "Oscillation";
    static constexpr const char *kHelp = "steps go to and fro: the learning rate is at the edge";

    double opposed = -0.3;
    double leastLevel = 0.2, problemLevel = 0.8;

    void describe(Fields &fields);
};

struct LearningRateTooLow : AnyRule
{
    static constexpr const char *kKind = "LearningRateTooLow";
    static constexpr const char *kHelp = "steps are far too short";

    double tinyUpdate = 2e-5, smallUpdate = 4e-4;
    double problemUpdate = 2e-6;
    double leastLevel = 0.8, stayLevel = 0.6; ///< shares of the loss at the start: warn above the first, end below the second
    double agreeing = 0.2;       ///< cosine of consecutive gradients
    double leastGradient = 2e-4; ///< gradient divided by weights; below it, the learning rate is not the cause
    double steady = 0.45, noiseless = 0.95; ///< cosines: of gradients that agree for a long time, and of gradients without noise (they always agree)
    double steadyLevel = 0.2, mostSteadyLevel = 0.95; ///< shares of the loss at the start
    std::size_t leastValues = 25;
    std::int64_t leastSteps = 150, longSteps = 400;

    void describe(Fields &fields);
};

struct UpdateRatio : AnyRule
{
    static constexpr const char *kKind = "UpdateRatio";
    static constexpr const char *kHelp = "steps are too large or too small beside the weights";

    double large = 0.15, problem = 1;
    double small = 1e-6, usual = 1e-4;
    double tinyGradient = 2e-4, longStep = 1e-3; ///< gradient and update, each divided by the weights
    double leastLevel = 0.5;                     ///< share of the loss at the start

    void describe(Fields &fields);
};

struct ClippingAlwaysActive : AnyRule
{
    static constexpr const char *kKind = "ClippingAlwaysActive";
    static constexpr const char *kHelp = "nearly all gradients are clipped, and most of them is lost";

    double share = 0.95;
    double ratio = 5, warningRatio = 50;
    std::size_t leastTicks = 20;

    void describe(Fields &fields);
};

} // namespace lensboard::settings::rules
