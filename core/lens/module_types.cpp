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
    return std::find(kActivations.begin(), kActivations.end(), type) != kActivations.end() || type.ends_with("Activation") || type.ends_with("GELU");
}

bool isDropout(const std::string &type)
{
    return type.find("Dropout") != std::string::npos;
}

bool includes(const settings::TypeLists &types, const std::string &type, bool byDefault)
{
    return !experiment::matchesAny(types.exclude, type) && (byDefault || experiment::matchesAny(types.include, type));
}

} // namespace lensboard::lens
