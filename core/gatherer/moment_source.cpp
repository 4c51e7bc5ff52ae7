#include "core/gatherer/moment_source.h"

#include "core/preprocessor/tensor_access.h"

#include <map>
#include <utility>

namespace lensboard::gatherer {

using preprocessor::MomentsPreprocessor;

void MomentSource::take(const hook::OptimizerMoments &moments, double size)
{
    const MomentsPreprocessor::Means means = MomentsPreprocessor::meansOf(moments);
    for (std::size_t i = 0; i < means.size(); ++i)
        if (means[i].defined()) {
            m_late.push_back({number, i, size});
            m_means.push_back(means[i].to(ElementType::Float64));
        }
}

void MomentSource::keepParts()
{
    std::map<std::uint64_t, PartSums> byNumber;
    const std::vector<double> read = preprocessor::readTogether(std::exchange(m_means, {}));
    for (std::size_t i = 0; const Late &each : std::exchange(m_late, {})) {
        PartSums &part = byNumber[each.number];
        part.size = each.size;
        part.set(each.quantity, read[i++] * each.size);
    }
    for (const auto &[at, part] : byNumber)
        parts.add(at, part);
}

void MomentSource::notify(const PartSums &whole) const
{
    for (std::size_t i = 0; i < MomentsPreprocessor::kQuantities; ++i)
        if (whole.has(i))
            m_listener.add(m_slot, static_cast<MomentsPreprocessor::Quantity>(i), whole.sums[i] / whole.size);
}

} // namespace lensboard::gatherer
