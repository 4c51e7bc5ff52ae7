#pragma once

#include <string>

namespace lensboard::app {

struct InspectOptions
{
    std::string model;
    std::string input; ///< sizes of a sample, as in 1x28x28; empty: the model is not run
    std::string inputType = "float32";
    bool json = false;
};

/// `lensboard inspect`: prints the layers of a TorchScript file with types, output shapes and parameters, as text or as JSON.
int inspect(const InspectOptions &options);

} // namespace lensboard::app
