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

/// \p path is where in the experiment; "" is all of it.
[[noreturn]] void fail(const std::string &path, const std::string &what);

} // namespace lensboard::experiment
