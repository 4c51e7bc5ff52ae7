#pragma once

#include "core/experiment/settings/lens_settings.h"
#include "core/hook/model_tap.h"
#include "core/record/run_info.h"

#include <string>
#include <utility>
#include <vector>

namespace lensboard::lens {

/// Which parameters of which modules a lens measures. Each pattern has a plot, whatever it matches.
class ParameterChoice
{
public:
    enum class Which { All, Trainable };

    ParameterChoice(settings::ParameterPatterns wanted, Which which) : m_wanted(std::move(wanted)), m_which(which) {}

    const std::vector<std::string> &patterns() const { return m_wanted.patterns; }
    /// The names of those of \p module that \p pattern matches; none with require_all unless every pattern matches some.
    std::vector<std::string> of(const record::LayerInfo &module, const std::string &pattern) const;
    /// Those of them that require a gradient now: \p module may have been frozen since \p tap listed it.
    std::vector<std::string> trainedOf(const hook::ModelTap &tap, hook::ModuleId module, const std::string &pattern) const;
    /// The line of \p parameter: the module's name if the pattern means this one alone in words, else that with the parameter's.
    static std::string line(const record::LayerInfo &module, const std::string &parameter, const std::string &pattern);

private:
    std::vector<std::string> matching(const record::LayerInfo &module, const std::string &pattern) const;

    settings::ParameterPatterns m_wanted;
    Which m_which;
};

} // namespace lensboard::lens
