#pragma once

#include "core/visualizer/series_table.h"
#include "core/visualizer/visualizer.h"

#include <memory>
#include <vector>

namespace lensboard::visualizer {

/// Forwards all calls to several visualizers, in the given order.
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
        std::vector<std::uint32_t> tags = {};   ///< the output's numbers, indexed by this visualizer's numbers
        std::vector<std::uint32_t> series = {}; ///< same for series
    };

    std::vector<Output> m_outputs;
    SeriesTable m_known;
};

} // namespace lensboard::visualizer
