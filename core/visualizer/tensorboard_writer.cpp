#include "core/visualizer/tensorboard_writer.h"

namespace lensboard::visualizer {

std::uint32_t TensorboardWriter::registerSeries(const record::SeriesSpec &series)
{
    const auto [number, isNew] = m_known.addSeries(series);
    if (isNew)
        m_places.push_back(record::hasValues(series.role) ? m_names.add(m_known.tag(series.tag), series) : TensorboardPlace());
    return number;
}

void TensorboardWriter::plot(const record::TickStamp &stamp, std::span<const record::SeriesValue> values)
{
    for (const auto &[series, value] : values)
        m_log.addScalar({stamp.tick, stamp.wallSeconds}, m_places.at(series), value);
}

void TensorboardWriter::note(const record::RunEvent &event)
{
    if (const auto text = record::loggedText(event))
        m_log.addText({event.step, event.wallSeconds}, text->tag, text->text);
}

} // namespace lensboard::visualizer
