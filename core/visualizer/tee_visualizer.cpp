#include "core/visualizer/tee_visualizer.h"

namespace lensboard::visualizer {

namespace {

/// Returns \p readings with their numbers replaced through \p numbers.
template <typename Reading>
std::vector<Reading> renumbered(std::span<const Reading> readings, const std::vector<std::uint32_t> &numbers)
{
    std::vector<Reading> all(readings.begin(), readings.end());
    for (Reading &reading : all)
        reading.series = numbers.at(reading.series);
    return all;
}

} // namespace

TeeVisualizer::TeeVisualizer(std::vector<std::shared_ptr<Visualizer>> outputs)
{
    for (auto &output : outputs)
        m_outputs.push_back({std::move(output)});
}

std::uint32_t TeeVisualizer::registerTag(const record::TagSpec &tag)
{
    const std::uint32_t number = m_known.addTag(tag).value;
    for (Output &output : m_outputs) {
        output.tags.resize(m_known.tagCount());
        output.tags[number] = output.visualizer->registerTag(tag);
    }
    return number;
}

std::uint32_t TeeVisualizer::registerSeries(const record::SeriesSpec &series)
{
    const auto [number, isNew] = m_known.addSeries(series);
    if (isNew)
        for (Output &output : m_outputs) {
            record::SeriesSpec its = series;
            its.tag = output.tags.at(series.tag);
            output.series.push_back(output.visualizer->registerSeries(its));
        }
    return number;
}

void TeeVisualizer::plot(const record::TickStamp &stamp, std::span<const record::SeriesValue> values)
{
    for (const Output &output : m_outputs)
        output.visualizer->plot(stamp, renumbered(values, output.series));
}

void TeeVisualizer::plotLate(const record::TickStamp &stamp, std::span<const record::LateValue> late)
{
    for (const Output &output : m_outputs)
        output.visualizer->plotLate(stamp, renumbered(late, output.series));
}

void TeeVisualizer::plotTensors(const record::TickStamp &stamp, std::span<const record::SeriesTensor> tensors)
{
    for (const Output &output : m_outputs)
        output.visualizer->plotTensors(stamp, renumbered(tensors, output.series));
}

void TeeVisualizer::plotHistograms(const record::TickStamp &stamp, std::span<const record::SeriesHistogram> histograms)
{
    for (const Output &output : m_outputs)
        output.visualizer->plotHistograms(stamp, renumbered(histograms, output.series));
}

void TeeVisualizer::endTick(const record::TickStamp &stamp)
{
    for (const Output &output : m_outputs)
        output.visualizer->endTick(stamp);
}

void TeeVisualizer::note(const record::RunEvent &event)
{
    for (const Output &output : m_outputs)
        output.visualizer->note(event);
}

} // namespace lensboard::visualizer
