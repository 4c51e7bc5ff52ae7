#pragma once

#include <map>
#include <string>
#include <string_view>

namespace lensboard::imports {

/// Returns the scalars of a YAML document as PyYAML writes it. Keys of nested maps are joined with '/'. Skips lists and texts of several lines.
std::map<std::string, std::string> yamlValues(std::string_view text);

} // namespace lensboard::imports
