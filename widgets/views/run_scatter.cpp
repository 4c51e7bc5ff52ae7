#include "widgets/views/run_scatter.h"

#include "widgets/models/run_list_model.h"
#include "widgets/qt_text.h"
#include "widgets/views/axis_tickers.h"

#include <QAction>
#include <QApplication>
#include <QMouseEvent>
#include <QRubberBand>
#include <QSet>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lensboard::widgets {

using runs::RunAxis;
using runs::RunColumn;
using runs::RunValue;

namespace {

constexpr double kRadius = 4;             ///< pixels, as all lengths
constexpr double kRunReach = 9;           ///< maximum distance from a point's centre for the mouse to hit it
constexpr qsizetype kMaxCategories = 12;  ///< categories with labels
constexpr int kCategoryWidth = 90;

ValueScale scaleOf(const RunAxis &axis)
{
    return ValueScale(axis.scale() == RunAxis::Scale::Logarithmic ? ValueScale::Kind::Log : ValueScale::Kind::Linear);
}

QSharedPointer<QCPAxisTicker> runTicker(const RunAxis &axis, RunColumn::Shows shows, const QFontMetrics &metrics)
{
    if (axis.scale() == RunAxis::Scale::Linear && shows == RunColumn::Shows::Begun)
        return QSharedPointer<ClockTicker>::create();
    if (axis.scale() == RunAxis::Scale::Linear && shows == RunColumn::Shows::Duration)
        return QSharedPointer<DurationTicker>::create();
    if (axis.scale() != RunAxis::Scale::Categories) {
        auto ticker = QSharedPointer<ValueTicker>::create();
        ticker->setScale(scaleOf(axis));
        return ticker;
    }
    QStringList names;
    for (const RunValue &category : axis.categories())
        names << shownValue(category, RunColumn::Shows::Field);
    auto ticker = QSharedPointer<QCPAxisTickerText>::create();
    ticker->setTicks(layerLabels(names, (names.size() + kMaxCategories - 1) / kMaxCategories, metrics, kCategoryWidth));
    return ticker;
}

QCPRange rangeOf(const RunAxis &axis)
{
    if (axis.scale() == RunAxis::Scale::Categories)
        return {axis.low(), axis.high()};
    return withRoom(scaleOf(axis).kind(), axis.low(), axis.high());
}

} // namespace

/// The points of a plot, in its order, highlighted points on top.
class RunScatter::Points final : public QCPAbstractPlottable
{
public:
    explicit Points(RunScatter &plot) : QCPAbstractPlottable(plot.xAxis, plot.yAxis), m_plot(plot) {}

    double selectTest(const QPointF &, bool, QVariant *) const override { return -1; }
    QCPRange getKeyRange(bool &found, QCP::SignDomain) const override
    {
        found = false;
        return {};
    }
    QCPRange getValueRange(bool &found, QCP::SignDomain, const QCPRange &) const override
    {
        found = false;
        return {};
    }

protected:
    void draw(QCPPainter *painter) override
    {
        painter->setAntialiasing(true);
        for (const bool highlighted : {false, true})
            for (const Point &point : m_plot.m_points)
                if (point.isHighlighted == highlighted)
                    drawPoint(*painter, point, highlighted ? kRadius + 1 : kRadius);
        if (m_plot.m_pointed)
            drawPoint(*painter, m_plot.m_points[*m_plot.m_pointed], kRadius + 3);
    }
    void drawLegendIcon(QCPPainter *, const QRectF &) const override {}

private:
    void drawPoint(QCPPainter &painter, const Point &point, double radius) const
    {
        const PlotTheme &theme = m_plot.m_theme;
        const QColor colour = std::isnan(point.colour) ? theme.mutedText : QColor::fromRgb(m_plot.m_colours.colour(point.colour));
        const bool isForward = point.isHighlighted || m_plot.m_highlightedPoints == 0;
        painter.setPen(point.isHighlighted ? QPen(theme.text, 2) : QPen(theme.background, 1));
        painter.setBrush(isForward ? colour : theme.faded(colour, 0.5));
        painter.drawEllipse(m_plot.pixelOf(point), radius, radius);
    }

    RunScatter &m_plot;
};

RunScatter::RunScatter(QWidget *parent)
    : QCustomPlot(parent), m_colours(*this), m_theme(palette()),
      m_x(makeSide(xAxis, new QAction(tr("Logarithmic &Horizontal Axis"), this))),
      m_y(makeSide(yAxis, new QAction(tr("Logarithmic &Vertical Axis"), this))), m_band(new QRubberBand(QRubberBand::Rectangle, this))
{
    setNotAntialiasedElements(QCP::aeAll);
    setInteractions(QCP::iNone);
    setMouseTracking(true);
    setAccessibleName(tr("Scatter plot of runs"));
    axisRect()->setMinimumMargins(QMargins(0, 4, 10, 0));
    new Points(*this);
    m_x.logarithmic->setObjectName("logarithmicX");
    m_x.logarithmic->setShortcut(Qt::CTRL | Qt::ALT | Qt::Key_X);
    m_y.logarithmic->setObjectName("logarithmicY");
    m_y.logarithmic->setShortcut(Qt::CTRL | Qt::ALT | Qt::Key_Y);
    for (Side *side : {&m_x, &m_y}) {
        QAction *logarithmic = side->logarithmic;
        logarithmic->setCheckable(true);
        logarithmic->setStatusTip(tr("Show the values of this axis on a logarithmic scale"));
        logarithmic->setShortcutContext(Qt::WidgetShortcut);
        connect(logarithmic, &QAction::triggered, this, [this, side](bool on) {
            side->choice = on;
            scale(*side);
            place();
        });
    }
    addActions({m_x.logarithmic, m_y.logarithmic});
    setContextMenuPolicy(Qt::ActionsContextMenu);
    applyTheme();
}

RunScatter::Side RunScatter::makeSide(QCPAxis *axis, QAction *logarithmic)
{
    axis->setTickLengthIn(0);
    axis->setTickLengthOut(3);
    axis->setSubTicks(false);
    axis->setLabelPadding(2);
    axis->grid()->setZeroLinePen(Qt::NoPen);
    return {axis, logarithmic, {}, {}, {}, {}};
}

void RunScatter::setRuns(std::span<const runs::RunSummary *const> runs, const RunColumn &x, const RunColumn &y, const RunColumn &colours)
{
    setColumn(m_x, runs, x);
    setColumn(m_y, runs, y);
    m_colourColumn = colours;
    m_runs.clear();
    double least = std::numeric_limits<double>::infinity(), greatest = -least;
    std::vector<RunValue> values;
    for (const runs::RunSummary *run : runs) {
        values.push_back(runs::valueOf(*run, colours));
        const auto *number = std::get_if<double>(&values.back());
        const double value = number && std::isfinite(*number) ? *number : std::numeric_limits<double>::quiet_NaN();
        m_runs.push_back({text(run->path.string()), shownValue(runs::valueOf(*run, {RunColumn::Shows::Name}), RunColumn::Shows::Name), value});
        if (std::isfinite(value)) {
            least = std::min(least, value);
            greatest = std::max(greatest, value);
        }
    }
    const bool hasColours = least <= greatest;
    m_colours.setRange(scaleOf(RunAxis(values)), hasColours ? least : 0, hasColours ? greatest : 1);
    m_colours.applyTheme(m_theme, xAxis->labelFont(), columnTitle(colours));
    place();
}

/// Discards the user's choice for the axis if its column changes.
void RunScatter::setColumn(Side &side, std::span<const runs::RunSummary *const> runs, const RunColumn &column)
{
    if (side.column != column)
        side.choice.reset();
    side.column = column;
    side.values.clear();
    for (const runs::RunSummary *run : runs)
        side.values.push_back(runs::valueOf(*run, column));
    scale(side);
}

void RunScatter::scale(Side &side)
{
    side.scale = RunAxis(side.values, side.choice);
    side.logarithmic->setEnabled(side.scale.canBeLogarithmic());
    side.logarithmic->setChecked(side.scale.scale() == RunAxis::Scale::Logarithmic);
    side.axis->setTicker(runTicker(side.scale, side.column.shows, QFontMetrics(side.axis->tickLabelFont())));
    side.axis->setRange(rangeOf(side.scale));
    side.axis->setLabel(columnTitle(side.column));
}

void RunScatter::place()
{
    m_points.clear();
    for (std::size_t i = 0; i < m_runs.size(); ++i) {
        const auto x = m_x.scale.place(m_x.values[i]), y = m_y.scale.place(m_y.values[i]);
        if (x && y)
            m_points.push_back({m_runs[i].path, m_runs[i].name, *x, *y, m_runs[i].colour});
    }
    m_pointed.reset();
    highlight(m_highlighted);
}

void RunScatter::highlight(const QStringList &paths)
{
    m_highlighted = paths;
    const QSet<QString> highlighted(paths.begin(), paths.end());
    m_highlightedPoints = 0;
    for (Point &point : m_points) {
        point.isHighlighted = highlighted.contains(point.path);
        m_highlightedPoints += point.isHighlighted ? 1 : 0;
    }
    replot(rpQueuedReplot);
}

std::optional<QPointF> RunScatter::pointOf(const QString &path) const
{
    const auto point = std::ranges::find(m_points, path, &Point::path);
    return point == m_points.end() ? std::nullopt : std::optional(pixelOf(*point));
}

QPointF RunScatter::pixelOf(const Point &point) const
{
    return {xAxis->coordToPixel(point.x), yAxis->coordToPixel(point.y)};
}

std::optional<std::size_t> RunScatter::pointAt(const QPointF &position) const
{
    std::optional<std::size_t> nearest;
    double least = kRunReach;
    for (std::size_t i = 0; i < m_points.size(); ++i) {
        const QPointF way = pixelOf(m_points[i]) - position;
        if (const double distance = std::hypot(way.x(), way.y()); distance < least) {
            least = distance;
            nearest = i;
        }
    }
    return nearest;
}

QString RunScatter::describe(const Point &point) const
{
    QStringList parts{point.name};
    const auto add = [&](const RunColumn &column, const RunValue &value) {
        parts << QStringLiteral("%1: %2").arg(columnTitle(column), shownValue(value, column.shows));
    };
    add(m_x.column, m_x.scale.valueAt(point.x));
    add(m_y.column, m_y.scale.valueAt(point.y));
    if (!std::isnan(point.colour) && m_colourColumn != m_x.column && m_colourColumn != m_y.column)
        add(m_colourColumn, point.colour);
    return parts.join('\n');
}

void RunScatter::mousePressEvent(QMouseEvent *event)
{
    if (event->button() == Qt::LeftButton)
        m_pressed = event->pos();
}

void RunScatter::mouseMoveEvent(QMouseEvent *event)
{
    if (!m_pressed || !(event->buttons() & Qt::LeftButton))
        return pointTo(event->position());
    if (!m_band->isVisible() && (event->pos() - *m_pressed).manhattanLength() < QApplication::startDragDistance())
        return;
    m_band->setGeometry(QRect(*m_pressed, event->pos()).normalized());
    m_band->show();
}

void RunScatter::mouseReleaseEvent(QMouseEvent *event)
{
    if (event->button() != Qt::LeftButton || !std::exchange(m_pressed, std::nullopt))
        return;
    QStringList paths;
    if (m_band->isVisible()) {
        for (const Point &point : m_points)
            if (QRectF(m_band->geometry()).contains(pixelOf(point)))
                paths << point.path;
        m_band->hide();
    } else if (const auto point = pointAt(event->position())) {
        paths << m_points[*point].path;
    }
    choose(paths, event->modifiers() & Qt::ControlModifier);
}

void RunScatter::choose(QStringList paths, bool isAdded)
{
    if (isAdded)
        paths += m_highlighted;
    paths.removeDuplicates();
    Q_EMIT runsChosen(paths);
}

void RunScatter::pointTo(const QPointF &position)
{
    const auto point = pointAt(position);
    if (point != std::exchange(m_pointed, point))
        replot(rpQueuedReplot);
    QToolTip::showText(mapToGlobal(position.toPoint()), point ? describe(m_points[*point]) : QString(), this);
}

void RunScatter::leaveEvent(QEvent *event)
{
    QCustomPlot::leaveEvent(event);
    if (std::exchange(m_pointed, std::nullopt))
        replot(rpQueuedReplot);
}

void RunScatter::applyTheme()
{
    m_theme = PlotTheme(palette());
    setBackground(m_theme.background);
    for (QCPAxis *axis : {xAxis, yAxis}) {
        axis->setBasePen(QPen(m_theme.grid));
        axis->setTickPen(QPen(m_theme.grid));
        axis->setTickLabelColor(m_theme.mutedText);
        axis->setLabelColor(m_theme.mutedText);
        axis->setTickLabelFont(font());
        axis->setLabelFont(font());
        axis->grid()->setPen(QPen(m_theme.grid, 0));
    }
    m_colours.setColours([this](double share) { return m_theme.scaled(share); });
    m_colours.applyTheme(m_theme, font(), columnTitle(m_colourColumn));
    replot(rpQueuedReplot);
}

void RunScatter::changeEvent(QEvent *event)
{
    QCustomPlot::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        applyTheme();
}

} // namespace lensboard::widgets
