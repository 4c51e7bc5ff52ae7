#include "core/gatherer/layer_share.h"

#include "core/preprocessor/tensor_access.h"

#include <algorithm>
#include <functional>
#include <numeric>
#include <utility>

namespace lensboard::gatherer {

/// Assigns the largest layer first, to the process with the fewest bytes. Unmeasurable layers go to the first process, for its notice.
void LayerShare::add(const hook::ModelTap &tap, const std::vector<hook::ModuleId> &layers)
{
    std::vector<std::pair<double, hook::ModuleId>> sizes;
    for (const hook::ModuleId id : layers) {
        double bytes = 0;
        bool isMeasurable = true;
        for (const auto &info : tap.modules()[id].parameters) {
            const Tensor parameter = tap.parameter(id, info.name);
            isMeasurable = isMeasurable && preprocessor::isMeasurable(parameter);
            bytes += isMeasurable ? static_cast<double>(parameter.nbytes()) : 0;
        }
        if (isMeasurable)
            sizes.emplace_back(bytes, id);
        else if (m_rank == 0)
            m_own.insert(id);
    }
    std::ranges::stable_sort(sizes, std::greater(), &std::pair<double, hook::ModuleId>::first);
    for (const auto &[bytes, id] : sizes) {
        const auto least = std::ranges::min_element(m_bytes);
        *least += bytes;
        if (least - m_bytes.begin() == static_cast<std::ptrdiff_t>(m_rank))
            m_own.insert(id);
    }
}

double LayerShare::bytes() const
{
    return std::accumulate(m_bytes.begin(), m_bytes.end(), 0.0);
}

} // namespace lensboard::gatherer
