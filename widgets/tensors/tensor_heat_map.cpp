#include "widgets/tensors/tensor_heat_map.h"

#include "widgets/number_text.h"
#include "widgets/tensors/tensor_painting.h"

#include <QEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lensboard::widgets {

namespace {

constexpr int kTallestRow = 96; ///< maximum row height of a plane with few rows

} // namespace

TensorHeatMap::TensorHeatMap(QWidget *parent) : QWidget(parent)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Heat map of the tensor"));
}

void TensorHeatMap::setTensor(std::shared_ptr<const record::TensorValue> tensor, std::int64_t plane)
{
    m_tensor = std::move(tensor);
    m_plane = m_tensor ? planeOf(*m_tensor, plane) : TensorPlane();
    colour();
    point();
}

void TensorHeatMap::colour()
{
    ValueRange range;
    range.add(m_plane.values);
    m_colours = TensorColours(range, PlotTheme(palette()).warning.rgb());
    m_image = pictureOf(m_plane, m_colours);
    update();
}

QRect TensorHeatMap::cells() const
{
    if (m_image.isNull())
        return {};
    const QFontMetrics metrics = fontMetrics();
    const int left = m_plane.hasRows ? metrics.horizontalAdvance(countText(m_plane.rows)) + kTickLength + 2 : 0;
    const int top = std::max(kTensorMargin, metrics.height() / 2 + 1); // room for the upper half of the first row's number
    QRect room = rect().adjusted(kTensorMargin + left, top, -2 * kTensorMargin - colourBarWidth(metrics), -kTensorMargin - metrics.height() - kTickLength - 2);
    const auto most = std::min<std::int64_t>(m_plane.rows * kTallestRow, room.height());
    room.setHeight(std::max(1, static_cast<int>(most)));
    if (room.width() <= 0)
        return {};
    return hasPictures(*m_tensor) ? QRect(room.topLeft(), squareCells(room.size())) : room;
}

/// Returns the largest size within \p room that makes the cells of a picture square.
QSize TensorHeatMap::squareCells(const QSize &room) const
{
    const auto rows = static_cast<double>(m_plane.rows), columns = static_cast<double>(m_plane.columns);
    const double side = std::min(room.width() / columns, room.height() / rows), whole = side > 1 ? std::floor(side) : side;
    return {std::max(1, static_cast<int>(whole * columns)), std::max(1, static_cast<int>(whole * rows))};
}

void TensorHeatMap::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const PlotTheme theme(palette());
    painter.fillRect(rect(), theme.background);
    const QRect room = cells();
    if (room.isEmpty())
        return;
    paintPicture(painter, room, m_image);
    painter.setPen(theme.grid);
    painter.drawRect(room.adjusted(-1, -1, 0, 0));
    painter.setPen(theme.mutedText);
    paintIndices(painter, room);
    const int width = colourBarWidth(fontMetrics());
    paintColourBar(painter, QRect(rect().right() - kTensorMargin - width, kTensorMargin, width, height() - 2 * kTensorMargin), m_colours, theme);
}

void TensorHeatMap::paintIndices(QPainter &painter, const QRect &room)
{
    const int letter = fontMetrics().horizontalAdvance('0'), line = fontMetrics().height();
    const auto ticks = [](std::int64_t count, int most) {
        std::vector<std::int64_t> whole;
        for (const double tick : roundTicks(0, static_cast<double>(count - 1), std::max(1, most)))
            if (const auto index = static_cast<std::int64_t>(tick); static_cast<double>(index) == tick)
                whole.push_back(index);
        return whole;
    };
    for (const std::int64_t column : ticks(m_plane.columns, room.width() / (8 * letter))) {
        const int x = room.left() + static_cast<int>((2 * column + 1) * room.width() / (2 * m_plane.columns));
        painter.drawLine(x, room.bottom() + 1, x, room.bottom() + kTickLength);
        painter.drawText(QRect(x - 4 * letter, room.bottom() + kTickLength + 2, 8 * letter, line), Qt::AlignHCenter | Qt::AlignTop, countText(column));
    }
    for (const std::int64_t row : ticks(m_plane.hasRows ? m_plane.rows : 0, room.height() / (2 * line))) {
        const int y = room.top() + static_cast<int>((2 * row + 1) * room.height() / (2 * m_plane.rows));
        painter.drawLine(room.left() - kTickLength, y, room.left() - 1, y);
        painter.drawText(QRect(0, y - line / 2, room.left() - kTickLength - 2, line), Qt::AlignRight | Qt::AlignVCenter, countText(row));
    }
}

void TensorHeatMap::mouseMoveEvent(QMouseEvent *event)
{
    m_pointer = event->position().toPoint();
    point();
}

void TensorHeatMap::leaveEvent(QEvent *)
{
    m_pointer.reset();
    point();
}

void TensorHeatMap::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && m_tensor)
        colour();
}

void TensorHeatMap::point()
{
    const QRect room = cells();
    if (!m_pointer || !room.contains(*m_pointer))
        return Q_EMIT pointed({});
    const std::int64_t row = (m_pointer->y() - room.top()) * m_plane.rows / room.height();
    const std::int64_t column = (m_pointer->x() - room.left()) * m_plane.columns / room.width();
    std::vector<std::int64_t> index = m_plane.index;
    if (m_plane.hasRows)
        index.push_back(row);
    if (!m_tensor->shape.empty())
        index.push_back(column);
    Q_EMIT pointed(QStringLiteral("%1 = %2").arg(indexText(index), valueText(static_cast<double>(m_plane.at(row, column)))).trimmed());
}

} // namespace lensboard::widgets
