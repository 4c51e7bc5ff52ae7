#pragma once

#include "core/experiment/settings/rules/any_rule.h"

/// Rules for the code of a training loop.
namespace lensboard::settings::rules {

struct LoopFault : AnyRule
{
    static constexpr const char *kKind = "LoopFault";
    static constexpr const char *kHelp = "the code of the training loop has a fault, such as gradients that are never cleared";

    void describe(Fields &fields) { describeEnabled(fields); }
};

} // namespace lensboard::settings::rules
