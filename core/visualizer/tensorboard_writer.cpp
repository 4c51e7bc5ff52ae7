#include "core/visualizer/tensorboard_writer.h"

namespace lensboard::visualizer {

using record::SeriesRole;

namespace {

std::string keyOf(const record::TagSpec &tag, const record::SeriesSpec &series)
{
    std::string key = tag.name;
    for (const std::string *part : {&series.layer, &series.label})
        key.append(1, '\0').append(*part);
    return key + '\0' + static_cast<char>('0' + static_cast<int>(series.role));
}

} // namespace

void TensorboardWriter::plotNumerical(const record::TickStamp &stamp, const std::string &tag, const Readings &readings)
{
    const record::TagSpec spec{tag, {}};
    for (const LayerReading &reading : readings) {
        for (const LabelledValue &line : reading.values)
            add(stamp, spec, {0, reading.layer, line.label, SeriesRole::Line}, line.value);
        for (const LabelledRange &band : reading.ranges) {
            add(stamp, spec, {0, reading.layer, band.lowLabel, SeriesRole::BandLow}, band.low);
            add(stamp, spec, {0, reading.layer, band.highLabel, SeriesRole::BandHigh}, band.high);
        }
    }
}

void TensorboardWriter::plotProbabilities(const record::TickStamp &stamp, const std::string &tag,
                                          const Readings &readings)
{
    plotNumerical(stamp, tag, readings);
}

void TensorboardWriter::plotRelations(const record::TickStamp &stamp, const std::string &tag, const Readings &readings)
{
    const record::TagSpec spec{tag, {}, record::TagKind::Relations};
    for (const LayerReading &reading : readings)
        for (const LabelledValue &share : reading.values)
            add(stamp, spec, {0, reading.layer, share.label, SeriesRole::Line}, share.value);
}

void TensorboardWriter::note(const record::RunEvent &event)
{
    if (const auto text = record::loggedText(event))
        m_log.addText({event.step, event.wallSeconds}, text->tag, text->text);
}

void TensorboardWriter::add(const record::TickStamp &stamp, const record::TagSpec &tag, const record::SeriesSpec &series,
                            double value)
{
    const auto [known, isNew] = m_places.try_emplace(keyOf(tag, series));
    if (isNew)
        known->second = m_names.add(tag, series);
    m_log.addScalar({stamp.tick, stamp.wallSeconds}, known->second, value);
}

} // namespace lensboard::visualizer
