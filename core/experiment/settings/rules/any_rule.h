#pragma once

#include "core/experiment/settings/fields.h"

/// Rules that judge a training, and their thresholds. The classes in core/health/rules document the thresholds. Each group of rules has its
/// own header, so that a changed threshold recompiles only a few files.
namespace lensboard::settings::rules {

/// Settings of every rule.
struct AnyRule
{
    bool enabled = true;

protected:
    void describeEnabled(Fields &fields);
};

} // namespace lensboard::settings::rules
