#include "widgets/plots/heat_map_plot.h"

#include "widgets/core_words.h"
#include "widgets/number_text.h"
#include "widgets/plots/axis_tickers.h"
#include "widgets/plots/read_or.h"
#include "widgets/qt_text.h"

#include <QLocale>

#include <algorithm>
#include <cmath>

namespace lensboard::widgets {

namespace {

constexpr int kLabelShare = 4;        ///< names of layers take a quarter of the width at the most

} // namespace

HeatMapPlot::HeatMapPlot(BoardState &board, const record::TagSpec &tag, const TagLook &look, const QString &runName, QWidget *parent)
    : TagPlot(board, tag, look, runName, parent), m_cells(new ImagePlottable(xAxis, yAxis)), m_colours(*this),
      m_rowTicker(QSharedPointer<QCPAxisTickerText>::create())
{
    yAxis->setTicker(m_rowTicker);
    yAxis->setRangeReversed(true);
    yAxis->grid()->setVisible(false);
    applyTheme();
}

void HeatMapPlot::applyTheme()
{
    TagPlot::applyTheme();
    m_colours.applyTheme(theme(), yAxis->tickLabelFont(), termText(tag().quantity));
}

QStringList HeatMapPlot::rows() const
{
    QStringList names;
    for (const ShownSeries &row : m_rows)
        names << text(row.spec.layer);
    return names;
}

void HeatMapPlot::chooseRows()
{
    m_rows.clear();
    for (const ShownSeries &candidate : series())
        if (board().isVisible(candidate))
            m_rows.push_back(candidate);
    if (board().look().order == PlotOrder::Name)
        std::sort(m_rows.begin(), m_rows.end(), [](const ShownSeries &a, const ShownSeries &b) { return a.spec.layer < b.spec.layer; });
    if (board().look().order == PlotOrder::Worst) {
        const auto last = [](const ShownSeries &row) {
            const store::SeriesTally tally = row.run->run->tally(row.index);
            const auto value = row.run->run->values(row.index, tally.count ? tally.count - 1 : 0, 1);
            return tally.nonFinite || value.empty() ? std::numeric_limits<double>::infinity() : value.front().value;
        };
        std::vector<std::pair<double, ShownSeries>> byValue;
        for (const ShownSeries &row : m_rows)
            byValue.emplace_back(last(row), row);
        std::stable_sort(byValue.begin(), byValue.end(), [](const auto &a, const auto &b) { return a.first > b.first; });
        std::transform(byValue.begin(), byValue.end(), m_rows.begin(), [](const auto &entry) { return entry.second; });
    }
}

void HeatMapPlot::fill(const Stretch &x)
{
    labelX();
    chooseRows();
    if (m_rows.empty()) {
        m_cells->image = {};
        return;
    }
    const store::Window seen = windowOn(*m_rows.front().run, x);
    std::vector<std::uint32_t> indices;
    for (const ShownSeries &row : m_rows)
        indices.push_back(row.index);
    const store::HeatMap map = store::heatMap(*m_rows.front().run->run, indices, seen, m_rows.front().run->switchedOnOf(m_rows.front().spec));
    chooseColours(map);
    m_cells->image = QImage(static_cast<int>(map.columns), static_cast<int>(m_rows.size()), QImage::Format_ARGB32_Premultiplied);
    const QRgb notFinite = theme().warning.rgb();
    for (std::size_t row = 0; row < m_rows.size(); ++row) {
        auto *line = reinterpret_cast<QRgb *>(m_cells->image.scanLine(static_cast<int>(row)));
        for (std::size_t column = 0; column < map.columns; ++column)
            line[column] = map.nonFinite[row * map.columns + column] ? notFinite : m_colours.colour(map.cells[row * map.columns + column]);
    }
    m_cells->keys = x;
    m_cells->values = {static_cast<double>(m_rows.size()) - 0.5, -0.5}; // rows are numbered downwards
    yAxis->setRange(-0.5, static_cast<double>(m_rows.size()) - 0.5);
    labelRows();
}

/// Robust limits, unless typed: one spike would take all colour from the rest.
void HeatMapPlot::chooseColours(const store::HeatMap &map)
{
    auto [low, high] = look().limits == Limits::Typed ? std::pair(look().low, look().high) : store::robustRange(map, kRobustShare);
    ValueScale scale;
    if (isLog() && (low != 0 || high != 0))
        scale = low > 0 ? ValueScale(ValueScale::Kind::Log)
                        : ValueScale(ValueScale::Kind::SymmetricLog, std::pow(10, std::floor(std::log10(std::max(std::abs(low), std::abs(high)) * 1e-3))));
    if (!(low < high)) { // all the same, or nothing
        low = std::isfinite(low) ? low : 0;
        high = low + (low == 0 ? 1 : 0.1 * std::abs(low));
    }
    m_colours.setRange(scale, low, high);
    const bool hidden = std::any_of(map.cells.begin(), map.cells.end(), [&](float value) { return value < low || value > high; });
    setNote(hidden ? tr("colours end at robust limits") : QString());
    if (hidden && look().limits == Limits::Typed)
        setNote(tr("values beyond the limits"));
}

/// Names of as many layers as there is room for.
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

/// Names the layer under the pointer, with its value.
void HeatMapPlot::paintReadings(QPainter &painter)
{
    const auto x = board().crossHair();
    if (!x || !m_rowUnderPointer || *m_rowUnderPointer >= m_rows.size())
        return;
    const ShownSeries &row = m_rows[*m_rowUnderPointer];
    const QString told = readOr(QString(), [&] {
        const auto value = row.measuredAt(board().look().x, *x);
        return value ? tr("%1: %2 at step %3").arg(text(row.spec.layer), shownNumber(value->value), QLocale().toString(static_cast<qlonglong>(value->stamp.step)))
                     : tr("%1: not measured").arg(text(row.spec.layer));
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
