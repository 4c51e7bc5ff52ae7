#pragma once

#include "core/experiment/settings/fields.h"

/// The rules that judge a training, and their thresholds. What each means stands at its class in core/health/rules. A header for each group
/// of rules, so that few sources are compiled again when a threshold changes.
namespace lensboard::settings::rules {

/// Settings of every rule.
struct AnyRule
{
    bool enabled = true;

protected:
    void describeEnabled(Fields &fields);
};

} // namespace lensboard::settings::rules
