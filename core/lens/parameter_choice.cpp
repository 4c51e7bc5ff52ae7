#include "core/lens/parameter_choice.h"

#include <algorithm>

namespace lensboard::lens {

ParameterChoice::ParameterChoice(const experiment::Json &settings, Which which)
    : m_names(settings.at("parameters").get<std::vector<std::string>>()),
      m_requireAll(settings.at("require_all").get<bool>()), m_which(which)
{}

bool ParameterChoice::has(const record::LayerInfo &module, const std::string &name) const
{
    return std::any_of(module.parameters.begin(), module.parameters.end(), [&](const record::ParameterInfo &p) {
        return p.name == name && (m_which == Which::All || p.requiresGrad);
    });
}

bool ParameterChoice::includes(const record::LayerInfo &module, const std::string &name) const
{
    return has(module, name)
        && (!m_requireAll
            || std::all_of(m_names.begin(), m_names.end(), [&](const auto &other) { return has(module, other); }));
}

} // namespace lensboard::lens
