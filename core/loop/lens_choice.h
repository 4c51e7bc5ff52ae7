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

/// Lenses, monitors and recorders with their settings as JSON, for example ParameterNorm(R"({"log_scale": true})"). The manual's page on
/// experiments has all settings.
namespace lens {

/// Losses and metrics, training and validation apart.
inline LensChoice LossMetrics(std::string settings = "{}") { return {"LossMetrics", std::move(settings)}; }
/// Share of outputs that are not zero, and of units that are zero for a whole batch.
inline LensChoice OutputActivation(std::string settings = "{}") { return {"OutputActivation", std::move(settings)}; }
/// L2 norm of each sample's output, averaged over the batch.
inline LensChoice OutputNorm(std::string settings = "{}") { return {"OutputNorm", std::move(settings)}; }
/// Norm of the gradient of each layer's output, and the cosine of consecutive ones.
inline LensChoice OutputGradientGeometry(std::string settings = "{}") { return {"OutputGradientGeometry", std::move(settings)}; }
/// Norm of each parameter's gradient, and the cosine of consecutive ones.
inline LensChoice ParameterGradientGeometry(std::string settings = "{}") { return {"ParameterGradientGeometry", std::move(settings)}; }
/// Share of gradients that are not zero, and of neurons without any gradient.
inline LensChoice ParameterGradientActivation(std::string settings = "{}") { return {"ParameterGradientActivation", std::move(settings)}; }
/// L2 norm of each parameter at the end of a tick.
inline LensChoice ParameterNorm(std::string settings = "{}") { return {"ParameterNorm", std::move(settings)}; }
/// Length of each optimizer step, and the cosine of consecutive steps.
inline LensChoice ParameterUpdateGeometry(std::string settings = "{}") { return {"ParameterUpdateGeometry", std::move(settings)}; }
/// Condition of weight matrices: 1 is orthogonal, 0 is singular.
inline LensChoice ParameterCondition(std::string settings = "{}") { return {"ParameterCondition", std::move(settings)}; }
/// Share of outputs in the flat part of Tanh, Sigmoid and Softmax.
inline LensChoice OutputSaturation(std::string settings = "{}") { return {"OutputSaturation", std::move(settings)}; }
/// Inputs, targets, predictions, and the share of time that the loop waits for data.
inline LensChoice Data(std::string settings = "{}") { return {"Data", std::move(settings)}; }
/// Distribution of weights, gradients and outputs.
inline LensChoice Histogram(std::string settings = "{}") { return {"Histogram", std::move(settings)}; }
/// Length of each optimizer step as a share of the weight's norm.
inline LensChoice WeightUpdateRatio(std::string settings = "{}") { return {"WeightUpdateRatio", std::move(settings)}; }
/// Moments of gradients that an optimizer such as Adam keeps.
inline LensChoice AdamMoments(std::string settings = "{}") { return {"AdamMoments", std::move(settings)}; }
/// Signal and noise of gradients, and the largest useful batch size.
inline LensChoice GradientNoise(std::string settings = "{}") { return {"GradientNoise", std::move(settings)}; }
/// Number of dimensions that weights and outputs spread over.
inline LensChoice EffectiveRank(std::string settings = "{}") { return {"EffectiveRank", std::move(settings)}; }
/// Distance between statistics of batches and the statistics that batch normalisation keeps.
inline LensChoice BatchNormDrift(std::string settings = "{}") { return {"BatchNormDrift", std::move(settings)}; }
/// Duration of the parts of a training step.
inline LensChoice StepTime(std::string settings = "{}") { return {"StepTime", std::move(settings)}; }
/// Use of processors, memory, disks, networks and GPUs.
inline LensChoice Machine(std::string settings = "{}") { return {"Machine", std::move(settings)}; }

// Monitors and recorders, each with a "name": StateMonitor(R"({"module": "encoder.norm", "attribute": "running_mean"})").
// States and differences need a module's begin and end of forward: wrap it in hook::Tapped<T>.

/// A parameter or buffer, before or after each forward.
inline LensChoice StateMonitor(std::string settings) { return {"StateMonitor", std::move(settings)}; }
/// The change of a parameter or buffer in each forward.
inline LensChoice DifferenceMonitor(std::string settings) { return {"DifferenceMonitor", std::move(settings)}; }
/// The first input of a module.
inline LensChoice InputMonitor(std::string settings = "{}") { return {"InputMonitor", std::move(settings)}; }
/// An output of a module.
inline LensChoice OutputMonitor(std::string settings = "{}") { return {"OutputMonitor", std::move(settings)}; }
/// Two attributes: the first is observed where the second is not zero.
inline LensChoice MultiStateMonitor(std::string settings) { return {"MultiStateMonitor", std::move(settings)}; }
/// Records inputs of layers, before their forward.
inline LensChoice ForwardPre(std::string settings = "{}") { return {"ForwardPre", std::move(settings)}; }
/// Records inputs of layers, after their forward.
inline LensChoice ForwardInput(std::string settings = "{}") { return {"ForwardInput", std::move(settings)}; }
/// Records outputs of layers.
inline LensChoice ForwardOutput(std::string settings = "{}") { return {"ForwardOutput", std::move(settings)}; }
/// Records gradients of layers' inputs, as far as they flow through the layer.
inline LensChoice BackwardInput(std::string settings = "{}") { return {"BackwardInput", std::move(settings)}; }
/// Records gradients of layers' outputs.
inline LensChoice BackwardOutput(std::string settings = "{}") { return {"BackwardOutput", std::move(settings)}; }

} // namespace lens
} // namespace lensboard
