#pragma once

#include "core/preprocessor/meter.h"

#include <optional>

namespace lensboard::test {

/// Returns \p meter's measurement of a tensor in host memory, or nullopt.
inline std::optional<preprocessor::Measurement> measured(preprocessor::Meter &meter, const Tensor &tensor,
                                                         const preprocessor::Needs &needs)
{
    meter.push(tensor, needs);
    const auto found = meter.take();
    return found.empty() ? std::nullopt : std::optional(found.front());
}

} // namespace lensboard::test
