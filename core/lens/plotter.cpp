#include "core/lens/plotter.h"

#include <algorithm>
#include <stdexcept>

namespace lensboard::lens {

void Plotter::registerTag(const record::TagSpec &tag)
{
    m_tags[tag.name] = {m_out.registerTag(tag)};
}

Plotter::Plot Plotter::plot(const record::TagSpec &tag)
{
    const auto known = m_tags.find(tag.name);
    if (known == m_tags.end())
        throw std::out_of_range("tag \"" + tag.name + "\" is plotted before it was registered");
    return {*this, known->second};
}

std::uint32_t &Plotter::seriesAt(Tag &tag, std::size_t row, std::size_t column)
{
    if (row >= tag.series.size())
        tag.series.resize(row + 1);
    std::vector<std::uint32_t> &columns = tag.series[row];
    if (column >= columns.size())
        columns.resize(column + 1, kUnknown);
    return columns[column];
}

std::uint32_t Plotter::registerSeries(record::SeriesSpec series)
{
    const std::uint32_t number = m_out.registerSeries(series);
    m_series[number] = std::move(series);
    return number;
}

std::size_t Plotter::Plot::rowOf(std::string_view name)
{
    const auto known = m_tag.rows.find(name);
    return known != m_tag.rows.end() ? known->second : m_tag.rows.emplace(name, m_tag.rows.size()).first->second;
}

std::optional<double> Plotter::find(const std::string &tag, const std::string &layer, const std::string &label) const
{
    const auto known = m_tags.find(tag);
    if (known == m_tags.end())
        return std::nullopt;
    const auto isIt = [&](std::uint32_t number) {
        const record::SeriesSpec &series = m_series.at(number);
        return series.tag == known->second.number && series.role == record::SeriesRole::Line && (layer.empty() || series.layer == layer)
            && (label.empty() || series.label == label);
    };
    if (const auto found = std::ranges::find_if(m_values, isIt, &record::SeriesValue::series); found != m_values.end())
        return found->value;
    const auto late = std::ranges::find_if(m_late, isIt, &record::LateValue::series);
    return late == m_late.end() ? std::nullopt : std::optional(late->value.get());
}

void Plotter::endTick(const record::TickStamp &stamp)
{
    if (!m_values.empty())
        m_out.plot(stamp, m_values);
    if (!m_late.empty())
        m_out.plotLate(stamp, m_late);
    if (!m_tensors.empty())
        m_out.plotTensors(stamp, m_tensors);
    if (!m_histograms.empty())
        m_out.plotHistograms(stamp, m_histograms);
    m_values.clear();
    m_late.clear();
    m_tensors.clear();
    m_histograms.clear();
    m_out.endTick(stamp);
}

} // namespace lensboard::lens
