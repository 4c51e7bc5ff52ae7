#pragma once

#include "core/experiment/experiment.h"

#include <filesystem>

namespace lensboard::zoo {

/// Writes an MLP as a TorchScript program, with weights and biases that \p spec describes.
///
/// Keys: "widths", of inputs, hidden layers and outputs; "activation": "relu", "tanh", "sigmoid"; "init": "default", PyTorch's, "zero", "constant",
/// "huge" (100 times the default), "tiny" (a thousandth of it); "dead": a layer, from 0, whose biases are -100; "frozen": one whose parameters
/// want no gradient; "detached": one whose outputs are detached; "log": the outputs are the logarithm of what is no probability;
/// "softmax": the outputs are probabilities; "log_softmax": they are their logarithms, by one function ("whole"), as the logarithm of a softmax
/// ("of softmax"), or also of exponentials by their sum ("by hand"); "half": float16 holds what layers put out, as in mixed precision.
void writeModel(const experiment::Json &spec, const std::filesystem::path &path);

} // namespace lensboard::zoo
