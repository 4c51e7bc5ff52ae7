#include "core/preprocessor/output_activation_preprocessor.h"

#include "core/preprocessor/fused_kernels.h"
#include "core/preprocessor/tensor_access.h"

#include <ATen/core/Tensor.h>

#include <algorithm>
#include <numeric>

namespace lensboard::preprocessor {

Slot OutputActivationPreprocessor::addLayer()
{
    m_slots.push_back({stats::Aggregate(m_settings.mode), stats::Aggregate(m_settings.mode)});
    return m_slots.size() - 1;
}

void OutputActivationPreprocessor::endTick()
{
    for (State &state : m_slots) {
        state.activation.clear();
        state.death.clear();
    }
}

void OutputActivationPreprocessor::processForward(Slot slot, const at::Tensor &output, bool training)
{
    if ((!training && !m_settings.recordEvaluation) || !isMeasurable(output))
        return;
    const at::Tensor values = asContiguousFloat(output);
    const auto total = static_cast<std::size_t>(values.numel());
    std::size_t outer = total, channels = 1, inner = 1;
    if (values.dim() > 1) {
        channels = static_cast<std::size_t>(values.size(m_settings.channelLast ? -1 : 1));
        outer = m_settings.channelLast ? total / channels : static_cast<std::size_t>(values.size(0));
        inner = total / channels / outer;
    }
    m_counts.assign(channels, 0);
    countActive(values.data_ptr<float>(), outer, channels, inner, static_cast<float>(m_settings.eps), m_counts.data());
    const auto active = std::accumulate(m_counts.begin(), m_counts.end(), std::int64_t{0});
    const auto dead = std::count(m_counts.begin(), m_counts.end(), 0);
    m_slots[slot].activation.add(static_cast<double>(active) / static_cast<double>(total));
    m_slots[slot].death.add(static_cast<double>(dead) / static_cast<double>(channels));
}

} // namespace lensboard::preprocessor
