#pragma once

#include "core/visualizer/visualizer.h"

#include <map>
#include <memory>

namespace lensboard::store {

class RunStore;

/// Visualizer that writes into a RunStore. Collects the values of a tick and commits them at its end. A value plotted with another time
/// than the tick's end keeps its time.
/// Thread: the lenses' thread. Training never waits for a reader.
class StoreVisualizer final : public visualizer::Visualizer
{
public:
    /// Continues with the tags and series already in \p store.
    explicit StoreVisualizer(std::shared_ptr<RunStore> store);

    std::uint32_t registerTag(const record::TagSpec &tag) override;
    std::uint32_t registerSeries(const record::SeriesSpec &series) override;
    void plot(const record::TickStamp &stamp, std::span<const record::SeriesValue> values) override;
    void plotLate(const record::TickStamp &stamp, std::span<const record::LateValue> late) override;
    void plotTensors(const record::TickStamp &stamp, std::span<const record::SeriesTensor> tensors) override;
    void plotHistograms(const record::TickStamp &stamp, std::span<const record::SeriesHistogram> histograms) override;
    void endTick(const record::TickStamp &stamp) override;
    void note(const record::RunEvent &event) override;

private:
    void noteTime(double wallSeconds, std::size_t firstValue);

    std::shared_ptr<RunStore> m_store;
    std::map<record::SeriesSpec, std::uint32_t> m_known;
    record::Frame m_staged;
    double m_stagedSeconds = 0; ///< time of the first values
};

} // namespace lensboard::store
