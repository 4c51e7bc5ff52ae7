#pragma once

#include "core/experiment/settings/rules/any_rule.h"

#include <cstddef>
#include <cstdint>

/// Rules that compare training and validation.
namespace lensboard::settings::rules {

struct Overfitting : AnyRule
{
    static constexpr const char *kKind = "Overfitting";
    static constexpr const char *kHelp = "the validation loss rises while the training loss falls";

    double note = 0.1, warning = 0.2, problem = 1;
    double ofStart = 0.05;
    double trainFall = 0.05;
    double gap = 0.25, trainShare = 0.2;
    std::size_t leastAfter = 3;

    void describe(Fields &fields);
};

struct ValidationNoBetterThanGuessing : AnyRule
{
    static constexpr const char *kKind = "ValidationNoBetterThanGuessing";
    static constexpr const char *kHelp = "validation is no better than guessing";

    double share = 0.97, best = 0.9;
    double learnt = 0.8;
    std::size_t least = 3, problem = 6;
    std::size_t leastTrain = 10; ///< number of training losses; as many validations also suffice

    void describe(Fields &fields);
};

struct TrainingNoise : AnyRule
{
    static constexpr const char *kKind = "TrainingNoise";
    static constexpr const char *kHelp = "the model is much worse in training than in validation";

    double accuracyGap = 0.15;
    double lossShare = 0.5;
    double leastLevel = 0.1;
    std::int64_t validations = 3;

    void describe(Fields &fields);
};

} // namespace lensboard::settings::rules
