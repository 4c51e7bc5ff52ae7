#include "widgets/views/plots/heat_map_plot.h"

#include "widgets/axes/colour_map.h"
#include "widgets/core_words.h"
#include "widgets/number_text.h"
#include "widgets/qt_text.h"
#include "widgets/views/axis_tickers.h"
#include "widgets/views/state/read_or.h"

#include <QLocale>

#include <algorithm>
#include <cmath>
#include <limits>

namespace lensboard::widgets {

namespace {

constexpr int kLabelShare = 4;           ///< layer names take at most a quarter of the width
constexpr std::size_t kMaxCompared = 4;  ///< at most this many maps share colours, because each map reads all of them

} // namespace

HeatMapPlot::HeatMapPlot(BoardState &board, const record::TagSpec &tag, const TagStyle &style, const QString &title, const TagPlace &place,
                         QWidget *parent)
    : TagPlot(board, tag, style, title, parent), m_cells(new ImagePlottable(xAxis, yAxis)), m_colours(*this),
      m_rowTicker(QSharedPointer<QCPAxisTickerText>::create()), m_place(place)
{
    yAxis->setTicker(m_rowTicker);
    yAxis->setRangeReversed(true);
    yAxis->grid()->setVisible(false);
    if (m_place.minus)
        m_colours.setColours(blueToRed);
    applyTheme();
}

void HeatMapPlot::applyTheme()
{
    TagPlot::applyTheme();
    const QString quantity = termText(tag().quantity);
    m_colours.applyTheme(theme(), yAxis->tickLabelFont(),
                         !m_place.minus ? yLabel(quantity) : isLog() ? tr("ratio of %1").arg(quantity) : tr("difference of %1").arg(quantity));
}

void HeatMapPlot::setTag(const record::TagSpec &tag)
{
    TagPlot::setTag(tag);
    applyTheme(); // the scale of the colours
}

void HeatMapPlot::setTagStyle(const TagStyle &style)
{
    TagPlot::setTagStyle(style);
    applyTheme(); // meaning of the colours
}

/// Returns the place of the cell under the mouse: a cell reaches from its measurement to the next one.
double HeatMapPlot::nearestTick(double x) const
{
    const bool isOverRow = m_rowUnderPointer && *m_rowUnderPointer < m_rows.size();
    const ShownSeries *const series = isOverRow ? m_rows[*m_rowUnderPointer].of(m_place.run) : nullptr;
    const XAxis along = board().style().x;
    if (series && !store::isWithin(series->gaps(along), x))
        if (const auto cell = series->run->run->valueAt(series->index, axisOf(along), x + series->run->origin(along)))
            return series->run->coordinate(cell->stamp, along);
    return TagPlot::nearestTick(x);
}

QStringList HeatMapPlot::rows() const
{
    QStringList names;
    for (const LayerRow &row : m_rows)
        names << row.nameIn(m_place.run);
    return names;
}

void HeatMapPlot::chooseRows()
{
    m_rows = m_layers.update(board(), series());
    if (board().style().order != PlotOrder::Worst)
        return;
    const std::vector<QString> worst = orderedLayers(board(), series());
    const auto rank = [&](const LayerRow &row) {
        auto first = worst.end();
        for (const ShownSeries &each : row.series)
            first = std::min(first, std::ranges::find(worst, text(each.spec.layer)));
        return first;
    };
    std::vector<std::pair<decltype(worst.begin()), LayerRow>> ranked;
    for (LayerRow &row : m_rows)
        ranked.emplace_back(rank(row), std::move(row));
    std::ranges::stable_sort(ranked, {}, [](const auto &entry) { return entry.first; });
    std::ranges::transform(ranked, m_rows.begin(), [](auto &entry) { return std::move(entry.second); });
}

/// One row per layer, empty if \p run lacks the layer.
store::HeatMap HeatMapPlot::mapOf(const ShownRun &run, const Stretch &x) const
{
    std::vector<std::uint32_t> indices;
    std::vector<std::size_t> places;
    std::span<const std::int64_t> switchedOn;
    for (std::size_t row = 0; row < m_rows.size(); ++row)
        if (const ShownSeries *own = m_rows[row].of(&run)) {
            indices.push_back(own->index);
            places.push_back(row);
            switchedOn = run.switchedOnOf(own->spec);
        }
    const store::HeatMap found = store::heatMap(*run.run, indices, windowOn(run, x), switchedOn);
    if (found.rows == m_rows.size())
        return found;
    store::HeatMap map{m_rows.size(), found.columns, {}, {}};
    map.cells.assign(map.rows * map.columns, std::numeric_limits<float>::quiet_NaN());
    map.nonFinite.assign(map.cells.size(), 0);
    for (std::size_t i = 0; i < places.size(); ++i) {
        const auto from = static_cast<std::ptrdiff_t>(i * map.columns), to = static_cast<std::ptrdiff_t>(places[i] * map.columns);
        std::copy_n(found.cells.begin() + from, map.columns, map.cells.begin() + to);
        std::copy_n(found.nonFinite.begin() + from, map.columns, map.nonFinite.begin() + to);
    }
    return map;
}

void HeatMapPlot::fill(const Stretch &x)
{
    labelX();
    chooseRows();
    if (m_rows.empty()) {
        m_cells->image = {};
        return;
    }
    store::HeatMap map = mapOf(*m_place.run, x);
    if (m_place.minus)
        map = store::compared(map, mapOf(*m_place.minus, x), comparisonOf(isLog()));
    chooseColours(map, limitsOf(map, x));
    m_cells->image = QImage(static_cast<int>(map.columns), static_cast<int>(m_rows.size()), QImage::Format_ARGB32_Premultiplied);
    const QRgb notFinite = theme().warning.rgb();
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        auto *line = reinterpret_cast<QRgb *>(m_cells->image.scanLine(static_cast<int>(row)));
        for (std::size_t column = 0; column < map.columns; ++column)
            line[column] = map.nonFinite[row * map.columns + column] ? notFinite : m_colours.colour(map.cells[row * map.columns + column]);
    }
    m_cells->keys = x;
    m_cells->values = {static_cast<double>(m_rows.size()) - 0.5, -0.5}; // rows are numbered from the top
    yAxis->setRange(-0.5, static_cast<double>(m_rows.size()) - 0.5);
    labelRows();
}

/// Returns robust limits unless limits were typed: a single spike would flatten all other colours. Maps of a few runs share
/// limits for comparison. Differences have symmetric limits.
std::pair<double, double> HeatMapPlot::limitsOf(const store::HeatMap &map, const Stretch &x) const
{
    if (tagStyle().limits == Limits::Typed)
        return {tagStyle().low, tagStyle().high};
    auto [low, high] = store::robustRange(map, kRobustShare);
    if (m_place.minus && isLog()) {
        const double most = std::max({high, 1 / low, 1.01});
        return std::isfinite(most) ? std::pair(1 / most, most) : std::pair(low, high);
    }
    if (m_place.minus) {
        const double most = std::max(std::abs(low), std::abs(high));
        return {-most, most};
    }
    const auto runs = board().visibleRuns();
    if (runs.size() <= kMaxCompared)
        for (const ShownRun *run : runs)
            if (run != m_place.run) {
                const auto [least, greatest] = store::robustRange(mapOf(*run, x), kRobustShare);
                low = std::fmin(low, least); // fmin returns the number if the other is NaN
                high = std::fmax(high, greatest);
            }
    return {low, high};
}

void HeatMapPlot::chooseColours(const store::HeatMap &map, std::pair<double, double> limits)
{
    auto [low, high] = limits;
    ValueScale scale;
    if (isLog() && (low != 0 || high != 0))
        scale = low > 0 ? ValueScale(ValueScale::Kind::Log)
                        : ValueScale(ValueScale::Kind::SymmetricLog, std::pow(10, std::floor(std::log10(std::max(std::abs(low), std::abs(high)) * 1e-3))));
    if (!(low < high)) { // all values equal, or no values
        low = std::isfinite(low) ? low : 0;
        high = low + (low == 0 ? 1 : 0.1 * std::abs(low));
        low = m_place.minus ? -high : low;
    }
    m_colours.setRange(scale, low, high);
    const bool hidden = std::any_of(map.cells.begin(), map.cells.end(), [&](float value) { return value < low || value > high; });
    setNote(hidden ? tr("colours end at robust limits") : QString());
    if (hidden && tagStyle().limits == Limits::Typed)
        setNote(tr("values beyond the limits"));
}

/// Labels as many layers as fit.
void HeatMapPlot::labelRows()
{
    const QFontMetrics metrics(yAxis->tickLabelFont());
    const qsizetype most = std::max(1, axisRect()->height() / metrics.height()), count = static_cast<qsizetype>(m_rows.size());
    const qsizetype every = (count + most - 1) / most;
    m_rowTicker->setTicks(layerLabels(rows(), every, metrics, width() / kLabelShare));
}

void HeatMapPlot::mouseMoveEvent(QMouseEvent *event)
{
    const double row = std::round(yAxis->pixelToCoord(event->position().y()));
    const bool isOver = axisRect()->rect().contains(event->position().toPoint()) && row >= 0 && row < static_cast<double>(m_rows.size());
    m_rowUnderPointer = isOver ? std::optional(static_cast<std::size_t>(row)) : std::nullopt;
    TagPlot::mouseMoveEvent(event);
    update();
}

void HeatMapPlot::leaveEvent(QEvent *event)
{
    m_rowUnderPointer.reset();
    TagPlot::leaveEvent(event);
    update();
}

QString HeatMapPlot::readingOf(const ShownSeries *series, double x) const
{
    const auto value = series ? series->measuredAt(board().style().x, x) : std::nullopt;
    return value ? tr("%1 at step %2").arg(shownNumber(value->value), QLocale().toString(static_cast<qlonglong>(value->stamp.step)))
                 : tr("not measured");
}

/// Names the layer under the pointer, with its value.
void HeatMapPlot::paintReadings(QPainter &painter)
{
    const auto x = board().crossHair();
    if (!x || !m_rowUnderPointer || *m_rowUnderPointer >= m_rows.size())
        return;
    const LayerRow &row = m_rows[*m_rowUnderPointer];
    const QString told = readOr(QString(), [&] {
        const QString own = readingOf(row.of(m_place.run), *x);
        const QString reading = m_place.minus ? tr("%1; %2: %3").arg(own, m_place.minus->name, readingOf(row.of(m_place.minus), *x)) : own;
        return QStringLiteral("%1: %2").arg(row.nameIn(m_place.run), reading);
    });
    if (told.isEmpty())
        return;
    const QRect rect = axisRect()->rect();
    QRect box = painter.fontMetrics().boundingRect(told).adjusted(-5, -3, 5, 3);
    const QPointF place(xAxis->coordToPixel(*x), yAxis->coordToPixel(static_cast<double>(*m_rowUnderPointer)));
    box.moveTopLeft(QPoint(static_cast<int>(place.x()) + 8, static_cast<int>(place.y()) - box.height() - 4));
    if (box.right() > rect.right())
        box.moveRight(box.left() - 16);
    box.moveTop(std::max(box.top(), rect.top()));
    painter.setPen(theme().grid);
    painter.setBrush(theme().background);
    painter.drawRect(box);
    painter.setPen(theme().text);
    painter.drawText(box, Qt::AlignCenter, told);
}

} // namespace lensboard::widgets
