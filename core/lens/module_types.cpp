#include "core/lens/module_types.h"

#include "core/experiment/name_pattern.h"

#include <algorithm>
#include <array>

namespace lensboard::lens {

bool isActivation(const std::string &type)
{
    static constexpr std::array kActivations = {
        "CELU",       "ELU",      "GELU",       "GLU",      "Hardshrink", "Hardsigmoid", "Hardswish", "Hardtanh",
        "LeakyReLU",  "LogSigmoid", "LogSoftmax", "Mish",   "PReLU",      "ReLU",        "ReLU6",     "RReLU",
        "SELU",       "SiLU",     "Sigmoid",    "Softmax",  "Softmax2d",  "Softmin",     "Softplus",  "Softshrink",
        "Softsign",   "Tanh",     "Tanhshrink", "Threshold"};
    return std::find(kActivations.begin(), kActivations.end(), type) != kActivations.end();
}

bool isDropout(const std::string &type)
{
    return type.find("Dropout") != std::string::npos;
}

TypeChoice::TypeChoice(const experiment::Json &settings)
    : m_include(settings.at("include").get<std::vector<std::string>>()),
      m_exclude(settings.at("exclude").get<std::vector<std::string>>())
{}

bool TypeChoice::includes(const std::string &type, bool byDefault) const
{
    return !experiment::matchesAny(m_exclude, type) && (byDefault || experiment::matchesAny(m_include, type));
}

} // namespace lensboard::lens
