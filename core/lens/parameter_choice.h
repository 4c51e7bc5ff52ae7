#pragma once

#include "core/experiment/settings/lens_settings.h"
#include "core/hook/model_tap.h"
#include "core/record/run_info.h"

#include <string>
#include <utility>
#include <vector>

namespace lensboard::lens {

/// Chooses the parameters that a lens measures. Each pattern has a plot, even without a match.
class ParameterChoice
{
public:
    enum class Which { All, Trainable };

    ParameterChoice(settings::ParameterPatterns wanted, Which which) : m_wanted(std::move(wanted)), m_which(which) {}

    const std::vector<std::string> &patterns() const { return m_wanted.patterns; }
    /// Returns names of parameters of \p module that match \p pattern. With require_all, returns none unless every pattern has a match.
    std::vector<std::string> of(const record::LayerInfo &module, const std::string &pattern) const;
    /// Returns the matching parameters that require a gradient now: \p module may have been frozen since \p tap listed it.
    std::vector<std::string> trainedOf(const hook::ModelTap &tap, hook::ModuleId module, const std::string &pattern) const;
    /// Returns the line's label: the module's name if the pattern is a literal name, otherwise the module's and the parameter's name.
    static std::string line(const record::LayerInfo &module, const std::string &parameter, const std::string &pattern);

private:
    std::vector<std::string> matching(const record::LayerInfo &module, const std::string &pattern) const;

    settings::ParameterPatterns m_wanted;
    Which m_which;
};

} // namespace lensboard::lens
