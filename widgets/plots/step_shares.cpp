#include "widgets/plots/step_shares.h"

#include "widgets/plots/read_or.h"

#include <algorithm>

namespace lensboard::widgets {

namespace {

/// The line of \p lens among the shares of measured steps.
std::optional<std::uint32_t> coverageOf(const ShownRun &run, const std::string &lens)
{
    const auto tag = std::ranges::find(run.tagSpecs, record::kCoverageTag, &record::TagSpec::name);
    if (tag == run.tagSpecs.end() || tag->lens != record::kCoverageLens)
        return std::nullopt;
    const auto number = static_cast<std::uint32_t>(tag - run.tagSpecs.begin());
    const auto line = std::ranges::find_if(run.seriesSpecs, [&](const record::SeriesSpec &each) { return each.tag == number && each.label == lens; });
    if (line == run.seriesSpecs.end())
        return std::nullopt;
    return static_cast<std::uint32_t>(line - run.seriesSpecs.begin());
}

/// Returns the steps since the tick before. A run that continues another one begins in the middle.
double stepsOf(std::size_t frame, const store::TickTable &ticks)
{
    const record::TickStamp stamp = ticks[frame];
    if (frame > 0)
        return static_cast<double>(stamp.step - ticks[frame - 1].step);
    return stamp.tick == 1 ? static_cast<double>(stamp.step) : 1;
}

} // namespace

std::optional<double> StepShares::measuredShare(const BoardState &board, const std::string &lens)
{
    std::optional<double> least;
    for (const ShownRun *run : board.visibleRuns())
        if (const auto series = coverageOf(*run, lens)) {
            Sum &sum = m_sums[run];
            readOr(0, [&] {
                readOn(sum, *run->run, *series);
                return 0;
            });
            if (sum.all > 0)
                least = std::min(least.value_or(1), sum.measured / sum.all);
        }
    return least;
}

void StepShares::readOn(Sum &sum, const store::Run &run, std::uint32_t series)
{
    constexpr std::size_t kAtOnce = 4096;
    for (std::size_t read = kAtOnce; read == kAtOnce;)
        run.look({&series, 1}, [&](auto columns, auto &ticks) {
            const std::size_t known = columns.front().column.size();
            if (known < sum.count) // thinned
                sum = {};
            if (known == sum.count) {
                read = 0;
                return;
            }
            const auto values = store::valuesAfter(columns.front(), sum.last, kAtOnce);
            const bool isKnown = ticks.isExact() && std::ranges::none_of(columns.front().column.chunks(), &store::Chunk::isStandIn);
            read = isKnown ? values.size() : 0; // of a run on another machine they come later
            if (!isKnown)
                return;
            for (const store::PlacedValue &each : values) {
                const double steps = stepsOf(each.frame, ticks);
                sum.measured += each.value * steps;
                sum.all += steps;
                sum.last = each;
            }
            sum.count += read;
        });
}

} // namespace lensboard::widgets
