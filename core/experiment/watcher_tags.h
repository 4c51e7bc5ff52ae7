#pragma once

#include "core/experiment/choice.h"
#include "core/experiment/settings/lens_settings.h"
#include "core/experiment/settings/watcher_settings.h"
#include "core/record/tag_spec.h"

#include <string>
#include <vector>

namespace lensboard::experiment {

/// The tags that \p watcher shows with these settings, in the order in which its lens plots them. Those of parameters follow the
/// order of its patterns. None of a kind that is not known here, and of a custom lens,
/// whose maker alone knows them.
std::vector<record::TagSpec> tagsOf(const Choice &watcher);
std::vector<record::TagSpec> tagsOf(const settings::Lens &lens);
std::vector<record::TagSpec> tagsOf(const settings::Monitor &monitor);
std::vector<record::TagSpec> tagsOf(const settings::Recorder &recorder);

/// What the plots of the parameters that \p pattern matches are called by: "Weight" for "weight*", "Parameter" for "*".
std::string parameterTitle(const std::string &pattern);

} // namespace lensboard::experiment
