#include "widgets/plots/norm_scale.h"

#include "core/stats/extent.h"
#include "widgets/plots/tag_places.h"
#include "widgets/qt_text.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace lensboard::widgets {

namespace {

constexpr double kDecades = 1e3; ///< between a great value and a small one that a linear axis shows as zero
constexpr double kGrown = 1.2;   ///< so many times the values make it worth to read them again

/// Adds the number of values to \p read: values of a remote run arrive later.
stats::Extent extentOf(const ShownSeries &series, double &read)
{
    stats::Extent all;
    series.run->run->look({&series.index, 1}, [&](auto columns, auto &) {
        read += static_cast<double>(columns.front().column.size());
        for (const store::Chunk &chunk : columns.front().column.chunks())
            all.add(chunk.extent());
    });
    return all;
}

/// Tags of other tools have no quantity, but names such as train/grad_norm.
bool isNorm(const record::TagSpec &tag)
{
    const QString name = text(tag.name), quantity = text(tag.quantity);
    const bool isNamedSo = name.contains(QLatin1String("grad"), Qt::CaseInsensitive) && name.contains(QLatin1String("norm"), Qt::CaseInsensitive);
    return tag.kind == record::TagKind::Numerical && (quantity.endsWith(QLatin1String("norm")) || quantity.endsWith(QLatin1String("RMS")) || isNamedSo);
}

/// Zeros do not count: no scale shows them.
bool spansDecades(std::span<const ShownSeries *const> lines, double &read)
{
    bool spans = false, isNegative = false;
    double greatest = 0, leastOfGreatest = std::numeric_limits<double>::infinity();
    for (const ShownSeries *line : lines) {
        const stats::Extent extent = extentOf(*line, read);
        isNegative = isNegative || (extent.hasFinite() && extent.least < 0);
        if (!extent.hasFinite() || extent.greatest == 0)
            continue;
        spans = spans || (extent.least > 0 && extent.greatest >= kDecades * extent.least);
        greatest = std::max(greatest, extent.greatest);
        leastOfGreatest = std::min(leastOfGreatest, extent.greatest);
    }
    return !isNegative && (spans || (greatest > 0 && greatest >= kDecades * leastOfGreatest)); // a norm is never negative
}

} // namespace

bool NormScale::update(const BoardState &board, const record::TagSpec &tag, std::span<const ShownSeries> series)
{
    if (m_isLog || !isNorm(tag))
        return false;
    std::vector<const ShownSeries *> lines;
    double count = 0;
    for (const ShownSeries &each : series)
        if (isLine(each.spec) && board.isVisible(each) && !each.run->mean()) { // to count the values of a mean is to average them
            lines.push_back(&each);
            count += static_cast<double>(each.run->run->tally(each.index).count);
        }
    if (count == m_countRead || (count > m_countRead && count < kGrown * m_countRead))
        return false;
    m_countRead = 0;
    return m_isLog = spansDecades(lines, m_countRead);
}

} // namespace lensboard::widgets
