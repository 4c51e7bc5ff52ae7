#pragma once

#include "core/experiment/field.h"

namespace lensboard::experiment {

/// Returns \p json with all defaults, its keys in the order of \p section.
/// \p path is its place, "" for the top; array elements are named by position: lenses.0.parity.
/// Errors: ExperimentError.
Json validated(const Json &json, const Section &section, const std::string &path);

/// Returns the name of \p names that \p typed most likely means; empty if none is similar.
std::string nearest(const std::string &typed, const std::vector<std::string> &names);

} // namespace lensboard::experiment
