#include "widgets/media/picture_sheet.h"

#include "widgets/axes/plot_theme.h"

#include <QMouseEvent>
#include <QPainter>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace lensboard::widgets {

namespace {

constexpr int kSheetMargin = 8; ///< pixels, as all lengths
constexpr int kPictureGap = 12;
constexpr int kProblemWidth = 240, kProblemHeight = 90;
constexpr int kSmallestSide = 32;
constexpr double kMaxFit = 16;
constexpr double kMinZoom = 1.0 / 64, kMaxZoom = 64;
constexpr int kChecker = 8;

QPixmap checkerboard()
{
    QPixmap pixmap(2 * kChecker, 2 * kChecker);
    pixmap.fill(Qt::white);
    QPainter painter(&pixmap);
    for (const QPoint corner : {QPoint(0, 0), QPoint(kChecker, kChecker)})
        painter.fillRect(QRect(corner, QSize(kChecker, kChecker)), QColor(0xDD, 0xDD, 0xDD));
    return pixmap;
}

} // namespace

PictureSheet::PictureSheet(QWidget *parent) : QAbstractScrollArea(parent)
{
    setFrameShape(QFrame::NoFrame);
    viewport()->setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Pictures of this step"));
    connect(&m_playing, &QTimer::timeout, this, [this] {
        ++m_frame;
        viewport()->update();
    });
}

void PictureSheet::setPictures(std::vector<Picture> pictures)
{
    m_pictures = std::move(pictures);
    m_selected = std::min(m_selected, std::max<std::size_t>(m_pictures.size(), 1) - 1);
    m_frame = 0;
    m_playing.stop();
    QStringList captions;
    for (const Picture &picture : m_pictures) {
        if (picture.frames.size() > 1 && !m_playing.isActive())
            m_playing.start(picture.frameMs);
        captions << (picture.problem.isEmpty() ? picture.caption : picture.problem);
    }
    captions.removeAll(QString());
    setAccessibleDescription(captions.join(QStringLiteral("; ")));
    arrange();
}

void PictureSheet::setZoom(std::optional<double> zoom)
{
    m_zoom = zoom ? std::optional(std::clamp(*zoom, kMinZoom, kMaxZoom)) : std::nullopt;
    arrange();
}

/// Zooms to the next power of the square root of two.
void PictureSheet::zoomIn()
{
    setZoom(std::pow(2, std::floor(2 * std::log2(m_scale) + 1.001) / 2));
}

void PictureSheet::zoomOut()
{
    setZoom(std::pow(2, std::ceil(2 * std::log2(m_scale) - 1.001) / 2));
}

int PictureSheet::captionHeight() const
{
    const bool hasAny = std::ranges::any_of(m_pictures, [](const Picture &picture) { return !picture.caption.isEmpty(); });
    return hasAny ? fontMetrics().height() + 4 : 0;
}

/// Returns the room of each picture with its caption.
QSize PictureSheet::cellSize(double scale) const
{
    QSize most;
    bool hasProblem = false;
    for (const Picture &picture : m_pictures) {
        most = most.expandedTo(picture.size());
        hasProblem = hasProblem || picture.frames.empty();
    }
    QSize cell(std::max(1, static_cast<int>(std::lround(most.width() * scale))), std::max(1, static_cast<int>(std::lround(most.height() * scale))));
    if (hasProblem)
        cell = cell.expandedTo({kProblemWidth, kProblemHeight});
    return cell + QSize(0, captionHeight());
}

/// Chooses the number per row that makes pictures largest.
double PictureSheet::fittingScale(QSize room)
{
    QSize most(1, 1);
    for (const Picture &picture : m_pictures)
        most = most.expandedTo(picture.size());
    const int count = static_cast<int>(m_pictures.size());
    double scale = 0;
    for (int across = 1; across <= count; ++across) {
        const int down = (count + across - 1) / across;
        const double wide = (room.width() - (across - 1) * kPictureGap) / static_cast<double>(across) / most.width();
        const double high = ((room.height() - (down - 1) * kPictureGap) / static_cast<double>(down) - captionHeight()) / most.height();
        scale = std::max(scale, std::min({wide, high, kMaxFit}));
    }
    scale = std::max(scale, std::min(1.0, static_cast<double>(kSmallestSide) / std::max(most.width(), most.height())));
    return scale > 1 ? std::floor(scale) : scale;
}

void PictureSheet::arrange()
{
    const QSize room = viewport()->size() - QSize(2 * kSheetMargin, 2 * kSheetMargin);
    m_scaled.assign(m_pictures.size(), {});
    m_scale = m_zoom.value_or(m_pictures.empty() ? 1 : fittingScale(room));
    const QSize cell = cellSize(m_scale);
    const int count = static_cast<int>(m_pictures.size());
    m_across = std::clamp((room.width() + kPictureGap) / (cell.width() + kPictureGap), 1, std::max(1, count));
    const int down = (count + m_across - 1) / m_across;
    const QSize all(m_across * (cell.width() + kPictureGap) - kPictureGap, down * (cell.height() + kPictureGap) - kPictureGap);
    const auto setRange = [](QScrollBar *bar, int content, int visible) {
        bar->setRange(0, std::max(0, content - visible));
        bar->setPageStep(std::max(1, visible));
        bar->setSingleStep(20);
    };
    setRange(horizontalScrollBar(), all.width(), room.width());
    setRange(verticalScrollBar(), all.height(), room.height());
    m_origin = QPoint(kSheetMargin + std::max(0, room.width() - all.width()) / 2, kSheetMargin + std::max(0, room.height() - all.height()) / 2);
    viewport()->update();
    Q_EMIT scaleChanged();
}

QRect PictureSheet::cellRect(std::size_t number) const
{
    const QSize cell = cellSize(m_scale);
    const int row = static_cast<int>(number) / m_across, column = static_cast<int>(number) % m_across;
    const QPoint scrolled(horizontalScrollBar()->value(), verticalScrollBar()->value());
    return {m_origin - scrolled + QPoint(column * (cell.width() + kPictureGap), row * (cell.height() + kPictureGap)), cell};
}

QRect PictureSheet::pictureRect(std::size_t number) const
{
    const QRect cell = cellRect(number);
    const QSize size = m_pictures[number].frames.empty() ? cell.size() - QSize(0, captionHeight()) : m_pictures[number].size() * m_scale;
    return {cell.topLeft(), size.expandedTo({1, 1})};
}

std::optional<std::size_t> PictureSheet::pictureAt(const QPoint &position) const
{
    for (std::size_t i = 0; i < m_pictures.size(); ++i)
        if (pictureRect(i).contains(position))
            return i;
    return std::nullopt;
}

const QImage &PictureSheet::frameOf(const Picture &picture) const
{
    return picture.frames[m_frame % picture.frames.size()];
}

void PictureSheet::paintEvent(QPaintEvent *)
{
    QPainter painter(viewport());
    painter.fillRect(viewport()->rect(), PlotTheme(palette()).background);
    for (std::size_t i = 0; i < m_pictures.size(); ++i)
        if (cellRect(i).intersects(viewport()->rect()))
            paintCell(painter, i);
}

void PictureSheet::paintCell(QPainter &painter, std::size_t number)
{
    static const QBrush kBehindTransparent(checkerboard());
    const Picture &picture = m_pictures[number];
    const PlotTheme theme(palette());
    const QRect cell = cellRect(number), rect = pictureRect(number);
    if (picture.frames.empty()) {
        painter.setPen(theme.grid);
        painter.drawRect(rect.adjusted(0, 0, -1, -1));
        painter.setPen(theme.text);
        painter.drawText(rect.adjusted(kSheetMargin, kSheetMargin, -kSheetMargin, -kSheetMargin), Qt::AlignCenter | Qt::TextWordWrap, picture.problem);
    } else {
        const QImage &frame = frameOf(picture);
        if (frame.hasAlphaChannel()) {
            painter.setBrushOrigin(rect.topLeft());
            painter.fillRect(rect, kBehindTransparent);
        }
        if (m_scale < 1 && picture.frames.size() == 1) {
            const qreal ratio = devicePixelRatioF();
            QPixmap &scaled = m_scaled[number];
            if (scaled.isNull()) {
                scaled = QPixmap::fromImage(frame.scaled(rect.size() * ratio, Qt::IgnoreAspectRatio, Qt::SmoothTransformation));
                scaled.setDevicePixelRatio(ratio);
            }
            painter.drawPixmap(rect.topLeft(), scaled);
        } else {
            painter.setRenderHint(QPainter::SmoothPixmapTransform, m_scale < 1);
            painter.drawImage(rect, frame);
        }
    }
    if (m_pictures.size() > 1 && number == m_selected) {
        painter.setPen(QPen(palette().color(QPalette::Highlight), 2));
        painter.drawRect(rect.adjusted(-2, -2, 2, 2));
    }
    if (!picture.caption.isEmpty()) {
        const QRect line(cell.left(), rect.bottom() + 4, cell.width(), fontMetrics().height());
        painter.setPen(theme.text);
        painter.drawText(line, Qt::AlignLeft | Qt::AlignVCenter, fontMetrics().elidedText(picture.caption, Qt::ElideRight, line.width()));
    }
}

void PictureSheet::resizeEvent(QResizeEvent *event)
{
    QAbstractScrollArea::resizeEvent(event);
    arrange();
}

void PictureSheet::mousePressEvent(QMouseEvent *event)
{
    m_grabbed = event->position().toPoint();
    if (const auto number = pictureAt(m_grabbed)) {
        m_selected = *number;
        viewport()->update();
    }
}

void PictureSheet::mouseMoveEvent(QMouseEvent *event)
{
    const QPoint position = event->position().toPoint();
    if (event->buttons() & Qt::LeftButton) {
        const QPoint moved = position - std::exchange(m_grabbed, position);
        horizontalScrollBar()->setValue(horizontalScrollBar()->value() - moved.x());
        verticalScrollBar()->setValue(verticalScrollBar()->value() - moved.y());
    }
    point(position);
}

void PictureSheet::wheelEvent(QWheelEvent *event)
{
    if (!(event->modifiers() & Qt::ControlModifier) && (verticalScrollBar()->maximum() > 0 || horizontalScrollBar()->maximum() > 0))
        return QAbstractScrollArea::wheelEvent(event);
    event->accept();
    m_turned += event->angleDelta().y();
    const int notches = m_turned / QWheelEvent::DefaultDeltasPerStep;
    m_turned %= QWheelEvent::DefaultDeltasPerStep;
    if (notches != 0 && !(event->modifiers() & Qt::ControlModifier))
        Q_EMIT stepWanted(-notches);
    else if (notches != 0)
        notches > 0 ? zoomIn() : zoomOut();
}

/// Handles the keys that scroll; passes other keys to the parent.
void PictureSheet::keyPressEvent(QKeyEvent *event)
{
    for (const int key : {Qt::Key_Up, Qt::Key_Down, Qt::Key_PageUp, Qt::Key_PageDown})
        if (event->key() == key)
            return QAbstractScrollArea::keyPressEvent(event);
    event->ignore();
}

bool PictureSheet::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::Leave)
        Q_EMIT pointed({});
    return QAbstractScrollArea::viewportEvent(event);
}

void PictureSheet::changeEvent(QEvent *event)
{
    QAbstractScrollArea::changeEvent(event);
    if (event->type() == QEvent::FontChange)
        arrange();
}

void PictureSheet::point(const QPoint &position)
{
    const auto number = pictureAt(position);
    if (!number || m_pictures[*number].frames.empty())
        return Q_EMIT pointed({});
    const QImage &frame = frameOf(m_pictures[*number]);
    const QRect rect = pictureRect(*number);
    const int x = std::clamp((position.x() - rect.left()) * frame.width() / rect.width(), 0, frame.width() - 1);
    const int y = std::clamp((position.y() - rect.top()) * frame.height() / rect.height(), 0, frame.height() - 1);
    const QColor colour = frame.pixelColor(x, y);
    const bool isGrey = colour.red() == colour.green() && colour.green() == colour.blue();
    const QString values = isGrey ? QString::number(colour.red()) : QStringLiteral("%1, %2, %3").arg(colour.red()).arg(colour.green()).arg(colour.blue());
    Q_EMIT pointed(tr("column %1, row %2: %3").arg(x).arg(y).arg(values));
}

} // namespace lensboard::widgets
