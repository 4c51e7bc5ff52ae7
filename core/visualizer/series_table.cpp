#include "core/visualizer/series_table.h"

namespace lensboard::visualizer {

SeriesTable::Number SeriesTable::addTag(const record::TagSpec &tag)
{
    const auto [known, isNew] = m_tagNumbers.try_emplace(tag.name, static_cast<std::uint32_t>(m_tags.size()));
    if (isNew)
        m_tags.push_back(tag);
    else
        m_tags[known->second] = tag;
    return {known->second, isNew};
}

SeriesTable::Number SeriesTable::addSeries(const record::SeriesSpec &series)
{
    const auto [known, isNew] = m_seriesNumbers.try_emplace(series, static_cast<std::uint32_t>(m_series.size()));
    if (isNew)
        m_series.push_back(series);
    return {known->second, isNew};
}

} // namespace lensboard::visualizer
