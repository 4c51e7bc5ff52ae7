#pragma once

#include "core/store/derived/heat_map.h"
#include "widgets/views/state/board_state.h"

#include <QString>

#include <span>
#include <vector>

namespace lensboard::widgets {

/// Content of one plot in a tag's grid.
struct TagPlace
{
    QString layer;                   ///< empty: all
    const ShownRun *run = nullptr;   ///< null: all
    const ShownRun *minus = nullptr; ///< run to subtract; null: none
    QString statistic = {};          ///< statistic of lines with their own axis; empty: all

    bool operator==(const TagPlace &) const = default;
};

bool isCount(const record::SeriesSpec &series); ///< number of non-finite values
bool isLine(const record::SeriesSpec &series);
/// Returns true if runs are shown as differences from the first visible run.
bool isDifference(const BoardState &board, const TagStyle &style);
/// Comparison of values of a tag, ratio on a logarithmic axis, else difference.
inline store::Comparison comparisonOf(bool isLog)
{
    return isLog ? store::Comparison::Ratio : store::Comparison::Difference;
}
/// Returns the visible layers of \p series: in model order, by name, or by last value with non-finite layers first and then the
/// greatest. Unreadable layers come last, in model order.
std::vector<QString> orderedLayers(const BoardState &board, std::span<const ShownSeries> series);

/// Returns the places wanted for \p series, all of one tag.
std::vector<TagPlace> placesOf(const BoardState &board, const TagStyle &style, std::span<const ShownSeries> series);
/// Returns true if \p series belongs to the plot at \p place with \p style. \p labels are the labels of all lines.
bool belongs(const ShownSeries &series, const TagPlace &place, const TagStyle &style, const QStringList &labels);
/// Returns \p tag as shown by the plot at \p place.
record::TagSpec tagAt(const record::TagSpec &tag, const TagPlace &place);
/// Title of the plot at \p place.
QString titleAt(const BoardState &board, const record::TagSpec &tag, const TagStyle &style, const TagPlace &place);

} // namespace lensboard::widgets
