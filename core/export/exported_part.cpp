#include "core/export/exported_part.h"

#include "core/bytes/valid_utf8.h"

#include <algorithm>
#include <numeric>
#include <set>
#include <tuple>

namespace lensboard::exports {

using record::SeriesRole;

namespace {

using LayerOfTag = std::pair<std::uint32_t, std::string>;
using StampKey = std::tuple<std::int64_t, std::int64_t, double>; ///< step, tick, time
using HistogramsByStamp = std::map<StampKey, std::shared_ptr<const record::Histogram>>;

store::RunChanges everything(const store::Run &run)
{
    store::RunCursor cursor;
    return run.since(cursor);
}

StampKey keyOf(const record::TickStamp &stamp)
{
    return {stamp.step, stamp.tick, stamp.wallSeconds};
}

HistogramsByStamp histogramsOf(const store::Run &run, std::uint32_t series)
{
    HistogramsByStamp histograms;
    for (const store::StampedHistogram &placed : run.histograms(series))
        if (!placed.histogram->counts.empty())
            histograms[keyOf(placed.stamp)] = placed.histogram;
    return histograms;
}

std::optional<double> valueOf(const ExportedTick &tick, std::optional<std::uint32_t> series)
{
    const auto isIt = [&](const record::SeriesValue &value) { return value.series == series; };
    const auto found = std::find_if(tick.values.begin(), tick.values.end(), isIt);
    return found == tick.values.end() ? std::nullopt : std::optional(found->value);
}

/// Splits a tick by measurement time, in ascending order.
std::vector<ExportedTick> parts(record::Frame frame)
{
    if (frame.valueWallSeconds.empty())
        return {{frame.stamp, std::move(frame.values), {}}};
    std::map<double, ExportedTick> byTime;
    for (std::size_t i = 0; i < frame.values.size(); ++i) {
        record::TickStamp stamp = frame.stamp;
        stamp.wallSeconds = record::wallSecondsOf(frame.ownWallSeconds(i), stamp.wallSeconds);
        byTime.try_emplace(stamp.wallSeconds, ExportedTick{stamp, {}, {}}).first->second.values.push_back(frame.values[i]);
    }
    std::vector<ExportedTick> parts;
    for (auto &[time, part] : byTime)
        parts.push_back(std::move(part));
    return parts;
}

} // namespace

ExportedPart::ExportedPart(const store::Run &run, const store::Selection &part, record::Progress &progress)
    : m_run(run), m_part(part), m_progress(progress), m_all(everything(run)), m_ticks(run.ticks(0, m_all.lastFrame))
{
    for (const auto &[index, tag] : m_all.tags)
        if (part.hasTag(tag.name) && tag.kind != record::TagKind::Tensors)
            m_tags.insert_or_assign(index, tag);
    findSeries();
}

void ExportedPart::Made::add(std::uint32_t index, SeriesRole role)
{
    series.push_back(index);
    auto &first = role == SeriesRole::BandLow ? min : role == SeriesRole::BandHigh ? max : mean;
    if (!first)
        first = index;
}

void ExportedPart::findSeries()
{
    std::map<LayerOfTag, std::uint32_t> histograms; // the last so far
    std::uint64_t values = 0;
    for (std::uint32_t i = 0; i < m_all.series.size(); ++i) {
        const record::SeriesSpec &series = spec(i);
        const auto tag = m_tags.find(series.tag);
        if (series.role == SeriesRole::Tensor || tag == m_tags.end() || (store::isLayer(tag->second, series.layer) && !m_part.hasLayer(series.layer)))
            continue;
        values += m_run.tally(i).count;
        if (series.role == SeriesRole::Histogram)
            histograms[{series.tag, series.layer}] = i;
        const auto histogram = histograms.find({series.tag, series.layer});
        if (histogram == histograms.end() || histogram->second == i)
            m_series.push_back(i);
        else
            m_made[histogram->second].add(i, series.role);
    }
    m_progress.total = values;
}

std::vector<std::uint32_t> ExportedPart::seriesOf(std::uint32_t tag) const
{
    std::vector<std::uint32_t> found;
    std::copy_if(m_series.begin(), m_series.end(), std::back_inserter(found),
                 [&](std::uint32_t series) { return spec(series).tag == tag; });
    return found;
}

std::vector<record::RunEvent> ExportedPart::texts() const
{
    std::vector<record::RunEvent> texts;
    if (m_part.tags)
        return texts;
    for (const record::RunEvent &event : m_all.events)
        if (event.kind == record::RunEvent::Kind::Text && m_part.hasStep(static_cast<double>(event.step)))
            texts.push_back(event);
    std::stable_sort(texts.begin(), texts.end(), [](const auto &a, const auto &b) { return a.step < b.step; });
    return texts;
}

bool ExportedPart::forEachBlock(const std::vector<std::uint32_t> &series, const Write &write) const
{
    std::vector<std::uint32_t> read;
    std::map<std::uint32_t, HistogramsByStamp> histograms;
    for (const std::uint32_t index : series)
        if (spec(index).role != SeriesRole::Histogram)
            read.push_back(index);
        else if (const auto made = m_made.find(index); made != m_made.end()) { // derived series always include the mean
            histograms[index] = histogramsOf(m_run, index);
            read.insert(read.end(), made->second.series.begin(), made->second.series.end());
        }
    std::sort(read.begin(), read.end());
    store::SelectedFrames selected(m_run, m_ticks, read, m_part.firstStep, m_part.lastStep);
    while (!m_progress.stop.stop_requested()) {
        std::vector<record::Frame> frames = selected.next();
        if (frames.empty())
            return true;
        std::vector<ExportedTick> ticks;
        for (record::Frame &frame : frames) {
            m_progress.done += frame.values.size();
            for (ExportedTick &part : parts(std::move(frame)))
                ticks.push_back(std::move(part));
        }
        for (ExportedTick &tick : ticks) {
            for (const auto &[index, byStamp] : histograms)
                if (const auto found = byStamp.find(keyOf(tick.stamp)); found != byStamp.end())
                    tick.histograms.push_back(exported(index, found->second, tick));
            if (!histograms.empty())
                std::erase_if(tick.values, [&](const auto &value) { return !std::binary_search(series.begin(), series.end(), value.series); });
        }
        write(ticks);
    }
    return false;
}

ExportedHistogram ExportedPart::exported(std::uint32_t series, std::shared_ptr<const record::Histogram> histogram,
                                         const ExportedTick &tick) const
{
    const Made &made = m_made.at(series);
    const double low = histogram->edges.front(), high = histogram->edges.back();
    const double mean = valueOf(tick, made.mean).value_or(std::midpoint(low, high));
    return {series, std::move(histogram), mean, valueOf(tick, made.min).value_or(low), valueOf(tick, made.max).value_or(high)};
}

std::string fileStem(const std::string &tag)
{
    constexpr std::size_t kLongestStem = 200; // file systems allow 255 bytes
    std::string stem;
    for (const char c : tag.substr(0, kLongestStem))
        stem += std::isalnum(static_cast<unsigned char>(c)) ? static_cast<char>(std::tolower(c)) : '_';
    return stem.empty() ? "_" : stem;
}

std::vector<std::string> distinct(std::vector<std::string> names, const std::vector<std::string> &marks)
{
    std::set<std::string> taken;
    for (std::size_t i = 0; i < names.size(); ++i) {
        const std::string mark = marks.empty() ? "" : marks[i], wanted = bytes::validUtf8(names[i]);
        names[i] = wanted + mark;
        for (int number = 2; !taken.insert(names[i]).second; ++number)
            names[i] = wanted + " (" + std::to_string(number) + ')' + mark;
    }
    return names;
}

} // namespace lensboard::exports
