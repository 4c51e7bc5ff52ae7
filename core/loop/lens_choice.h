#pragma once

#include <string>
#include <utility>

namespace lensboard {

/// A lens and its settings.
struct LensChoice
{
    std::string kind;
    std::string settings; ///< JSON; what is left out is as `lensboard schema` tells
};

/// The lenses there are: ParameterNorm(R"({"log_scale": true})").
namespace lens {

inline LensChoice LossMetrics(std::string settings = "{}") { return {"LossMetrics", std::move(settings)}; }
inline LensChoice OutputActivation(std::string settings = "{}") { return {"OutputActivation", std::move(settings)}; }
inline LensChoice OutputNorm(std::string settings = "{}") { return {"OutputNorm", std::move(settings)}; }
inline LensChoice OutputGradientGeometry(std::string settings = "{}") { return {"OutputGradientGeometry", std::move(settings)}; }
inline LensChoice ParameterGradientGeometry(std::string settings = "{}") { return {"ParameterGradientGeometry", std::move(settings)}; }
inline LensChoice ParameterGradientActivation(std::string settings = "{}") { return {"ParameterGradientActivation", std::move(settings)}; }
inline LensChoice ParameterNorm(std::string settings = "{}") { return {"ParameterNorm", std::move(settings)}; }
inline LensChoice ParameterUpdateGeometry(std::string settings = "{}") { return {"ParameterUpdateGeometry", std::move(settings)}; }
inline LensChoice ParameterCondition(std::string settings = "{}") { return {"ParameterCondition", std::move(settings)}; }

} // namespace lens
} // namespace lensboard
