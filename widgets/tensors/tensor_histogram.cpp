#include "widgets/tensors/tensor_histogram.h"

#include "widgets/number_text.h"
#include "widgets/tensors/tensor_painting.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

namespace lensboard::widgets {

namespace {

constexpr std::size_t kBins = 80;
constexpr int kCountLetters = 8; ///< letters of the longest count at the axis

} // namespace

TensorHistogram::TensorHistogram(QWidget *parent) : QWidget(parent)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Histogram of the tensor"));
}

void TensorHistogram::setTensor(const std::shared_ptr<const record::TensorValue> &tensor)
{
    m_counts = tensor ? countsOf(tensor->values, kBins) : TensorCounts();
    update();
    point();
}

void TensorHistogram::setLogarithmic(bool logarithmic)
{
    m_logarithmic = logarithmic;
    update();
}

/// Height of a bar, in an arbitrary unit.
double TensorHistogram::height(double count) const
{
    return m_logarithmic ? std::log10(1 + count) : count;
}

QRect TensorHistogram::bars() const
{
    const int left = kTensorMargin + kCountLetters * fontMetrics().horizontalAdvance('0');
    return rect().adjusted(left, kTensorMargin, -3 * kTensorMargin, -kTensorMargin - 2 * fontMetrics().height() - kTickLength);
}

void TensorHistogram::paintEvent(QPaintEvent *)
{
    QPainter painter(this);
    const PlotTheme theme(palette());
    painter.fillRect(rect(), theme.background);
    const QRect room = bars();
    if (m_counts.counts.empty() || room.isEmpty())
        return;
    paintAxes(painter, room, theme.mutedText, theme.grid);
    const double highest = height(static_cast<double>(std::ranges::max(m_counts.counts)));
    const auto bins = static_cast<double>(m_counts.counts.size());
    for (std::size_t bin = 0; bin < m_counts.counts.size(); ++bin) {
        const double tall = room.height() * height(static_cast<double>(m_counts.counts[bin])) / highest;
        const double left = room.left() + room.width() * static_cast<double>(bin) / bins, right = room.left() + room.width() * static_cast<double>(bin + 1) / bins;
        painter.fillRect(QRectF(left, room.bottom() + 1 - tall, right - left - (right - left > 4 ? 1 : 0), tall), theme.series(0));
    }
    if (m_counts.range.notFinite > 0) {
        painter.setPen(theme.warning);
        painter.drawText(room, Qt::AlignTop | Qt::AlignRight, tr("%Ln value(s) not finite", nullptr, static_cast<int>(m_counts.range.notFinite)));
    }
}

void TensorHistogram::paintAxes(QPainter &painter, const QRect &room, const QColor &text, const QColor &grid)
{
    const int line = fontMetrics().height(), letter = fontMetrics().horizontalAdvance('0');
    const auto most = static_cast<double>(std::ranges::max(m_counts.counts));
    std::vector<double> levels;
    if (m_logarithmic)
        for (double count = 1; count <= most; count *= 10)
            levels.push_back(count);
    else
        levels = roundTicks(0, most, std::max(1, room.height() / (3 * line)));
    const QStringList counts = tickTexts(levels);
    for (std::size_t i = 0; i < levels.size(); ++i) {
        const double count = levels[i];
        const int y = room.bottom() + 1 - static_cast<int>(room.height() * height(count) / height(most));
        painter.setPen(grid);
        painter.drawLine(room.left(), y, room.right(), y);
        painter.setPen(text);
        painter.drawText(QRect(0, y - line / 2, room.left() - kTickLength, line), Qt::AlignRight | Qt::AlignVCenter, counts[static_cast<qsizetype>(i)]);
    }
    const double low = m_counts.edge(0), high = m_counts.edge(m_counts.counts.size());
    const std::vector<double> values = roundTicks(low, high, std::max(1, room.width() / (12 * letter)));
    const QStringList labels = tickTexts(values);
    for (std::size_t i = 0; i < values.size(); ++i) {
        const int x = room.left() + (high > low ? static_cast<int>(room.width() * (values[i] - low) / (high - low)) : room.width() / 2);
        painter.drawLine(x, room.bottom() + 1, x, room.bottom() + kTickLength);
        painter.drawText(QRect(x - 6 * letter, room.bottom() + kTickLength + 1, 12 * letter, line), Qt::AlignHCenter, labels[static_cast<qsizetype>(i)]);
    }
    painter.drawText(QRect(room.left(), room.bottom() + kTickLength + line, room.width(), line), Qt::AlignHCenter,
                     m_logarithmic ? tr("value; counts on a logarithmic scale") : tr("value"));
}

void TensorHistogram::mouseMoveEvent(QMouseEvent *event)
{
    m_pointer = event->position().toPoint();
    point();
}

void TensorHistogram::leaveEvent(QEvent *)
{
    m_pointer.reset();
    point();
}

void TensorHistogram::point()
{
    const QRect room = bars();
    if (!m_pointer || m_counts.counts.empty() || !room.contains(*m_pointer))
        return Q_EMIT pointed({});
    const auto bin = static_cast<std::size_t>(m_pointer->x() - room.left()) * m_counts.counts.size() / static_cast<std::size_t>(room.width());
    Q_EMIT pointed(tr("%1 to %2: %Ln value(s)", nullptr, static_cast<int>(m_counts.counts[bin])).arg(valueText(m_counts.edge(bin)), valueText(m_counts.edge(bin + 1))));
}

} // namespace lensboard::widgets
