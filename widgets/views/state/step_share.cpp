#include "widgets/views/state/step_share.h"

#include "core/store/columns/trace.h"

#include <algorithm>

namespace lensboard::widgets {

namespace {

/// Returns the steps since the previous tick. The first tick of a continued run counts as 1 step, because its predecessor is unknown.
double stepsOf(std::size_t frame, const store::TickTable &ticks)
{
    const record::TickStamp stamp = ticks[frame];
    if (frame > 0)
        return static_cast<double>(stamp.step - ticks[frame - 1].step);
    return stamp.tick == 1 ? static_cast<double>(stamp.step) : 1;
}

} // namespace

std::optional<std::uint32_t> coverageLine(std::span<const record::TagSpec> tags, std::span<const record::SeriesSpec> series, const std::string &lens)
{
    const auto tag = std::ranges::find(tags, record::kCoverageTag, &record::TagSpec::name);
    if (tag == tags.end() || tag->lens != record::kCoverageLens)
        return std::nullopt;
    const auto number = static_cast<std::uint32_t>(tag - tags.begin());
    const auto line = std::ranges::find_if(series, [&](const record::SeriesSpec &each) { return each.tag == number && each.label == lens; });
    if (line == series.end())
        return std::nullopt;
    return static_cast<std::uint32_t>(line - series.begin());
}

void StepShare::update(const store::Run &run, std::uint32_t line)
{
    constexpr std::size_t kAtOnce = 4096;
    for (std::size_t read = kAtOnce; read == kAtOnce;)
        run.visit({&line, 1}, [&](auto columns, auto &ticks) {
            const std::size_t known = columns.front().column.size();
            if (known < m_count) // the series was thinned
                *this = {};
            if (known == m_count) {
                read = 0;
                return;
            }
            const auto values = store::valuesAfter(columns.front(), m_last, kAtOnce);
            const bool isKnown = ticks.isExact() && std::ranges::none_of(columns.front().column.chunks(), &store::Chunk::isStandIn);
            read = isKnown ? values.size() : 0; // values of a remote run arrive later
            if (!isKnown)
                return;
            for (const store::PlacedValue &each : values) {
                const double steps = stepsOf(each.frame, ticks);
                m_measured += each.value * steps;
                m_all += steps;
                m_last = each;
            }
            m_count += read;
        });
}

} // namespace lensboard::widgets
