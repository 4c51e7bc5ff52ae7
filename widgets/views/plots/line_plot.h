#pragma once

#include "widgets/axes/value_labels.h"
#include "widgets/axes/value_scale.h"
#include "widgets/views/series_colours.h"
#include "widgets/views/tag_plot.h"
#include "widgets/views/trace_plottable.h"

namespace lensboard::widgets {

/// Lines with bands, or stacked shares, along x: of one layer, or of many overlaid layers.
class LinePlot final : public TagPlot
{
    Q_OBJECT

public:
    /// \p colours must outlive the plot.
    LinePlot(BoardState &board, const record::TagSpec &tag, const TagStyle &style, const QString &title,
             const SeriesColours &colours, QWidget *parent = nullptr);

    double nearestTick(double x) const override;
    void addSeries(const ShownSeries &series) override;

    /// Returns the points last drawn for a line of the first run; NaN is a gap.
    std::vector<stats::Point> points(const QString &label) const;
    ValueScale::Kind scale() const { return m_scale.kind(); }
    const TracePlottable &traces() const { return *m_traces; }

    /// Highlights the lines with \p key, as defined by SeriesColours, and fades the others; empty: none. Redraws only if
    /// something changes.
    void highlight(const QString &key);
    void highlightRun(const ShownRun *run) override;

Q_SIGNALS:
    /// The mouse moved to another line, now highlighted; empty: to none.
    void linePointed(const QString &key);

protected:
    void fill(const Stretch &x) override;
    void applyTheme() override;
    std::optional<double> heightOf(double value) const override { return m_scale.height(value); }
    void paintReadings(QPainter &painter) override;
    bool readsNearby() const override;
    void leaveEvent(QEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;

private:
    QColor colourOf(const ShownSeries &series) const;
    struct Line
    {
        ShownSeries series;
        std::vector<stats::Point> points; ///< values, not heights
        std::vector<store::Gap> gaps;
    };
    struct BandEnds
    {
        ShownSeries low;
        std::optional<ShownSeries> high;
    };

    store::Trace trace(const store::Run &run, const ShownSeries &series, const Stretch &x) const;
    bool isShown(const ShownSeries &line) const;
    bool isShown(const BandEnds &band) const;
    const ShownSeries &lineOf(const BandEnds &band) const;
    DrawnBand drawnBand(const BandEnds &band, const Stretch &x) const;
    void point(const QString &key);
    void paintReadings(QPainter &painter, double x, LabelSide side);
    bool isOuter(const BandEnds &band) const;
    void labelY();
    void fillLines(const Stretch &x);
    void fillRelations(const Stretch &x);
    void noteNonFinite(const stats::Point &point);
    void chooseScale();
    void chooseLimits();
    void clipBands();

    const SeriesColours &m_colours;
    TracePlottable *m_traces;
    QSharedPointer<ValueTicker> m_ticker;
    ValueScale m_scale;
    std::vector<ShownSeries> m_lineSeries, m_countSeries; ///< counts of non-finite values
    std::vector<BandEnds> m_bandSeries;
    std::vector<Line> m_drawn;
    QString m_pointed;
};

} // namespace lensboard::widgets
