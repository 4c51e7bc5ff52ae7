#include "core/gatherer/moment_source.h"

#include <utility>

namespace lensboard::gatherer {

using preprocessor::MomentsPreprocessor;

preprocessor::MomentBatch::Use MomentSource::taking(double size)
{
    return [this, size, at = number](MomentsPreprocessor::Quantity quantity, double mean) {
        PartSums &part = m_found[at];
        part.size = size;
        part.set(quantity, mean * size);
    };
}

void MomentSource::keepParts()
{
    for (const auto &[at, part] : std::exchange(m_found, {}))
        parts.add(at, part);
}

void MomentSource::notify(const PartSums &whole) const
{
    for (std::size_t i = 0; i < MomentsPreprocessor::kQuantities; ++i)
        if (whole.has(i))
            m_listener.add(m_slot, static_cast<MomentsPreprocessor::Quantity>(i), whole.sums[i] / whole.size);
}

} // namespace lensboard::gatherer
