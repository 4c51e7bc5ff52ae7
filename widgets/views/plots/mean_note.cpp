#include "widgets/views/plots/mean_note.h"

#include "core/store/derived/ensemble_run.h"

#include <QCoreApplication>

#include <algorithm>
#include <limits>

namespace lensboard::widgets {

namespace {

constexpr std::size_t kMaxListed = 4;

struct MeanNote
{
    Q_DECLARE_TR_FUNCTIONS(MeanNote)
};

/// Returns the number of runs for each part of a mean that overlaps \p seen.
std::vector<std::size_t> seenCounts(const ShownSeries &series, XAxis x, const Stretch &seen)
{
    std::vector<std::size_t> counts;
    double end = std::numeric_limits<double>::infinity();
    const auto stretches = series.run->mean()->stretches(series.index);
    for (std::size_t i = stretches.size(); i-- > 0;) {
        const double begin = series.run->placeOf(stretches[i].firstStep, x).value_or(end);
        if (begin <= seen.high && end > seen.low)
            counts.insert(counts.begin(), stretches[i].runs);
        end = begin;
    }
    return counts;
}

} // namespace

QString meanNote(const ShownSeries &series, XAxis x, const Stretch &seen)
{
    if (!series.run->mean())
        return {};
    const std::size_t all = series.run->mean()->runCount();
    const std::vector<std::size_t> counts = seenCounts(series, x, seen);
    if (std::ranges::all_of(counts, [all](std::size_t count) { return count == all; }))
        return {};
    if (counts.size() == 1)
        return MeanNote::tr("mean of %1 of %2 runs").arg(counts.front()).arg(all);
    if (counts.size() > kMaxListed) {
        const auto [least, most] = std::ranges::minmax(counts);
        return MeanNote::tr("mean of %1 to %2 runs").arg(least).arg(most);
    }
    QString listed;
    for (const std::size_t count : counts)
        listed = listed.isEmpty() ? QString::number(count) : MeanNote::tr("%1, then %2").arg(listed).arg(count);
    return MeanNote::tr("mean of %1 runs").arg(listed);
}

} // namespace lensboard::widgets
