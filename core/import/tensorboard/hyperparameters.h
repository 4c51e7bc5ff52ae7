#pragma once

#include <map>
#include <string>

namespace lensboard::imports {

/// The hyperparameters of another tool, by name, as the run's experiment: {"hparams": {...}}. Texts that are numbers are numbers.
/// Empty if there is nothing.
std::string hyperparameterText(const std::map<std::string, std::string> &values);

} // namespace lensboard::imports
