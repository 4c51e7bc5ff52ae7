#include "core/lens/parameter_choice.h"

#include "core/experiment/name_pattern.h"
#include "core/lens/aggregation.h"

#include <algorithm>

namespace lensboard::lens {

ParameterChoice::ParameterChoice(const experiment::Json &settings, Which which)
    : m_patterns(settings.at("parameters").get<std::vector<std::string>>()),
      m_requireAll(settings.at("require_all").get<bool>()), m_which(which)
{}

std::string ParameterChoice::line(const record::LayerInfo &module, const std::string &parameter, const std::string &pattern)
{
    if (parameter == experiment::plainName(pattern))
        return shownName(module);
    return module.name.empty() ? parameter : module.name + '.' + parameter;
}

std::vector<std::string> ParameterChoice::matching(const record::LayerInfo &module, const std::string &pattern) const
{
    std::vector<std::string> names;
    for (const record::ParameterInfo &p : module.parameters)
        if (experiment::matches(pattern, p.name) && (m_which == Which::All || p.requiresGrad))
            names.push_back(p.name);
    return names;
}

std::vector<std::string> ParameterChoice::of(const record::LayerInfo &module, const std::string &pattern) const
{
    if (m_requireAll && std::ranges::any_of(m_patterns, [&](const auto &each) { return matching(module, each).empty(); }))
        return {};
    return matching(module, pattern);
}

} // namespace lensboard::lens
