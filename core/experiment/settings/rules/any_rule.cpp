#include "core/experiment/settings/rules/any_rule.h"

namespace lensboard::settings::rules {

void AnyRule::describeEnabled(Fields &fields)
{
    fields.flag("enabled", enabled, "whether the rule judges");
}

} // namespace lensboard::settings::rules
