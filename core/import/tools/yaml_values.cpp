#include "core/import/tools/yaml_values.h"

#include "core/bytes/blanks.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <utility>
#include <vector>

namespace lensboard::imports {

namespace {

constexpr std::size_t kMaxYamlValues = 10'000, kMaxYamlLevels = 16, kMaxYamlKeyBytes = 1000;

/// Parses a YAML scalar of PyYAML: plain, in single quotes (doubled inside), or in double quotes.
std::string scalar(std::string_view text)
{
    if (text.size() < 2 || text.front() != text.back() || (text.front() != '\'' && text.front() != '"'))
        return std::string(text);
    if (text.front() == '"') {
        const auto json = nlohmann::json::parse(text.begin(), text.end(), nullptr, false);
        return json.is_string() ? json.get<std::string>() : std::string(text);
    }
    std::string plain;
    for (std::size_t i = 1; i + 1 < text.size(); ++i) {
        plain += text[i];
        i += text[i] == '\'' ? 1 : 0;
    }
    return plain;
}

} // namespace

std::map<std::string, std::string> yamlValues(std::string_view text)
{
    std::map<std::string, std::string> values;
    std::vector<std::pair<std::size_t, std::string>> outer; ///< indentation and path of the open maps
    while (!text.empty() && values.size() < kMaxYamlValues) {
        const std::string_view line = text.substr(0, text.find('\n'));
        text.remove_prefix(std::min(line.size() + 1, text.size()));
        const std::size_t indent = line.find_first_not_of(' ');
        if (indent == line.npos || line[indent] == '#' || line[indent] == '-')
            continue;
        const std::size_t inner = line.find(": ", indent);
        const std::size_t colon = inner == line.npos && bytes::trimmed(line).ends_with(':') ? line.rfind(':') : inner;
        if (colon == line.npos)
            continue;
        while (!outer.empty() && outer.back().first >= indent)
            outer.pop_back();
        const std::string path = (outer.empty() ? std::string() : outer.back().second + '/') + scalar(line.substr(indent, colon - indent));
        const std::string_view value = bytes::trimmed(line.substr(colon + 1));
        if (path.size() > kMaxYamlKeyBytes)
            continue;
        if (!value.empty())
            values[path] = scalar(value);
        else if (outer.size() < kMaxYamlLevels)
            outer.emplace_back(indent, path);
    }
    return values;
}

} // namespace lensboard::imports
