#include "core/hook/output_shapes.h"

namespace lensboard::hook {

OutputShapes::OutputShapes(ModelTap &tap, std::int64_t batchSize) : m_seen(tap.modules().size())
{
    for (ModuleId id = 0; id < m_seen.size(); ++id) {
        if (!tap.canWatchForward(id))
            continue;
        m_hooks.push_back(tap.afterForward(id, [&seen = m_seen[id], batchSize](auto, const Tensor &output) {
            if (seen)
                return;
            seen = output.sizes();
            if (!seen->empty() && seen->front() == batchSize)
                seen->front() = record::kBatchSize;
        }));
    }
}

} // namespace lensboard::hook
