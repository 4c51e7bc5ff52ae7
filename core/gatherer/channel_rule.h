#pragma once

#include "core/hook/model_tap.h"
#include "core/tensor/tensor.h"

#include <array>
#include <cstdint>
#include <optional>

namespace lensboard::gatherer {

/// Decides if the units of a module's outputs are the last dimension, as after Linear, or the second, as after Conv2d.
///
/// Modules such as ReLU have the units of a neighbour: the nearest module with as many units as the dimension is long. If there
/// is none, the units are the second dimension.
class ChannelRule
{
public:
    ChannelRule() = default;
    /// \p tap outlives it.
    ChannelRule(const hook::ModelTap &tap, hook::ModuleId module) : m_tap(&tap), m_module(module) {}

    bool isLast(const Shape &output);

private:
    bool decided(const Shape &output) const;

    const hook::ModelTap *m_tap = nullptr;
    hook::ModuleId m_module = 0;
    std::array<std::int64_t, 3> m_key = {}; ///< rank and sizes of the last decision
    bool m_isLast = false;
};

} // namespace lensboard::gatherer
