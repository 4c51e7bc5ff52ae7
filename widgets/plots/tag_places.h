#pragma once

#include "core/store/derived/heat_map.h"
#include "widgets/plots/board_state.h"

#include <QString>

#include <span>
#include <vector>

namespace lensboard::widgets {

/// What a plot of a tag's grid shows.
struct TagPlace
{
    QString layer;                   ///< empty: all
    const ShownRun *run = nullptr;   ///< null: all
    const ShownRun *minus = nullptr; ///< the run that is taken from it; null: none
    QString statistic = {};          ///< of lines that do not share an axis with others; empty: all

    bool operator==(const TagPlace &) const = default;
};

bool isCount(const record::SeriesSpec &series); ///< of values that were not finite
bool isLine(const record::SeriesSpec &series);
/// Whether runs are shown as their differences from the first that is visible.
bool isDifference(const BoardState &board, const TagLook &look);
/// How values of a tag are compared, which is drawn on a logarithmic axis or not.
inline store::Comparison comparisonOf(bool isLog)
{
    return isLog ? store::Comparison::Ratio : store::Comparison::Difference;
}
/// The layers of \p series that are visible: in model order, by name, or what is not finite first and then by the last value, the
/// greatest first. What cannot be read any more comes last, in model order.
std::vector<QString> orderedLayers(const BoardState &board, std::span<const ShownSeries> series);

/// Those that are wanted of \p series, all of one tag.
std::vector<TagPlace> placesOf(const BoardState &board, const TagLook &look, std::span<const ShownSeries> series);
/// Whether \p series goes into a plot that stands for \p place and is drawn as \p look says. \p labels are those of all lines.
bool belongs(const ShownSeries &series, const TagPlace &place, const TagLook &look, const QStringList &labels);
/// \p tag as the plot at \p place shows it.
record::TagSpec tagAt(const record::TagSpec &tag, const TagPlace &place);
/// What is said over the plot at \p place.
QString titleAt(const BoardState &board, const record::TagSpec &tag, const TagLook &look, const TagPlace &place);

} // namespace lensboard::widgets
