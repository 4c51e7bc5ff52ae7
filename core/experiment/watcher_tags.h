#pragma once

#include "core/experiment/kind_settings.h"
#include "core/experiment/settings/lens_settings.h"
#include "core/experiment/settings/watcher_settings.h"
#include "core/record/tag_spec.h"

#include <string>
#include <vector>

namespace lensboard::experiment {

/// Returns the tags that \p watcher shows with these settings, in plotting order. Tags of parameters follow the
/// order of its patterns. Empty for unknown kinds, and for custom lenses, as only their authors know the tags.
std::vector<record::TagSpec> tagsOf(const KindSettings &watcher);
std::vector<record::TagSpec> tagsOf(const settings::LensSettings &lens);
std::vector<record::TagSpec> tagsOf(const settings::Monitor &monitor);
std::vector<record::TagSpec> tagsOf(const settings::Recorder &recorder);

/// Returns the title for plots of parameters that match \p pattern: "Weight" for "weight*", "Parameter" for "*".
std::string parameterTitle(const std::string &pattern);

} // namespace lensboard::experiment
