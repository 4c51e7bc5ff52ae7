#pragma once

#include "core/experiment/field.h"

namespace lensboard::experiment {

/// \p json with every default filled in, its keys in the order of \p section.
/// \p path is where it stands, "" for the top; array elements are named by position: lenses.0.parity.
/// Errors: ExperimentError.
Json validated(const Json &json, const Section &section, const std::string &path);

/// What of \p names is likely meant by \p typed; empty if nothing is near.
std::string nearest(const std::string &typed, const std::vector<std::string> &names);

} // namespace lensboard::experiment
