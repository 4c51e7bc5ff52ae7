#pragma once

#include "core/record/error.h"

#include <string>

namespace lensboard::experiment {

/// Reports an invalid experiment. The message has the place (file, line or JSON path), the value found there,
/// the allowed values, and the nearest valid name for a mistyped one.
class ExperimentError : public record::Error
{
public:
    using record::Error::Error;
};

/// Throws an ExperimentError. \p path is the place in the experiment; "" is the whole experiment.
[[noreturn]] void fail(const std::string &path, const record::Message &what);

} // namespace lensboard::experiment
