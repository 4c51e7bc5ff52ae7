#pragma once

#include "core/visualizer/series_table.h"
#include "core/visualizer/visualizer.h"

#include <string>
#include <vector>

namespace lensboard::visualizer {

struct LabelledValue
{
    std::string label;
    double value = 0;
};

struct LabelledRange
{
    std::string lowLabel;
    std::string highLabel;
    double low = 0;
    double high = 0;
};

/// Values of one layer for a tag at one tick.
struct LayerReading
{
    std::string layer; ///< for a tag of the whole model, the tag's name
    std::vector<LabelledValue> values;
    std::vector<LabelledRange> ranges;
};

using Readings = std::vector<LayerReading>; ///< in the order of plotting

/// Base of text visualizers: resolves numbers of tags and series to names.
class LabelledVisualizer : public Visualizer
{
public:
    std::uint32_t registerTag(const record::TagSpec &tag) override { return m_known.addTag(tag).value; }
    std::uint32_t registerSeries(const record::SeriesSpec &series) final { return m_known.addSeries(series).value; }
    void plot(const record::TickStamp &stamp, std::span<const record::SeriesValue> values) final;

protected:
    /// Called once per tag with its readings from one plot() call.
    virtual void show(const record::TickStamp &stamp, const record::TagSpec &tag, const Readings &readings) = 0;

private:
    SeriesTable m_known;
};

} // namespace lensboard::visualizer
