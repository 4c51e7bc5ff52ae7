#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lensboard::experiment {

/// Returns true if the name is a pattern: * matches any number of characters, dots included, ? matches one.
bool isPattern(std::string_view pattern);
bool matches(std::string_view pattern, std::string_view name);
bool matchesAny(const std::vector<std::string> &patterns, std::string_view name);

/// Returns patterns for the rest of matching names after \p prefix: for "*.conv" after "net." they are "*.conv" and "conv".
std::vector<std::string> restsAfter(std::string_view prefix, std::string_view pattern);

/// Returns the name without wildcards, for display: "weight" for "weight_*", empty for "*".
std::string plainName(std::string_view pattern);

} // namespace lensboard::experiment
