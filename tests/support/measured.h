#pragma once

#include "core/preprocessor/meter.h"

#include <optional>

namespace lensboard::test {

/// What \p meter finds of a tensor in the host's memory, if it finds anything.
inline std::optional<preprocessor::Measurement> measured(preprocessor::Meter &meter, const Tensor &tensor,
                                                         const preprocessor::Needs &needs)
{
    meter.push(tensor, needs);
    const auto found = meter.take();
    return found.empty() ? std::nullopt : std::optional(found.front());
}

} // namespace lensboard::test
