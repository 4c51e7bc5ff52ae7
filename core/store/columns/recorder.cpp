#include "core/store/columns/recorder.h"

#include "core/record/message.h"
#include "core/store/columns/run_store.h"

#include <stdexcept>

namespace lensboard::store {

using record::SeriesRole;

Recorder::Recorder(std::shared_ptr<RunStore> store) : m_store(std::move(store))
{
    RunCursor cursor;
    const RunChanges known = m_store->since(cursor);
    std::unordered_map<std::uint32_t, std::string> names;
    for (const auto &[index, tag] : known.tags) {
        m_tags[tag.name].index = index;
        names[index] = tag.name;
    }
    for (std::uint32_t id = 0; id < known.series.size(); ++id)
        m_tags[names.at(known.series[id].tag)].series.emplace_back(known.series[id], id);
}

void Recorder::registerTag(const record::TagSpec &tag)
{
    m_tags[tag.name].index = m_store->registerTag(tag);
}

void Recorder::plotNumerical(const record::TickStamp &stamp, const std::string &tag,
                             const visualizer::Readings &readings)
{
    stage(stamp, tag, readings);
}

void Recorder::plotProbabilities(const record::TickStamp &stamp, const std::string &tag,
                                 const visualizer::Readings &readings)
{
    stage(stamp, tag, readings);
}

void Recorder::plotRelations(const record::TickStamp &stamp, const std::string &tag,
                             const visualizer::Readings &readings)
{
    stage(stamp, tag, readings);
}

void Recorder::endTick(const record::TickStamp &stamp)
{
    m_staged.stamp = stamp;
    if (m_staged.valueWallSeconds.empty() && m_stagedSeconds != 0 && m_stagedSeconds != stamp.wallSeconds)
        m_staged.valueWallSeconds.assign(m_staged.values.size(), m_stagedSeconds);
    m_stagedSeconds = 0;
    const std::size_t size = m_staged.values.size();
    m_store->commit(m_staged);
    m_staged = {};
    m_staged.values.reserve(size);
}

void Recorder::note(const record::RunEvent &event)
{
    m_store->append(event);
}

Recorder::KnownTag &Recorder::begin(const std::string &tag)
{
    const auto found = m_tags.find(tag);
    if (found == m_tags.end())
        throw std::invalid_argument(record::message("tag \"%1\" was plotted before it was registered", tag));
    found->second.expected = 0;
    return found->second;
}

void Recorder::plotTensors(const record::TickStamp &, const std::string &tagName, const visualizer::TensorReadings &readings)
{
    KnownTag &tag = begin(tagName);
    for (const visualizer::TensorReading &reading : readings)
        m_staged.tensors.push_back({seriesId(tag, reading.layer, reading.label, SeriesRole::Tensor), reading.tensor});
}

void Recorder::stage(const record::TickStamp &stamp, const std::string &tagName, const visualizer::Readings &readings)
{
    KnownTag &tag = begin(tagName);
    const std::size_t first = m_staged.values.size();
    for (const visualizer::LayerReading &reading : readings) {
        for (const visualizer::LabelledValue &line : reading.values)
            m_staged.values.push_back({seriesId(tag, reading.layer, line.label, SeriesRole::Line), line.value});
        for (const visualizer::LabelledRange &band : reading.ranges) {
            const auto low = seriesId(tag, reading.layer, band.lowLabel, SeriesRole::BandLow);
            const auto high = seriesId(tag, reading.layer, band.highLabel, SeriesRole::BandHigh);
            m_staged.values.push_back({low, band.low});
            m_staged.values.push_back({high, band.high});
        }
    }
    noteTime(stamp.wallSeconds, first);
}

/// That the values from number \p firstValue on were measured at \p wallSeconds.
void Recorder::noteTime(double wallSeconds, std::size_t firstValue)
{
    if (firstValue == 0)
        m_stagedSeconds = wallSeconds;
    if (m_staged.valueWallSeconds.empty() && wallSeconds == m_stagedSeconds)
        return;
    m_staged.valueWallSeconds.resize(firstValue, m_stagedSeconds);
    m_staged.valueWallSeconds.resize(m_staged.values.size(), wallSeconds);
}

std::uint32_t Recorder::seriesId(KnownTag &tag, const std::string &layer, const std::string &label,
                                 SeriesRole role)
{
    const auto matches = [&](const auto &known) {
        return known.first.role == role && known.first.label == label && known.first.layer == layer;
    };
    for (std::size_t i = 0; i < tag.series.size(); ++i) { // the expected one first, then all others
        const std::size_t position = (tag.expected + i) % tag.series.size();
        if (matches(tag.series[position])) {
            tag.expected = position + 1;
            return tag.series[position].second;
        }
    }
    const record::SeriesSpec spec{tag.index, layer, label, role};
    tag.series.emplace_back(spec, m_store->registerSeries(spec));
    tag.expected = tag.series.size();
    return tag.series.back().second;
}

} // namespace lensboard::store
