#include "core/preprocessor/output_sample.h"

#include <bit>

namespace lensboard::preprocessor {

namespace {

/// Reduces dimension \p dimension to at most \p most entries, evenly spaced.
Tensor thinned(const Tensor &matrix, std::int64_t dimension, std::int64_t most)
{
    const std::int64_t size = matrix.size(dimension);
    if (size <= most)
        return matrix;
    const Tensor places = arange(most, matrix, ElementType::Float64) * static_cast<double>(size) / static_cast<double>(most);
    return matrix.index_select(dimension, places.floor().to(ElementType::Int64));
}

} // namespace

void OutputSample::push(const Tensor &output, bool channelLast, std::int64_t size)
{
    ++m_seen;
    if (!std::has_single_bit(static_cast<std::uint64_t>(m_seen)) && m_seen != m_seenBefore)
        return;

    const Tensor whole = output.detach();
    const Tensor matrix = channelLast && whole.dim() > 0 ? whole.reshape({-1, whole.size(-1)})
                                                                      : whole.reshape({whole.dim() > 0 ? whole.size(0) : 1, -1});
    m_matrix = thinned(thinned(matrix, 0, size), 1, size);
    if (m_matrix.layout().data == output.layout().data) // otherwise its rows or columns are already copied
        m_matrix = m_matrix.clone();
}

void OutputSample::endTick()
{
    m_seenBefore = m_seen > 0 ? m_seen : m_seenBefore;
    m_seen = 0;
    m_matrix.reset();
}

void OutputSample::restore(std::int64_t seen, std::int64_t seenBefore)
{
    m_seen = seen;
    m_seenBefore = seenBefore;
}

} // namespace lensboard::preprocessor
