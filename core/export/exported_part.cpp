#include "core/export/exported_part.h"

#include "core/record/valid_utf8.h"

#include <algorithm>
#include <set>

namespace lensboard::exports {

namespace {

store::RunChanges everything(const store::Run &run)
{
    store::RunCursor cursor;
    return run.since(cursor);
}

} // namespace

ExportedPart::ExportedPart(const store::Run &run, const store::Selection &part, record::Progress &progress)
    : m_run(run), m_part(part), m_progress(progress), m_all(everything(run)), m_ticks(run.ticks(0, m_all.lastFrame))
{
    for (const auto &[index, tag] : m_all.tags)
        if (part.hasTag(tag.name) && tag.kind != record::TagKind::Tensors)
            m_tags.insert_or_assign(index, tag);
    std::uint64_t values = 0;
    for (std::uint32_t i = 0; i < m_all.series.size(); ++i) {
        const record::SeriesSpec &series = m_all.series[i];
        const auto tag = m_tags.find(series.tag);
        if (hasValues(series.role) && tag != m_tags.end() && (!store::isLayer(tag->second, series.layer) || part.hasLayer(series.layer))) {
            m_series.push_back(i);
            values += run.tally(i).count;
        }
    }
    progress.total = values;
}

std::vector<std::uint32_t> ExportedPart::seriesOf(std::uint32_t tag) const
{
    std::vector<std::uint32_t> found;
    std::copy_if(m_series.begin(), m_series.end(), std::back_inserter(found),
                 [&](std::uint32_t series) { return m_all.series[series].tag == tag; });
    return found;
}

bool ExportedPart::forEachBlock(const std::vector<std::uint32_t> &series,
                                const std::function<void(const std::vector<record::Frame> &)> &write) const
{
    store::SelectedFrames selected(m_run, m_ticks, series, m_part.firstStep, m_part.lastStep);
    while (!m_progress.stop.stop_requested()) {
        const std::vector<record::Frame> frames = selected.next();
        if (frames.empty())
            return true;
        write(frames);
        for (const record::Frame &frame : frames)
            m_progress.done += frame.values.size();
    }
    return false;
}

std::string fileStem(const std::string &tag)
{
    constexpr std::size_t kLongestStem = 200; // file systems take 255 bytes
    std::string stem;
    for (const char c : tag.substr(0, kLongestStem))
        stem += std::isalnum(static_cast<unsigned char>(c)) ? static_cast<char>(std::tolower(c)) : '_';
    return stem.empty() ? "_" : stem;
}

std::vector<std::string> distinct(std::vector<std::string> names)
{
    std::set<std::string> taken;
    for (std::string &name : names) {
        const std::string wanted = record::validUtf8(name);
        name = wanted;
        for (int number = 2; !taken.insert(name).second; ++number)
            name = wanted + " (" + std::to_string(number) + ')';
    }
    return names;
}

} // namespace lensboard::exports
