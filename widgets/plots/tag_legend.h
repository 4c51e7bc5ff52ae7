#pragma once

#include "widgets/plots/board_state.h"
#include "widgets/plots/legend.h"
#include "widgets/plots/plot_theme.h"
#include "widgets/plots/series_colours.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace lensboard::widgets {

/// The names of the bands around all lines of a tag; a band of one line among several has the colour of that line.
class BandNames
{
public:
    /// Notes a band of which both ends were added, the lower one first.
    void add(const record::SeriesSpec &series);
    struct Name
    {
        QString low, name; ///< the name: low … high
    };
    /// The innermost first.
    const std::vector<Name> &names() const { return m_names; }

private:
    std::vector<Name> m_names;
    QString m_low; ///< of the band that is being added
};

/// The lines of a tag by run and label, each by its number among the tag's series.
class LinesByLabel
{
public:
    void add(const ShownSeries &series, std::size_t number) { m_numbers[{series.run, series.spec.label}].push_back(number); }
    /// In the order in which they were added.
    std::span<const std::size_t> of(const ShownRun *run, const QString &label) const;

private:
    std::map<std::pair<const ShownRun *, std::string>, std::vector<std::size_t>> m_numbers;
};

/// Returns the legend over the plots of \p tag, which has these \p series and \p lines. \p measuredShare is the share of steps
/// that a budget left to its lens. Of more than kMostNamed lines of runs, their kinds alone:
/// the runs are named beside the board.
Legend legendOf(const BoardState &board, const record::TagSpec &tag, const TagLook &look, const SeriesColours &colours,
                const BandNames &bands, std::span<const ShownSeries> series, const LinesByLabel &lines,
                std::optional<double> measuredShare, const PlotTheme &theme);
inline constexpr std::size_t kMostNamed = 8;

} // namespace lensboard::widgets
