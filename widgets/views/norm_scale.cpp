#include "widgets/views/norm_scale.h"

#include "core/stats/extent.h"
#include "core/store/columns/trace.h"
#include "widgets/qt_text.h"
#include "widgets/views/tag_places.h"

#include <algorithm>
#include <limits>
#include <vector>

namespace lensboard::widgets {

namespace {

constexpr double kDecades = 1e3; ///< ratio of two values that makes the smaller one look like zero on a linear axis
constexpr double kGrown = 1.2;   ///< values are read again after growing by this factor

/// Adds the number of values to \p read: values of a remote run arrive later.
stats::Extent extentOf(const ShownSeries &series, double &read)
{
    stats::Extent all;
    series.run->run->visit({&series.index, 1}, [&](auto columns, auto &) {
        read += static_cast<double>(columns.front().column.size());
        for (const store::Chunk &chunk : columns.front().column.chunks())
            all.add(chunk.extent());
    });
    return all;
}

/// Also recognises tags of other tools by names such as train/grad_norm, because they have no quantity.
bool isNorm(const record::TagSpec &tag)
{
    const QString name = text(tag.name), quantity = text(tag.quantity);
    const bool isNamedSo = name.contains(QLatin1String("grad"), Qt::CaseInsensitive) && name.contains(QLatin1String("norm"), Qt::CaseInsensitive);
    return tag.kind == record::TagKind::Numerical && (quantity.endsWith(QLatin1String("norm")) || quantity.endsWith(QLatin1String("RMS")) || isNamedSo);
}

/// Ignores zeros, because no scale shows them.
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
    return !isNegative && (spans || (greatest > 0 && greatest >= kDecades * leastOfGreatest)); // norms are never negative
}

} // namespace

bool NormScale::update(const BoardState &board, const record::TagSpec &tag, std::span<const ShownSeries> series)
{
    if (m_isLog || !isNorm(tag))
        return false;
    std::vector<const ShownSeries *> lines;
    double count = 0;
    for (const ShownSeries &each : series)
        if (isLine(each.spec) && board.isVisible(each) && !each.run->mean()) { // excludes means, because counting their values would average them
            lines.push_back(&each);
            count += static_cast<double>(each.run->run->tally(each.index).count);
        }
    if (count == m_countRead || (count > m_countRead && count < kGrown * m_countRead))
        return false;
    m_countRead = 0;
    return m_isLog = spansDecades(lines, m_countRead);
}

} // namespace lensboard::widgets
