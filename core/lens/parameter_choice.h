#pragma once

#include "core/experiment/field.h"
#include "core/record/run_info.h"

#include <string>
#include <vector>

namespace lensboard::lens {

/// Which parameters of which modules a lens looks at: "parameters", "require_all".
class ParameterChoice
{
public:
    enum class Which { All, Trainable };

    ParameterChoice(const experiment::Json &settings, Which which);

    const std::vector<std::string> &names() const { return m_names; }
    /// Whether \p module has this one, and with require_all every listed one.
    bool includes(const record::LayerInfo &module, const std::string &name) const;

private:
    bool has(const record::LayerInfo &module, const std::string &name) const;

    std::vector<std::string> m_names;
    bool m_requireAll;
    Which m_which;
};

} // namespace lensboard::lens
