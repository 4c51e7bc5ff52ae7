#include "core/preprocessor/output_sample.h"

#include <ATen/core/Tensor.h>
#include <ATen/core/grad_mode.h>
#include <ATen/ops/arange.h>

#include <bit>

namespace lensboard::preprocessor {

namespace {

/// Of dimension \p dimension no more than \p most, evenly spaced.
at::Tensor thinned(const at::Tensor &matrix, std::int64_t dimension, std::int64_t most)
{
    const std::int64_t size = matrix.size(dimension);
    if (size <= most)
        return matrix;
    const at::Tensor places = at::arange(most, matrix.options().dtype(at::kLong).requires_grad(false)).mul_(size);
    return matrix.index_select(dimension, places.div_(most, "floor"));
}

} // namespace

OutputSample::OutputSample() : m_matrix(std::make_unique<at::Tensor>()) {}

OutputSample::~OutputSample() = default;

OutputSample::OutputSample(OutputSample &&) noexcept = default;

void OutputSample::push(const at::Tensor &output, const Settings &settings)
{
    ++m_seen;
    if (!std::has_single_bit(static_cast<std::uint64_t>(m_seen)) && m_seen != m_seenBefore)
        return;
    const at::NoGradGuard noGradients;
    const at::Tensor whole = output.detach();
    const at::Tensor matrix = settings.channelLast && whole.dim() > 0 ? whole.reshape({-1, whole.size(-1)})
                                                                      : whole.reshape({whole.dim() ? whole.size(0) : 1, -1});
    *m_matrix = thinned(thinned(matrix, 0, settings.size), 1, settings.size);
    if (m_matrix->is_alias_of(output))
        *m_matrix = m_matrix->clone();
}

void OutputSample::endTick()
{
    m_seenBefore = m_seen > 0 ? m_seen : m_seenBefore;
    m_seen = 0;
    m_matrix->reset();
}

void OutputSample::restore(std::int64_t seen, std::int64_t seenBefore)
{
    m_seen = seen;
    m_seenBefore = seenBefore;
}

} // namespace lensboard::preprocessor
