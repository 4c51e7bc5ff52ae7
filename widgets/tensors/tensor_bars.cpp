#include "widgets/tensors/tensor_bars.h"

#include "widgets/number_text.h"
#include "widgets/tensors/tensor_painting.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>

namespace lensboard::widgets {

namespace {

constexpr int kValueLetters = 9; ///< letters of the longest value at the axis
constexpr int kMarkHeight = 6;   ///< height of the mark for a non-finite value

} // namespace

TensorBars::TensorBars(QWidget *parent) : QWidget(parent)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Bars of the tensor"));
}

void TensorBars::setTensor(std::shared_ptr<const record::TensorValue> tensor)
{
    m_tensor = std::move(tensor);
    ValueRange range;
    if (m_tensor)
        range.add(m_tensor->values);
    m_notFinite = range.notFinite;
    m_low = std::min(0.0, static_cast<double>(range.low));
    m_high = std::max(0.0, static_cast<double>(range.high));
    if (m_low == m_high)
        m_high = 1;
    update();
    point();
}

QRect TensorBars::bars() const
{
    const int line = fontMetrics().height();
    const int left = kTensorMargin + line + kValueLetters * fontMetrics().horizontalAdvance('0');
    return rect().adjusted(left, kTensorMargin + line / 2, -2 * kTensorMargin, -kTensorMargin - 2 * line - kTickLength);
}

double TensorBars::yOf(double value) const
{
    const QRect room = bars();
    return room.top() + room.height() * (m_high - value) / (m_high - m_low);
}

int TensorBars::zero() const
{
    return static_cast<int>(std::lround(yOf(0)));
}

std::optional<std::size_t> TensorBars::indexAt(const QPoint &position) const
{
    const QRect room = bars();
    if (!m_tensor || !room.contains(position))
        return std::nullopt;
    return static_cast<std::size_t>(position.x() - room.left()) * m_tensor->values.size() / static_cast<std::size_t>(room.width());
}

/// Returns the full-height column of a value, at least one pixel wide.
QRect TensorBars::columnOf(std::size_t index) const
{
    const QRect room = bars();
    const auto edge = [&](std::size_t i) {
        return room.left() + static_cast<int>(i * static_cast<std::size_t>(room.width()) / m_tensor->values.size());
    };
    return {edge(index), room.top(), std::max(1, edge(index + 1) - edge(index)), room.height()};
}

QString TensorBars::describe(std::size_t index) const
{
    return QStringLiteral("[%1] = %2").arg(index).arg(valueText(static_cast<double>(m_tensor->values[index])));
}

void TensorBars::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const PlotTheme theme(palette());
    painter.fillRect(rect(), theme.background);
    const QRect room = bars();
    if (!m_tensor || room.isEmpty())
        return;
    paintAxes(painter, room, theme.mutedText, theme.grid);
    paintBars(painter, room, theme.series(0), theme.warning);
    painter.setPen(theme.text);
    painter.drawLine(room.left(), zero(), room.right(), zero());
    if (m_notFinite > 0) {
        painter.setPen(theme.warning);
        painter.drawText(room, Qt::AlignTop | Qt::AlignRight, tr("%Ln value(s) not finite", nullptr, static_cast<int>(m_notFinite)));
    }
}

void TensorBars::paintBars(QPainter &painter, const QRect &room, const QColor &bar, const QColor &notFinite) const
{
    const std::vector<float> &values = m_tensor->values;
    const auto width = static_cast<std::size_t>(room.width());
    const std::size_t columns = std::min(values.size(), width);
    for (std::size_t column = 0; column < columns; ++column) {
        const std::size_t first = column * values.size() / columns, last = (column + 1) * values.size() / columns;
        ValueRange range;
        range.add(std::span(values).subspan(first, last - first));
        const double left = room.left() + static_cast<double>(column * width) / static_cast<double>(columns);
        const double right = room.left() + static_cast<double>((column + 1) * width) / static_cast<double>(columns);
        const double wide = right - left > 4 ? right - left - 1 : right - left;
        if (range.notFinite > 0)
            painter.fillRect(QRectF(left, yOf(0) - kMarkHeight, wide, 2 * kMarkHeight), notFinite);
        const double top = yOf(std::max(0.0, static_cast<double>(range.high))), bottom = yOf(std::min(0.0, static_cast<double>(range.low)));
        painter.fillRect(QRectF(left, top, wide, bottom - top), bar);
    }
}

void TensorBars::paintAxes(QPainter &painter, const QRect &room, const QColor &text, const QColor &grid) const
{
    const int line = fontMetrics().height(), letter = fontMetrics().horizontalAdvance('0');
    const std::vector<double> levels = roundTicks(m_low, m_high, std::max(1, room.height() / (3 * line)));
    const QStringList labels = tickTexts(levels);
    for (std::size_t i = 0; i < levels.size(); ++i) {
        const int y = static_cast<int>(std::lround(yOf(levels[i])));
        painter.setPen(grid);
        painter.drawLine(room.left(), y, room.right(), y);
        painter.setPen(text);
        painter.drawText(QRect(0, y - line / 2, room.left() - kTickLength, line), Qt::AlignRight | Qt::AlignVCenter, labels[static_cast<qsizetype>(i)]);
    }
    const auto last = static_cast<double>(m_tensor->values.size() - 1);
    for (const double tick : roundTicks(0, last, std::max(1, room.width() / (8 * letter)))) {
        if (tick != std::floor(tick))
            continue;
        const int x = room.left() + static_cast<int>((tick + 0.5) * room.width() / (last + 1));
        painter.drawLine(x, room.bottom() + 1, x, room.bottom() + kTickLength);
        painter.drawText(QRect(x - 4 * letter, room.bottom() + kTickLength + 1, 8 * letter, line), Qt::AlignHCenter, countText(std::llround(tick)));
    }
    painter.drawText(QRect(room.left(), room.bottom() + kTickLength + line, room.width(), line), Qt::AlignHCenter, tr("index"));
    painter.save();
    painter.translate(0, room.bottom());
    painter.rotate(-90);
    painter.drawText(QRect(0, kTensorMargin / 2, room.height(), line), Qt::AlignHCenter | Qt::AlignVCenter, tr("value"));
    painter.restore();
}

bool TensorBars::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip)
        return QWidget::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    if (const auto index = indexAt(help->pos()))
        QToolTip::showText(help->globalPos(), describe(*index), this, columnOf(*index));
    else
        QToolTip::hideText();
    return true;
}

void TensorBars::mouseMoveEvent(QMouseEvent *event)
{
    m_pointer = event->position().toPoint();
    point();
}

void TensorBars::leaveEvent(QEvent *)
{
    m_pointer.reset();
    point();
}

void TensorBars::point()
{
    const auto index = m_pointer ? indexAt(*m_pointer) : std::nullopt;
    Q_EMIT pointed(index ? describe(*index) : QString());
}

} // namespace lensboard::widgets
