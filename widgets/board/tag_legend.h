#pragma once

#include "widgets/axes/plot_theme.h"
#include "widgets/views/legend.h"
#include "widgets/views/series_colours.h"
#include "widgets/views/state/board_state.h"

#include <map>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace lensboard::widgets {

/// Names of the bands around all lines of a tag. A band of one line among several has its line's colour and no name.
class BandNames
{
public:
    /// Adds one end of a band; the lower end must come first.
    void add(const record::SeriesSpec &series);
    struct Name
    {
        QString low, name; ///< name: "low … high"
    };
    /// Innermost first.
    const std::vector<Name> &names() const { return m_names; }

private:
    std::vector<Name> m_names;
    QString m_low; ///< lower end of the band being added
};

/// The lines of a tag by run and label, as indexes into the tag's series.
class LinesByLabel
{
public:
    void add(const ShownSeries &series, std::size_t number) { m_numbers[{series.run, series.spec.label}].push_back(number); }
    /// Indexes in the order of adding.
    std::span<const std::size_t> of(const ShownRun *run, const QString &label) const;

private:
    std::map<std::pair<const ShownRun *, std::string>, std::vector<std::size_t>> m_numbers;
};

/// Legend above the plots of \p tag with the series \p series and lines \p lines. \p measuredShare: share of steps that its lens
/// measured within a budget. More than kMaxNamed runs are not named, because the table of runs beside the board names them.
Legend legendOf(const BoardState &board, const record::TagSpec &tag, const TagStyle &style, const SeriesColours &colours,
                const BandNames &bands, std::span<const ShownSeries> series, const LinesByLabel &lines,
                std::optional<double> measuredShare, const PlotTheme &theme);
inline constexpr std::size_t kMaxNamed = 8;

} // namespace lensboard::widgets
