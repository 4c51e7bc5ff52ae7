#pragma once

#include "core/experiment/settings/rules/any_rule.h"

/// Rules for the processes of one training.
namespace lensboard::settings::rules {

struct ReplicaDrift : AnyRule
{
    static constexpr const char *kKind = "ReplicaDrift";
    static constexpr const char *kHelp = "processes that train one model have different parameters";

    void describe(Fields &fields) { describeEnabled(fields); }
};

} // namespace lensboard::settings::rules
