#pragma once

#include "core/experiment/settings/rules/any_rule.h"

#include <cstddef>
#include <cstdint>

/// Rules of the optimizer's steps.
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
    double leastLevel = 0.8, stayLevel = 0.6; ///< of the loss, to begin to say so, and to go on
    double agreeing = 0.2;       ///< cosine of consecutive gradients
    double leastGradient = 2e-4; ///< beside the weights: below it the rate is not what is wrong
    double steady = 0.45, noiseless = 0.95; ///< cosines that last, and those of gradients of all samples, which always agree
    double steadyLevel = 0.2, mostSteadyLevel = 0.95; ///< of the loss
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
    double tinyGradient = 2e-4, longStep = 1e-3; ///< by the weights
    double leastLevel = 0.5;                     ///< of the loss

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
