#pragma once

#include "core/hook/model_tap.h"

#include <cstdint>
#include <optional>
#include <vector>

namespace lensboard::hook {

/// Records the shape of each module's first output while it lives.
class OutputShapes
{
public:
    using Shape = std::vector<std::int64_t>;

    /// Records a first dimension of \p batchSize as record::kBatchSize. \p tap outlives this object.
    OutputShapes(ModelTap &tap, std::int64_t batchSize);

    /// By ModuleId; std::nullopt for modules that did not run or cannot be tapped.
    const std::vector<std::optional<Shape>> &seen() const { return m_seen; }

    OutputShapes(const OutputShapes &) = delete; // callbacks write into it
    OutputShapes &operator=(const OutputShapes &) = delete;

private:
    std::vector<std::optional<Shape>> m_seen;
    std::vector<Hook> m_hooks;
};

} // namespace lensboard::hook
