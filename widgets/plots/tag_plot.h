#pragma once

#include "core/store/run.h"
#include "widgets/plots/label_colours.h"
#include "widgets/plots/plot_theme.h"

#include <qcustomplot.h>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

namespace lensboard::widgets {

/// One plot of a tag: lines, bands around them, or stacked shares, over training steps.
///
/// Holds no values: when refresh() is called it asks the run for what can be seen, at most two points a pixel column.
/// Non-finite values are marked at the edge where they happened. Wheel zooms along x, dragging pans, a double click
/// shows everything again.
class TagPlot final : public QCustomPlot
{
    Q_OBJECT

public:
    /// \p layer is shown as the title, unless the tag is big. \p colours outlives the plot.
    TagPlot(std::shared_ptr<const store::Run> run, const record::TagSpec &tag, const QString &layer,
            LabelColours &colours, QWidget *parent = nullptr);

    const QString &layer() const { return m_layer; }
    void setTag(const record::TagSpec &tag);
    void addSeries(std::uint32_t index, const record::SeriesSpec &series);
    /// Rising steps at which lines are interrupted.
    void setGaps(const std::vector<double> &steps);
    /// The run has more values; perhaps of these series.
    void noteGrowth();
    /// What is drawn may be so no more.
    void markDirty();

    /// Shows steps \p range, or all there are if it is empty.
    void setXRange(const QCPRange &range);
    /// Makes it know how much it has room for, though it was never on view.
    void layOut();
    /// Draws anew if anything changed since the last time.
    /// Errors: store::RunFileError if the run cannot be read any more; what was drawn stays.
    void refresh();
    bool isDirty() const { return m_dirty || m_grown; }
    /// The points of a line as they were drawn last; a gap is a NaN.
    std::vector<stats::Point> points(const QString &label) const;

Q_SIGNALS:
    void xRangeChosen(const QCPRange &range); ///< by hand; empty: everything
    void dirtied();

protected:
    void changeEvent(QEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseDoubleClickEvent(QMouseEvent *event) override;
    void wheelEvent(QWheelEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    struct Line
    {
        std::uint32_t series = 0;
        QString label;
        QCPGraph *graph = nullptr;
    };
    struct Band
    {
        std::uint32_t lowSeries = 0;
        std::optional<std::uint32_t> highSeries;
        QString lowLabel, highLabel;
        QCPGraph *lowGraph = nullptr, *highGraph = nullptr;
    };

    QCPGraph *newGraph();
    void fitTexts();
    void addBand(std::uint32_t lowSeries, const QString &lowLabel);
    void applyTheme();
    void colourBand(Band &band);
    bool hasGrown();
    QCPRange dataRange() const;
    store::Window window(const QCPRange &range) const;
    void fillGraphs(const QCPRange &range);
    void fillRelations(const QCPRange &range);
    void fill(QCPGraph *graph, const std::vector<stats::Point> &points);
    void chooseYRange(const QCPRange &range);
    void markNonFinite();
    QString readoutAt(double x) const;

    std::shared_ptr<const store::Run> m_run;
    record::TagSpec m_tag;
    QString m_layer;
    LabelColours &m_colours;
    PlotTheme m_theme;
    QCPTextElement *m_title = nullptr;
    std::vector<Line> m_lines;
    std::vector<Band> m_bands;
    std::vector<std::uint32_t> m_markSeries; ///< counts of values that were not finite
    std::vector<stats::Point> m_nonFinite;   ///< on view; y: NaN or an infinity
    std::vector<double> m_gaps;
    QCPGraph *m_marks = nullptr;
    QCPRange m_chosen; ///< by hand; empty: everything
    std::vector<std::size_t> m_drawnSizes; ///< of all series, when they were drawn last
    bool m_dirty = true;
    bool m_grown = false;
};

} // namespace lensboard::widgets
