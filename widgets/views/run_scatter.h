#pragma once

#include "core/runs/run_axis.h"
#include "widgets/axes/colour_scale.h"

#include <qcustomplot.h>

#include <optional>
#include <span>
#include <vector>

class QAction;
class QRubberBand;

namespace lensboard::widgets {

/// Scatter plot of runs by two columns, coloured by a third. A click chooses one run, a rubber band several; Ctrl adds to the
/// highlighted runs.
class RunScatter final : public QCustomPlot
{
    Q_OBJECT

public:
    explicit RunScatter(QWidget *parent = nullptr);

    /// Keeps no reference to \p runs.
    void setRuns(std::span<const runs::RunSummary *const> runs, const runs::RunColumn &x, const runs::RunColumn &y,
                 const runs::RunColumn &colours);
    /// Number of runs with a value on both axes.
    std::size_t pointCount() const { return m_points.size(); }
    /// Position of a run in pixels; nullopt if it has none.
    std::optional<QPointF> pointOf(const QString &path) const;

    QSize sizeHint() const override { return {480, 240}; }

public Q_SLOTS:
    void highlight(const QStringList &paths);

Q_SIGNALS:
    /// The user chose runs.
    void runsChosen(const QStringList &paths);

protected:
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    class Points;
    struct Point
    {
        QString path, name;
        double x = 0, y = 0; ///< coordinates
        double colour = 0;   ///< value; NaN: none
        bool isHighlighted = false;
    };
    struct Side
    {
        QCPAxis *axis;
        QAction *logarithmic;
        runs::RunColumn column;
        std::vector<runs::RunValue> values; ///< one per run
        std::optional<bool> choice;         ///< the user's choice
        runs::RunAxis scale;
    };
    struct Run
    {
        QString path, name;
        double colour;
    };

    Side makeSide(QCPAxis *axis, QAction *logarithmic);
    void setColumn(Side &side, std::span<const runs::RunSummary *const> runs, const runs::RunColumn &column);
    void scale(Side &side);
    void place();
    void applyTheme();
    std::optional<std::size_t> pointAt(const QPointF &position) const;
    QPointF pixelOf(const Point &point) const;
    QString describe(const Point &point) const;
    void pointTo(const QPointF &position);
    void choose(QStringList paths, bool isAdded);

    ColourScale m_colours;
    PlotTheme m_theme;
    Side m_x, m_y;
    runs::RunColumn m_colourColumn;
    std::vector<Run> m_runs;
    std::vector<Point> m_points;
    QStringList m_highlighted;
    std::size_t m_highlightedPoints = 0;
    std::optional<std::size_t> m_pointed;
    std::optional<QPoint> m_pressed;
    QRubberBand *m_band;
};

} // namespace lensboard::widgets
