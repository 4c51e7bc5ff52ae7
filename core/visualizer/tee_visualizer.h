#pragma once

#include "core/visualizer/series_table.h"
#include "core/visualizer/visualizer.h"

#include <memory>
#include <vector>

namespace lensboard::visualizer {

/// Hands everything to several visualizers, to each in the order in which they were given.
class TeeVisualizer final : public Visualizer
{
public:
    explicit TeeVisualizer(std::vector<std::shared_ptr<Visualizer>> outputs);

    std::uint32_t registerTag(const record::TagSpec &tag) override;
    std::uint32_t registerSeries(const record::SeriesSpec &series) override;
    void plot(const record::TickStamp &stamp, std::span<const record::SeriesValue> values) override;
    void plotLate(const record::TickStamp &stamp, std::span<const record::LateValue> late) override;
    void plotTensors(const record::TickStamp &stamp, std::span<const record::SeriesTensor> tensors) override;
    void plotHistograms(const record::TickStamp &stamp, std::span<const record::SeriesHistogram> histograms) override;
    void endTick(const record::TickStamp &stamp) override;
    void note(const record::RunEvent &event) override;

private:
    struct Output
    {
        std::shared_ptr<Visualizer> visualizer;
        std::vector<std::uint32_t> tags = {};   ///< its numbers by those of this
        std::vector<std::uint32_t> series = {}; ///< likewise
    };

    std::vector<Output> m_outputs;
    SeriesTable m_known;
};

} // namespace lensboard::visualizer
