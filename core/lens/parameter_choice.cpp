#include "core/lens/parameter_choice.h"

#include "core/experiment/name_pattern.h"
#include "core/record/name_under.h"

#include <algorithm>

namespace lensboard::lens {

std::string ParameterChoice::line(const record::LayerInfo &module, const std::string &parameter, const std::string &pattern)
{
    if (parameter == experiment::plainName(pattern))
        return shownName(module);
    return record::nameUnder(module.name, parameter);
}

std::vector<std::string> ParameterChoice::matching(const record::LayerInfo &module, const std::string &pattern) const
{
    std::vector<std::string> names;
    for (const record::ParameterInfo &p : module.parameters)
        if (experiment::matches(pattern, p.name))
            names.push_back(p.name);
    return names;
}

std::vector<std::string> ParameterChoice::of(const record::LayerInfo &module, const std::string &pattern) const
{
    if (m_wanted.requireAll && std::ranges::any_of(m_wanted.patterns, [&](const auto &each) { return matching(module, each).empty(); }))
        return {};
    return matching(module, pattern);
}

} // namespace lensboard::lens
