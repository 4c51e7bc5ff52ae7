#pragma once

#include <string>
#include <utility>

namespace lensboard {

/// A lens, monitor or recorder and its settings.
struct LensChoice
{
    std::string kind;
    std::string settings; ///< JSON; omitted settings have the defaults in `lensboard schema`
};

/// Lenses, for example ParameterNorm(R"({"log_scale": true})").
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
inline LensChoice OutputSaturation(std::string settings = "{}") { return {"OutputSaturation", std::move(settings)}; }
inline LensChoice Data(std::string settings = "{}") { return {"Data", std::move(settings)}; }
inline LensChoice Histogram(std::string settings = "{}") { return {"Histogram", std::move(settings)}; }
inline LensChoice WeightUpdateRatio(std::string settings = "{}") { return {"WeightUpdateRatio", std::move(settings)}; }
inline LensChoice AdamMoments(std::string settings = "{}") { return {"AdamMoments", std::move(settings)}; }
inline LensChoice GradientNoise(std::string settings = "{}") { return {"GradientNoise", std::move(settings)}; }
inline LensChoice EffectiveRank(std::string settings = "{}") { return {"EffectiveRank", std::move(settings)}; }
inline LensChoice BatchNormDrift(std::string settings = "{}") { return {"BatchNormDrift", std::move(settings)}; }

/// Monitors and recorders, each with a "name": StateMonitor(R"({"module": "encoder.norm", "attribute": "running_mean"})").
/// States and differences need a module's begin and end of forward: wrap it in hook::Tapped<T>.
inline LensChoice StateMonitor(std::string settings) { return {"StateMonitor", std::move(settings)}; }
inline LensChoice DifferenceMonitor(std::string settings) { return {"DifferenceMonitor", std::move(settings)}; }
inline LensChoice InputMonitor(std::string settings = "{}") { return {"InputMonitor", std::move(settings)}; }
inline LensChoice OutputMonitor(std::string settings = "{}") { return {"OutputMonitor", std::move(settings)}; }
inline LensChoice MultiStateMonitor(std::string settings) { return {"MultiStateMonitor", std::move(settings)}; }
inline LensChoice ForwardPre(std::string settings = "{}") { return {"ForwardPre", std::move(settings)}; }
inline LensChoice ForwardInput(std::string settings = "{}") { return {"ForwardInput", std::move(settings)}; }
inline LensChoice ForwardOutput(std::string settings = "{}") { return {"ForwardOutput", std::move(settings)}; }
inline LensChoice BackwardInput(std::string settings = "{}") { return {"BackwardInput", std::move(settings)}; }
inline LensChoice BackwardOutput(std::string settings = "{}") { return {"BackwardOutput", std::move(settings)}; }

} // namespace lens
} // namespace lensboard
