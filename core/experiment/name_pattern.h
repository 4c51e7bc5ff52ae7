#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace lensboard::experiment {

/// Names as users list them: * stands for any characters, dots and none included, ? for one.
bool isPattern(std::string_view pattern);
bool matches(std::string_view pattern, std::string_view name);
bool matchesAny(const std::vector<std::string> &patterns, std::string_view name);

/// Patterns of what follows \p prefix in the names that \p pattern matches: of "*.conv" after "net." these are "*.conv" and "conv".
std::vector<std::string> restsAfter(std::string_view prefix, std::string_view pattern);

/// What is written in the place of the name where many match: "weight" for "weight_*", empty for "*".
std::string plainName(std::string_view pattern);

} // namespace lensboard::experiment
