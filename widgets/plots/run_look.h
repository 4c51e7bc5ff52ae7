#pragma once

#include "core/runs/run_column.h"
#include "widgets/plots/plot_theme.h"

#include <QIcon>
#include <QVariant>

#include <optional>
#include <span>
#include <vector>

namespace lensboard::widgets {

/// The colour of a run's lines in either theme: one of the set of series, or a place on the scale of quantities. Muted without both.
struct RunColour
{
    std::optional<int> index = 0; ///< of the set; where a hue comes again it has another lightness and other dashes
    std::optional<double> share = {}; ///< from 0 to 1

    QColor in(const PlotTheme &theme) const;
    Qt::PenStyle dashes() const;
    QVariant sign(const PlotTheme &theme) const;
    /// The same as an icon.
    QIcon icon(const PlotTheme &theme) const;

    bool operator==(const RunColour &) const = default;
};

/// \p colour, or a piece of a line with \p dashes, as an item view decorates a cell.
QVariant lineSwatch(const QColor &colour, Qt::PenStyle dashes);

/// How the lines of a run look, and whether they are drawn.
struct RunLook
{
    RunColour colour = {};
    bool isChecked = true; ///< chosen by hand
    bool isFound = true;   ///< by the filter of the list of runs

    bool isVisible() const { return isChecked && isFound; }
    bool operator==(const RunLook &) const = default;
};

/// Returns a colour for each of \p values: from the set if there are few distinct values, else along a scale, logarithmic if
/// runs::RunAxis says so. Missing and non-finite values are muted.
std::vector<RunColour> coloursOf(std::span<const runs::RunValue> values);

} // namespace lensboard::widgets
