#pragma once

#include "core/runs/run_column.h"
#include "widgets/axes/plot_theme.h"

#include <QIcon>
#include <QVariant>

#include <optional>
#include <span>
#include <vector>

namespace lensboard::widgets {

/// The colour of a run's lines in every theme: one of the series colours, or a place on the scale of quantities. Muted if neither
/// is set.
struct RunColour
{
    std::optional<int> index = 0; ///< in the set; repeated hues have another lightness and other dashes
    std::optional<double> share = {}; ///< from 0 to 1

    QColor in(const PlotTheme &theme) const;
    Qt::PenStyle dashes() const;
    QVariant sign(const PlotTheme &theme) const;
    /// Returns the line swatch as an icon.
    QIcon icon(const PlotTheme &theme) const;

    bool operator==(const RunColour &) const = default;
};

/// Returns a sample of \p colour, or a line with \p dashes, for the decoration role of an item view.
QVariant lineSwatch(const QColor &colour, Qt::PenStyle dashes);

/// The style of a run's lines, and their visibility.
struct RunStyle
{
    RunColour colour = {};
    bool isChecked = true; ///< checked by the user
    bool isFound = true;   ///< accepted by the filter of the run list

    bool isVisible() const { return isChecked && isFound; }
    bool operator==(const RunStyle &) const = default;
};

/// Returns a colour for each of \p values: from the set if there are few distinct values, else along a scale, logarithmic if
/// runs::RunAxis says so. Missing and non-finite values are muted.
std::vector<RunColour> coloursOf(std::span<const runs::RunValue> values);

} // namespace lensboard::widgets
