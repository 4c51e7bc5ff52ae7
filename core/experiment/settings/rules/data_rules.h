#pragma once

#include "core/experiment/settings/rules/any_rule.h"

#include <cstddef>

/// Rules for inputs, targets and data loading.
namespace lensboard::settings::rules {

struct NotNormalised : AnyRule
{
    double mean = 10;
    double large = 20, small = 0.02; ///< standard deviations of the inputs

    void describe(Fields &fields);
};

struct InputsNotNormalised : NotNormalised
{
    static constexpr const char *kKind = "InputsNotNormalised";
    static constexpr const char *kHelp = "inputs are far from zero, or far from a deviation of 1";
};

struct TargetsNotNormalised : NotNormalised
{
    static constexpr const char *kKind = "TargetsNotNormalised";
    static constexpr const char *kHelp = "targets of a regression are far from zero, or far from a deviation of 1";
};

struct ClassImbalance : AnyRule
{
    static constexpr const char *kKind = "ClassImbalance";
    static constexpr const char *kHelp = "the model predicts one class nearly always, or is no better than that";

    double share = 0.6;
    double leastGain = 0.1; ///< gain of accuracy over that share, divided by (1 - share)
    double others = 0.1;
    std::size_t leastValues = 15;

    void describe(Fields &fields);
};

struct ProbabilitiesAsLogits : AnyRule
{
    static constexpr const char *kKind = "ProbabilitiesAsLogits";
    static constexpr const char *kHelp = "cross entropy is given probabilities";

    double share = 0.99;

    void describe(Fields &fields);
};

struct DataStarvation : AnyRule
{
    static constexpr const char *kKind = "DataStarvation";
    static constexpr const char *kHelp = "the training waits for its data";

    double share = 0.5; ///< of the training time, spent waiting for data

    void describe(Fields &fields);
};

} // namespace lensboard::settings::rules
