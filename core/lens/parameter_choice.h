#pragma once

#include "core/experiment/settings/lens_settings.h"
#include "core/record/run_info.h"

#include <string>
#include <utility>
#include <vector>

namespace lensboard::lens {

/// Chooses the parameters that a lens measures. Each pattern has a plot, even without a match.
class ParameterChoice
{
public:
    explicit ParameterChoice(settings::ParameterPatterns wanted) : m_wanted(std::move(wanted)) {}

    const std::vector<std::string> &patterns() const { return m_wanted.patterns; }
    /// Returns names of parameters of \p module that match \p pattern, frozen ones too. With require_all, returns none unless every pattern has
    /// a match.
    std::vector<std::string> of(const record::LayerInfo &module, const std::string &pattern) const;
    /// Returns the line's label: the module's name if the pattern is a literal name, otherwise the module's and the parameter's name.
    static std::string line(const record::LayerInfo &module, const std::string &parameter, const std::string &pattern);

private:
    std::vector<std::string> matching(const record::LayerInfo &module, const std::string &pattern) const;

    settings::ParameterPatterns m_wanted;
};

} // namespace lensboard::lens
