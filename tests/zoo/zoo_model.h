#pragma once

#include "core/experiment/experiment.h"

#include <filesystem>

namespace lensboard::zoo {

/// Writes an MLP as a TorchScript program, with weights and biases described by \p spec.
///
/// Keys: "widths", of inputs, hidden layers and outputs; "activation": "relu", "tanh", "sigmoid"; "init": "default" (PyTorch's), "zero", "constant",
/// "huge" (100 times the default), "tiny" (a thousandth of it); "dead": number of a layer, from 0, with biases of -100; "frozen": number of a layer
/// with parameters that require no gradient; "detached": number of a layer with detached outputs; "log": outputs are the logarithm of a value that is
/// no probability; "softmax": outputs are probabilities; "log_softmax": outputs are log-probabilities, computed by one function ("whole"), as the
/// logarithm of a softmax ("of softmax"), or from exponentials and their sum ("by hand"); "half": float16 holds the layers' outputs, as in mixed
/// precision.
void writeModel(const experiment::Json &spec, const std::filesystem::path &path);

} // namespace lensboard::zoo
