#include "core/import/tables/exported_rows.h"

#include "core/bytes/valid_utf8.h"
#include "core/import/tensorboard/histogram_series.h"
#include "core/store/columns/run_store.h"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace lensboard::imports {

using record::SeriesRole;

namespace {

constexpr std::size_t kMaxSeries = 200'000;
constexpr std::size_t kLongestName = 10'000; ///< in bytes

bool isSameTick(record::TickStamp a, const record::TickStamp &b)
{
    a.wallSeconds = b.wallSeconds;
    return a == b;
}

/// Sorts values into series order. They arrive in the order of a table's columns and rows.
void sortBySeries(record::Frame &frame)
{
    std::vector<std::size_t> order(frame.values.size());
    std::iota(order.begin(), order.end(), 0);
    std::ranges::sort(order, {}, [&](std::size_t i) { return frame.values[i].series; });
    record::Frame sorted{frame.stamp, {}};
    for (const std::size_t i : order)
        sorted.add(frame.values[i], record::wallSecondsOf(frame.ownWallSeconds(i), frame.stamp.wallSeconds));
    sorted.histograms = std::move(frame.histograms);
    std::ranges::sort(sorted.histograms, {}, &record::SeriesHistogram::series);
    frame = std::move(sorted);
}

} // namespace

std::optional<std::uint32_t> ExportedRows::line(std::string_view tag, std::string_view layer, std::string_view label)
{
    return series({std::string(tag), m_lens, record::TagKind::Numerical, "value", tag == layer}, layer, label, SeriesRole::Line, {});
}

std::optional<std::uint32_t> ExportedRows::band(std::string_view tag, std::string_view layer, std::string_view lowLabel,
                                                std::string_view highLabel)
{
    return series({std::string(tag), m_lens, record::TagKind::Numerical, "value", tag == layer}, layer, lowLabel, SeriesRole::BandLow, highLabel);
}

std::optional<std::uint32_t> ExportedRows::foreignLine(std::string_view name)
{
    return foreign(name, ScalarNames::Content::Values);
}

std::optional<std::uint32_t> ExportedRows::foreignHistogram(std::string_view name)
{
    return foreign(name, ScalarNames::Content::Histograms);
}

std::optional<std::uint32_t> ExportedRows::foreign(std::string_view name, ScalarNames::Content content)
{
    const bool isHistogram = content == ScalarNames::Content::Histograms;
    const ScalarNames::Line line = m_names.lineOf(bytes::validUtf8(name), content);
    return series(line.tag, line.layer, ScalarNames::kLabel, isHistogram ? SeriesRole::Histogram : SeriesRole::Line, {});
}

std::optional<std::uint32_t> ExportedRows::series(const record::TagSpec &tag, std::string_view layer, std::string_view label,
                                                  SeriesRole role, std::string_view highLabel)
{
    const bool fits = std::max({tag.name.size(), layer.size(), label.size(), highLabel.size()}) <= kLongestName;
    const auto known = m_series.find({tag.name, std::string(layer), std::string(label), role});
    if (known != m_series.end())
        return known->second;
    if (!fits || m_series.size() == kMaxSeries) {
        ++m_leftOut;
        return std::nullopt;
    }
    record::TagSpec valid = tag;
    valid.name = bytes::validUtf8(tag.name);
    const std::uint32_t index = m_out.change().registerTag(valid);
    const std::string clean = bytes::validUtf8(layer);
    std::uint32_t first = 0;
    if (role == SeriesRole::Histogram)
        first = registerHistogram(m_out.change(), index, clean);
    else
        first = m_out.change().registerSeries({index, clean, bytes::validUtf8(label), role});
    if (role == SeriesRole::BandLow)
        m_out.change().registerSeries({index, clean, bytes::validUtf8(highLabel), SeriesRole::BandHigh});
    return m_series.emplace(Key{tag.name, layer, label, role}, first).first->second;
}

void ExportedRows::begin(const record::TickStamp &stamp)
{
    if (!isSameTick(stamp, m_frame.stamp))
        commit();
    if (m_frame.values.empty())
        m_frame.stamp = stamp;
    m_stamp = stamp;
}

void ExportedRows::add(std::uint32_t series, double value)
{
    if (!m_measured.insert(series).second) { // a second value at the same step
        commit();
        m_frame.stamp = m_stamp;
        m_measured.insert(series);
    }
    m_frame.add({series, value}, m_stamp.wallSeconds);
}

void ExportedRows::addHistogram(std::uint32_t series, BucketedValues values)
{
    if (!m_measured.insert(series).second) {
        commit();
        m_frame.stamp = m_stamp;
        m_measured.insert(series);
    }
    imports::addHistogram(m_frame, series, std::move(values), m_stamp.wallSeconds);
}

void ExportedRows::commit()
{
    if (!m_frame.values.empty()) {
        sortBySeries(m_frame);
        m_out.change().commit(m_frame);
    }
    m_frame = {};
    m_measured.clear();
}

} // namespace lensboard::imports
