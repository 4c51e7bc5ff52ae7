#pragma once

#include "core/experiment/settings/rules/any_rule.h"

#include <cstddef>
#include <cstdint>

/// Rules for the training loss.
namespace lensboard::settings::rules {

struct NotFinite : AnyRule
{
    static constexpr const char *kKind = "NotFinite";
    static constexpr const char *kHelp = "losses, outputs, gradients or parameters became NaN or infinite; says what came first";

    double mostSkipped = 0.1;     ///< share of ticks that may have non-finite gradients if nothing else is non-finite
    std::int64_t mostReturns = 2; ///< returns to finite numbers; with more, the loss is considered not measured everywhere

    void describe(Fields &fields);
};

struct LossDiverging : AnyRule
{
    static constexpr const char *kKind = "LossDiverging";
    static constexpr const char *kHelp = "the training loss grew and stays up";

    double mostOfStart = 2;
    double mostOfGuessing = 3, farAboveGuessing = 10;
    double lost = 0.7; ///< share of the loss's fall that it may rise again
    double noises = 6;

    void describe(Fields &fields);
};

struct LossSpike : AnyRule
{
    static constexpr const char *kKind = "LossSpike";
    static constexpr const char *kHelp = "the training loss jumps for a moment";

    double noises = 12;
    double ofMedian = 1;
    double ofFallen = 0.5;
    std::size_t warmUp = 10; ///< values at the start that are not judged
    double farAboveStart = 3;

    void describe(Fields &fields);
};

struct LossNotDecreasing : AnyRule
{
    static constexpr const char *kKind = "LossNotDecreasing";
    static constexpr const char *kHelp = "the training loss does not fall";

    double leastFall = 0.02, leastBestFall = 0.06; ///< shares of the loss at the start
    double noises = 4;
    double ofGuessing = 0.97; ///< a loss above this share of the guessing loss is no better than guessing
    std::size_t leastValues = 25, leastValidations = 8;
    std::int64_t leastSteps = 200;
    double goodAccuracy = 0.95;

    void describe(Fields &fields);
};

struct Plateau : AnyRule
{
    static constexpr const char *kKind = "Plateau";
    static constexpr const char *kHelp = "the training loss fell and stands still while it is high";

    double leastFall = 0.005; ///< share of the loss at the start
    double ofNoise = 0.5;
    double noteLevel = 0.2, warningLevel = 0.8, killedLevel = 0.03;
    double killedShare = 0.3;
    std::size_t leastValues = 60, killedValues = 25;
    std::int64_t leastSteps = 500;

    void describe(Fields &fields);
};

} // namespace lensboard::settings::rules
