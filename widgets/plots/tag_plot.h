#pragma once

#include "core/record/tag_spec.h"
#include "core/stats/decimate.h"
#include "core/visualizer/visualizer.h"
#include "widgets/plots/plot_theme.h"

#include <qcustomplot.h>

#include <utility>
#include <vector>

namespace lensboard::widgets {

/// Which colour a label has, the same in all plots of a tag.
class LabelColours
{
public:
    int indexOf(const QString &label);
    const QStringList &labels() const { return m_labels; }

private:
    QStringList m_labels;
};

/// One plot of a tag: lines, bands around them, or stacked shares, over training steps.
///
/// Takes up points at any time; draws when refresh() is called, at most two points a pixel column. Non-finite
/// values are marked at the edge where they happened. Wheel zooms along x, dragging pans, a double click
/// shows everything again.
class TagPlot final : public QCustomPlot
{
    Q_OBJECT

public:
    /// \p layer is shown as the title, unless the tag is big. \p colours outlives the plot.
    TagPlot(const record::TagSpec &tag, const QString &layer, LabelColours &colours, QWidget *parent = nullptr);

    const QString &layer() const { return m_layer; }
    void setTag(const record::TagSpec &tag);
    /// \p gapBefore: the tag was not measured for a while before this tick.
    void append(const record::TickStamp &stamp, const visualizer::LayerReading &reading, bool gapBefore);

    /// Shows steps \p range, or all there are if it is empty.
    void setXRange(const QCPRange &range);
    /// Draws anew if anything changed since the last time.
    void refresh();
    bool isDirty() const { return m_dirty; }
    /// Labels of the bands around the lines: low, high.
    std::vector<std::pair<QString, QString>> bands() const;
    /// Ticks at which something was not finite.
    int nonFiniteCount() const { return static_cast<int>(m_nonFinite.size()); }
    /// The points of a line in the order of their steps, as they were appended; a gap is a NaN.
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
        QString label;
        std::vector<stats::Point> points;
        QCPGraph *graph = nullptr;
    };
    struct Band
    {
        QString lowLabel, highLabel;
        std::vector<stats::Point> low, high;
        QCPGraph *lowGraph = nullptr, *highGraph = nullptr;
    };

    Line &lineOf(const QString &label);
    Band &bandOf(const QString &low, const QString &high);
    static void addPoint(std::vector<stats::Point> &points, double x, double y, bool gapBefore);
    void markDirty();
    void applyTheme();
    void colourBand(Band &band);
    QCPRange dataRange() const;
    void fillGraphs(const QCPRange &range);
    void fillRelations(const QCPRange &range, std::size_t columns);
    void chooseYRange(const QCPRange &range);
    void markNonFinite();
    QString readoutAt(double x) const;

    record::TagSpec m_tag;
    QString m_layer;
    LabelColours &m_colours;
    PlotTheme m_theme;
    QCPTextElement *m_title = nullptr;
    std::vector<Line> m_lines;
    std::vector<Band> m_bands;
    std::vector<stats::Point> m_nonFinite; ///< y: NaN or an infinity
    std::vector<std::pair<double, qint64>> m_epochs; ///< step at which each epoch was first seen, epoch
    QCPGraph *m_marks = nullptr;
    QCPRange m_chosen; ///< by hand; empty: everything
    bool m_dirty = true;
};

} // namespace lensboard::widgets
