#pragma once

#include "core/visualizer/visualizer.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace lensboard::lens {

/// Shows what one of several processes measured, beside what all of them did: the lines of layers, in plots of their own that it shares with
/// the others'. Ranges, tensors and plots of all layers are left out.
/// Thread: the one that trains.
class ProcessVisualizer final : public visualizer::Visualizer
{
public:
    /// \p out outlives it.
    ProcessVisualizer(visualizer::Visualizer &out, std::size_t rank) : m_out(out), m_rank(rank) {}

    std::uint32_t registerTag(const record::TagSpec &tag) override;
    std::uint32_t registerSeries(const record::SeriesSpec &series) override;
    void plot(const record::TickStamp &stamp, std::span<const record::SeriesValue> values) override;

private:
    using Numbers = std::vector<std::optional<std::uint32_t>>; ///< those that \c m_out gave; none of what is left out
    static std::uint32_t append(Numbers &numbers, std::optional<std::uint32_t> number);

    visualizer::Visualizer &m_out;
    std::size_t m_rank;
    Numbers m_tags, m_series;
};

} // namespace lensboard::lens
