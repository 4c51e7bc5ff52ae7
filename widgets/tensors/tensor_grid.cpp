#include "widgets/tensors/tensor_grid.h"

#include "widgets/tensors/tensor_painting.h"
#include "widgets/wheel_glide.h"

#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace lensboard::widgets {

namespace {

constexpr int kGap = 4;
constexpr int kSmallestSide = 20; ///< pixels; the grid scrolls instead of making pictures smaller
constexpr double kLargestScale = 24;

/// Returns pixels per value so that \p count pictures of \p size fit into \p room, with \p across per row.
double scaleFor(std::int64_t count, int across, QSize size, QSize room)
{
    const int down = static_cast<int>((count + across - 1) / across);
    const double wide = (room.width() - (across - 1) * kGap) / static_cast<double>(across) / size.width();
    const double high = (room.height() - (down - 1) * kGap) / static_cast<double>(down) / size.height();
    return std::min({wide, high, kLargestScale});
}

} // namespace

TensorGrid::TensorGrid(QWidget *parent) : QAbstractScrollArea(parent), m_glide(new WheelGlide(verticalScrollBar(), this))
{
    setFrameShape(QFrame::NoFrame);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    viewport()->setMouseTracking(true);
    viewport()->setBackgroundRole(QPalette::Base);
    setAccessibleName(tr("Pictures of the tensor"));
    setFocusPolicy(Qt::StrongFocus);
    connect(m_glide, &WheelGlide::moved, this, &TensorGrid::point);
}

void TensorGrid::setTensor(std::shared_ptr<const record::TensorValue> tensor, std::int64_t set)
{
    m_tensor = std::move(tensor);
    m_set = set;
    m_range = {};
    for (std::int64_t i = 0; i < pictureCount(); ++i)
        m_range.add(planeOf(*m_tensor, firstPlane() + i).values);
    arrange();
    point();
}

void TensorGrid::setEachAlone(bool alone)
{
    m_eachAlone = alone;
    arrange();
}

std::int64_t TensorGrid::pictureCount() const
{
    if (!m_tensor)
        return 0;
    return m_set == kAllSets ? planeCount(*m_tensor) : picturesPerSet(*m_tensor);
}

std::int64_t TensorGrid::firstPlane() const
{
    return m_set == kAllSets ? 0 : m_set * picturesPerSet(*m_tensor);
}

/// Chooses the number per row that makes pictures largest.
void TensorGrid::arrange()
{
    viewport()->update();
    const std::int64_t count = pictureCount();
    if (count == 0)
        return verticalScrollBar()->setRange(0, 0);
    const TensorPlane plane = planeOf(*m_tensor, firstPlane());
    const QSize size(static_cast<int>(plane.columns), static_cast<int>(plane.rows));
    const int bar = m_eachAlone ? 0 : colourBarWidth(fontMetrics()) + kTensorMargin;
    const QSize room = viewport()->size() - QSize(2 * kTensorMargin + bar, 2 * kTensorMargin);
    const int most = static_cast<int>(std::clamp<std::int64_t>(room.width() / (kSmallestSide + kGap), 1, count));
    double scale = 0;
    for (int across = 1; across <= most; ++across)
        if (const double fits = scaleFor(count, across, size, room); fits > scale) {
            scale = fits;
            m_across = across;
        }
    const double least = static_cast<double>(kSmallestSide) / std::max(size.width(), size.height());
    if (scale < least) {
        scale = least;
        m_across = std::max(1, static_cast<int>((room.width() + kGap) / (scale * size.width() + kGap)));
    }
    if (scale > 1)
        scale = std::floor(scale); // equal number of pixels per value
    m_side = QSize(std::max(1, static_cast<int>(size.width() * scale)), std::max(1, static_cast<int>(size.height() * scale)));
    const int down = static_cast<int>((count + m_across - 1) / m_across);
    const int height = down * (m_side.height() + kGap) - kGap + 2 * kTensorMargin;
    verticalScrollBar()->setRange(0, std::max(0, height - viewport()->height()));
    verticalScrollBar()->setPageStep(viewport()->height());
    verticalScrollBar()->setSingleStep(m_side.height() + kGap);
}

QRect TensorGrid::pictureRect(std::int64_t number) const
{
    const int row = static_cast<int>(number / m_across), column = static_cast<int>(number % m_across);
    return {QPoint(kTensorMargin + column * (m_side.width() + kGap), kTensorMargin + row * (m_side.height() + kGap) - verticalScrollBar()->value()), m_side};
}

std::optional<std::int64_t> TensorGrid::pictureAt(const QPoint &position) const
{
    const int column = (position.x() - kTensorMargin) / (m_side.width() + kGap);
    const int row = (position.y() + verticalScrollBar()->value() - kTensorMargin) / (m_side.height() + kGap);
    const std::int64_t number = std::int64_t{row} * m_across + column;
    const bool isOne = column >= 0 && column < m_across && row >= 0 && number < pictureCount();
    return isOne && pictureRect(number).contains(position) ? std::optional(number) : std::nullopt;
}

void TensorGrid::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    const PlotTheme theme(palette());
    painter.fillRect(viewport()->rect(), theme.background);
    const auto under = m_pointer ? pictureAt(*m_pointer) : std::nullopt;
    const TensorColours together(m_range, theme.warning.rgb());
    for (std::int64_t i = 0; i < pictureCount(); ++i) {
        const QRect rect = pictureRect(i);
        if (!rect.intersects(viewport()->rect()))
            continue;
        const TensorPlane plane = planeOf(*m_tensor, firstPlane() + i);
        ValueRange own;
        if (m_eachAlone)
            own.add(plane.values);
        paintPicture(painter, rect, pictureOf(plane, m_eachAlone ? TensorColours(own, theme.warning.rgb()) : together));
        if (under == i) {
            painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
            painter.drawRect(rect.adjusted(-1, -1, 1, 1));
        }
    }
    if (!m_eachAlone && pictureCount() > 0) {
        const int width = colourBarWidth(fontMetrics());
        const QRect room = viewport()->rect().adjusted(0, kTensorMargin, -kTensorMargin, -kTensorMargin);
        paintColourBar(painter, QRect(room.right() - width, room.top(), width, room.height()), together, theme);
    }
}

void TensorGrid::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    arrange();
}

void TensorGrid::mouseMoveEvent(QMouseEvent *event)
{
    m_pointer = event->position().toPoint();
    point();
}

bool TensorGrid::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::Leave) {
        m_pointer.reset();
        point();
    }
    if (event->type() == QEvent::Wheel) {
        m_glide->turn(*static_cast<QWheelEvent *>(event));
        return true;
    }
    return QAbstractScrollArea::viewportEvent(event);
}

/// Handles the keys that scroll; passes other keys to the parent.
void TensorGrid::keyPressEvent(QKeyEvent *event)
{
    for (const int key : {Qt::Key_Up, Qt::Key_Down, Qt::Key_PageUp, Qt::Key_PageDown})
        if (event->key() == key)
            return QAbstractScrollArea::keyPressEvent(event);
    event->ignore();
}

void TensorGrid::point()
{
    viewport()->update();
    const auto number = m_pointer ? pictureAt(*m_pointer) : std::nullopt;
    if (!number)
        return Q_EMIT pointed({});
    const QRect rect = pictureRect(*number);
    TensorPlane plane = planeOf(*m_tensor, firstPlane() + *number);
    const std::int64_t row = (m_pointer->y() - rect.top()) * plane.rows / rect.height();
    const std::int64_t column = (m_pointer->x() - rect.left()) * plane.columns / rect.width();
    plane.index.insert(plane.index.end(), {row, column});
    Q_EMIT pointed(QStringLiteral("%1 = %2").arg(indexText(plane.index), valueText(static_cast<double>(plane.at(row, column)))));
}

} // namespace lensboard::widgets
