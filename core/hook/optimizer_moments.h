#pragma once

#include "core/tensor/tensor.h"

#include <map>
#include <optional>
#include <string>
#include <vector>

namespace lensboard::hook {

/// Values that an optimizer keeps for one parameter, and the settings of its group, by PyTorch's names.
struct OptimizerState
{
    std::vector<std::string> kinds = {}; ///< names of the optimizer's class and of its base classes
    /// Tensors of the parameter's shape: exp_avg, exp_avg_sq, max_exp_avg_sq, momentum_buffer, square_avg, grad_avg, sum.
    std::map<std::string, Tensor> tensors = {};
    std::map<std::string, double> numbers = {}; ///< step, lr, eps, beta1, beta2, momentum and others; flags are 0 or 1
    Tensor gradient = {}; ///< of the step; may be undefined
    Tensor step = {};     ///< number of steps, of one element, if it is on a device; not in \c numbers then

    bool isA(const std::string &kind) const;
    /// Returns an undefined tensor if there is none.
    Tensor tensor(const std::string &name) const;
    /// Waits for the device if "step" is there.
    double number(const std::string &name, double otherwise) const;
};

/// Names of the tensors and numbers that momentsOf() uses. The numbers of a group include "betas", a pair.
const std::vector<std::string> &momentTensors();
const std::vector<std::string> &momentNumbers();

/// Moments of a parameter's gradients and their use in a step of the optimizer:
/// θ -= rate · (gradientShare · g + firstShare · m) / (√(secondScale · divisor) + epsilon), without weight decay.
struct OptimizerMoments
{
    Tensor gradient; ///< g
    Tensor first;    ///< m; undefined if the optimizer keeps none
    Tensor second;   ///< mean of g²; undefined if the optimizer keeps none
    double firstScale = 1, secondScale = 1; ///< corrections of the bias, as the optimizer applies them
    Tensor step; ///< undefined, or of one element: then m and g² are also to be divided by 1 - decay^step, in the step too
    double firstDecay = 0, secondDecay = 0; ///< 1: no correction
    Tensor divisor; ///< undefined if the step divides by nothing
    bool isFirstDivided = false; ///< m is a mean of quotients, so the step does not divide it again
    bool isStepKnown = false;    ///< the members below are known
    double rate = 0, epsilon = 0, gradientShare = 0, firstShare = 0;
};

/// Returns nullopt if \p state has no moments.
std::optional<OptimizerMoments> momentsOf(const OptimizerState &state);

} // namespace lensboard::hook
