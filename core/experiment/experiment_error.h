#pragma once

#include <stdexcept>
#include <string>

namespace lensboard::experiment {

/// An experiment that cannot be used. The message says where (file, line or JSON path), what was found there,
/// what is allowed, and the nearest name for a mistyped one.
class ExperimentError : public std::runtime_error
{
public:
    using std::runtime_error::runtime_error;
};

} // namespace lensboard::experiment
