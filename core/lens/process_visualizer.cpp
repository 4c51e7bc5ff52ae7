#include "core/lens/process_visualizer.h"

#include "core/record/message.h"

namespace lensboard::lens {

std::uint32_t ProcessVisualizer::append(Numbers &numbers, std::optional<std::uint32_t> number)
{
    numbers.push_back(number);
    return static_cast<std::uint32_t>(numbers.size() - 1);
}

std::uint32_t ProcessVisualizer::registerTag(const record::TagSpec &tag)
{
    if (tag.big)
        return append(m_tags, std::nullopt);
    record::TagSpec own = tag;
    own.name = record::term("%1, by Process", tag.name);
    return append(m_tags, m_out.registerTag(own));
}

std::uint32_t ProcessVisualizer::registerSeries(const record::SeriesSpec &series)
{
    const std::optional<std::uint32_t> tag = m_tags.at(series.tag);
    if (!tag || series.role != record::SeriesRole::Line)
        return append(m_series, std::nullopt);
    record::SeriesSpec own = series;
    own.tag = *tag;
    own.label = record::term("%1, process %2", series.label, m_rank);
    return append(m_series, m_out.registerSeries(own));
}

void ProcessVisualizer::plot(const record::TickStamp &stamp, std::span<const record::SeriesValue> values)
{
    std::vector<record::SeriesValue> own;
    for (const auto &[series, value] : values)
        if (const std::optional<std::uint32_t> number = m_series.at(series))
            own.push_back({*number, value});
    m_out.plot(stamp, own);
}

} // namespace lensboard::lens
