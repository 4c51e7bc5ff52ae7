#pragma once

#include <map>
#include <string>

namespace lensboard::imports {

/// Returns another tool's hyperparameters as the run's experiment: {"hparams": {...}}. Numeric texts become numbers. Returns an
/// empty string if there are none.
std::string hyperparameterText(const std::map<std::string, std::string> &values);

} // namespace lensboard::imports
