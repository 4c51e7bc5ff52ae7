#include "widgets/tensors/recorded_tensors.h"

namespace lensboard::widgets {

bool RecordedTensors::follow()
{
    const store::RunChanges changes = m_run->since(m_cursor);
    if (changes.restarted) {
        m_tags.clear();
        m_places.clear();
        m_bytesOfLast.clear();
        m_seriesSeen = 0;
    }
    const std::size_t tagsBefore = m_tags.size();
    for (const auto &[number, spec] : changes.tags)
        take(number, spec);
    bool isNews = changes.restarted || m_tags.size() != tagsBefore;
    for (const record::SeriesSpec &series : changes.series) {
        const auto index = static_cast<std::uint32_t>(m_seriesSeen++);
        const auto place = m_places.find(series.tag);
        if (series.role != record::SeriesRole::Tensor || place == m_places.end())
            continue;
        m_tags[place->second].series.push_back({index, series.layer, series.label});
        isNews = true;
    }
    return isNews;
}

void RecordedTensors::take(std::uint32_t number, const record::TagSpec &spec)
{
    if (spec.kind != record::TagKind::Tensors || m_places.contains(number))
        return;
    m_places[number] = m_tags.size();
    m_tags.push_back({spec.name, spec.lens, {}});
}

double RecordedTensors::sizeOf(const Tag &tag) const
{
    double bytes = 0;
    for (const Series &series : tag.series) {
        const auto places = m_run->tensorPlaces(series.index);
        if (places.empty())
            continue;
        auto known = m_bytesOfLast.find(series.index);
        if (known == m_bytesOfLast.end()) {
            const auto last = m_run->tensor(series.index, places.back().frame);
            known = m_bytesOfLast.emplace(series.index, last ? static_cast<double>(last->values.size() * sizeof(float)) : 0).first;
        }
        bytes += known->second * static_cast<double>(places.size());
    }
    return bytes;
}

} // namespace lensboard::widgets
