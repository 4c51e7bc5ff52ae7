#pragma once

#include <stdexcept>
#include <string>

namespace lensboard::experiment {

/// Reports an invalid experiment. The message has the place (file, line or JSON path), the value found there,
/// the allowed values, and the nearest valid name for a mistyped one.
class ExperimentError : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

/// Throws an ExperimentError. \p path is the place in the experiment; "" is the whole experiment.
[[noreturn]] void fail(const std::string &path, const std::string &what);

} // namespace lensboard::experiment
