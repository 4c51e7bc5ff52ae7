#pragma once

#include "core/runs/run_axis.h"

#include <QPixmap>
#include <QStringList>
#include <QWidget>

#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace lensboard::widgets {

struct PlotTheme;

/// Runs as lines across vertical axes, one per column, coloured by the last column. Dragging along an axis brushes a range: a run
/// is accepted if its values are in all brushed ranges. A click on an axis clears its brush, Escape clears all.
class ParallelCoordinates final : public QWidget
{
    Q_OBJECT

public:
    explicit ParallelCoordinates(QWidget *parent = nullptr);

    /// Brushes are kept on axes that still exist. Keeps no reference to \p runs.
    void setRuns(std::span<const runs::RunSummary *const> runs, const std::vector<runs::RunColumn> &columns);
    /// Returns the crossing of a run with an axis in pixels; nullopt if the run has no value there.
    std::optional<QPointF> crossing(const QString &path, const runs::RunColumn &column) const;

    QSize sizeHint() const override { return {480, 240}; }
    QSize minimumSizeHint() const override { return {200, 120}; }

public Q_SLOTS:
    /// Draws these runs on top of all others.
    void highlight(const QStringList &paths);

Q_SIGNALS:
    /// The user chose runs: all runs accepted by the brushes; none if there is no brush left.
    void runsChosen(const QStringList &paths);

protected:
    void paintEvent(QPaintEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;
    void mousePressEvent(QMouseEvent *event) override;
    void mouseMoveEvent(QMouseEvent *event) override;
    void mouseReleaseEvent(QMouseEvent *event) override;
    void leaveEvent(QEvent *event) override;
    void keyPressEvent(QKeyEvent *event) override;
    void changeEvent(QEvent *event) override;

private:
    struct Axis
    {
        runs::RunColumn column;
        runs::RunAxis scale;
        std::optional<std::pair<double, double>> brush; ///< lower and upper place
    };
    struct Line
    {
        QString path, name;
        std::vector<double> places; ///< one per axis; NaN: no value
        bool isAccepted = true, isHighlighted = false;
    };
    /// Prominence of a line, in painting order from back to front.
    enum class Emphasis : std::uint8_t { BrushedOut,
                                         Behind,
                                         Plain,
                                         Highlighted };

    void layOut();
    double x(std::size_t axis) const;
    double y(std::size_t axis, double place) const;
    double placeAt(std::size_t axis, double height) const;
    std::optional<std::size_t> axisAt(const QPointF &position) const;
    std::optional<std::size_t> lineAt(const QPointF &position) const;
    bool hasBrush() const;
    Emphasis emphasis(const Line &line) const;
    QString describe(const Line &line) const;

    void accept();
    void chooseAccepted();
    void point(const QPointF &position);
    void redraw();
    QPixmap picture(const PlotTheme &theme) const;
    QColor colour(const PlotTheme &theme, const Line &line) const;
    void paintLine(QPainter &painter, const Line &line) const;
    void paintAxis(QPainter &painter, std::size_t axis, const PlotTheme &theme) const;
    void paintMarks(QPainter &painter, std::size_t axis, const PlotTheme &theme) const;
    void paintColours(QPainter &painter, const PlotTheme &theme) const;

    std::vector<Axis> m_axes;
    std::vector<Line> m_lines;
    QRect m_room; ///< area of the axes, in pixels
    QStringList m_highlighted;
    std::size_t m_highlightedLines = 0;
    std::optional<std::size_t> m_pointed; ///< line under the mouse
    std::optional<std::size_t> m_brushed; ///< axis being brushed, while the button is down
    QPointF m_pressed;
    bool m_isDragged = false;
    QPixmap m_picture; ///< picture of the lines; null: must be redrawn
};

} // namespace lensboard::widgets
