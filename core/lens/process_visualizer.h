#pragma once

#include "core/visualizer/visualizer.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lensboard::lens {

/// Shows the measurements of one of several processes beside the merged ones: the lines of layers, in separate plots for all
/// processes. Ranges, tensors and plots of all layers are skipped.
/// Thread: the training thread.
class ProcessVisualizer final : public visualizer::Visualizer
{
public:
    /// \p out outlives it.
    ProcessVisualizer(visualizer::Visualizer &out, std::size_t rank) : m_out(out), m_rank(rank) {}

    std::uint32_t registerTag(const record::TagSpec &tag) override;
    std::uint32_t registerSeries(const record::SeriesSpec &series) override;
    void plot(const record::TickStamp &stamp, std::span<const record::SeriesValue> values) override;

private:
    using Numbers = std::vector<std::optional<std::uint32_t>>; ///< numbers from \c m_out; nullopt if skipped
    static std::uint32_t append(Numbers &numbers, std::optional<std::uint32_t> number);

    visualizer::Visualizer &m_out;
    std::size_t m_rank;
    Numbers m_tags, m_series;
};

} // namespace lensboard::lens
