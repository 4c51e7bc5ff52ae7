#include "widgets/views/tag_plot.h"

#include "widgets/core_words.h"
#include "widgets/number_text.h"
#include "widgets/qt_text.h"
#include "widgets/views/axis_tickers.h"
#include "widgets/views/state/read_or.h"

#include <QHelpEvent>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace lensboard::widgets {

using record::SeriesRole;

namespace {

constexpr int kTitleMargin = 6;
constexpr int kVeilAlpha = 36;
constexpr int kLimitMargin = 2; ///< margin around a threshold's name

QString labelOf(XAxis x)
{
    switch (x) {
    case XAxis::Step: return TagPlot::tr("step");
    case XAxis::Tick: return TagPlot::tr("tick");
    case XAxis::Epoch: return TagPlot::tr("epoch");
    case XAxis::Samples: return TagPlot::tr("samples");
    case XAxis::WallTime: return TagPlot::tr("time");
    case XAxis::RelativeTime: return TagPlot::tr("time since the first tick");
    }
    return {};
}

} // namespace

TagPlot::TagPlot(BoardState &board, const record::TagSpec &tag, const TagStyle &style, const QString &title, QWidget *parent)
    : QCustomPlot(parent), m_board(board), m_style(style), m_title(title), m_theme(palette()), m_pointer(*this, board),
      m_crossHair(*this, board), m_note(new QCPItemText(this))
{
    setNotAntialiasedElements(QCP::aeAll);
    setInteractions(QCP::iNone);
    setFocusPolicy(Qt::ClickFocus);
    setMouseTracking(true);
    setAttribute(Qt::WA_NoMousePropagation, false); // the page handles the plain wheel
    axisRect()->setMinimumMargins(QMargins(0, 4, 10, 0));
    layer("main")->setMode(QCPLayer::lmBuffered); // drawn anew without the axes
    for (QCPAxis *axis : {xAxis, yAxis}) {
        axis->setTickLengthIn(0);
        axis->setTickLengthOut(3);
        axis->setSubTicks(false);
        axis->setLabelPadding(2);
        axis->grid()->setZeroLinePen(Qt::NoPen);
    }
    m_note->setLayer("legend");
    m_note->position->setType(QCPItemPosition::ptAxisRectRatio);
    m_note->position->setCoords(1, 0);
    m_note->setPositionAlignment(Qt::AlignRight | Qt::AlignTop);
    m_note->setPadding(QMargins(3, 1, 3, 1));
    m_note->setVisible(false);
    if (!title.isEmpty()) {
        plotLayout()->insertRow(0);
        m_titleText = new QCPTextElement(this, title);
        m_titleText->setTextFlags(Qt::AlignLeft | Qt::AlignVCenter);
        m_titleText->setMargins(QMargins(kTitleMargin, 3, 0, 4));
        plotLayout()->addElement(0, 0, m_titleText);
        plotLayout()->setRowSpacing(0);
    }
    connect(&board, &BoardState::zoomReset, this, [this] {
        if (std::exchange(m_ownChoice, std::nullopt))
            markDirty();
    });
    m_tag = tag;
    setAccessibleName(title.isEmpty() ? tagText(tag) : tr("%1 of %2").arg(tagText(tag), title));
}

TagPlot::~TagPlot() = default;

void TagPlot::setTag(const record::TagSpec &tag)
{
    m_tag = tag;
    markDirty();
}

void TagPlot::setTagStyle(const TagStyle &style)
{
    m_style = style;
    markDirty();
}

void TagPlot::addSeries(const ShownSeries &series)
{
    m_series.push_back(series);
    if (series.run->isOfLayer(series.spec))
        m_layers.insert(text(series.spec.layer));
    else
        m_isOfModel = true;
    markDirty();
}

void TagPlot::labelX()
{
    xAxis->setTicker(tickerOf(m_board.style().x));
    xAxis->setLabel(labelOf(m_board.style().x));
    fitTexts();
}

QString TagPlot::yLabel(const QString &quantity) const
{
    return isLog() ? tr("%1 (log)").arg(quantity) : quantity;
}

double TagPlot::nearestTick(double x) const
{
    return m_board.nearestTick(x);
}

void TagPlot::applyTheme()
{
    m_theme = PlotTheme(palette());
    setBackground(m_theme.background);
    QFont small = font();
    small.setPointSizeF(std::max(6.5, small.pointSizeF() * 0.82));
    if (m_titleText) {
        m_titleText->setFont(font());
        m_titleText->setTextColor(m_theme.text);
    }
    for (QCPAxis *axis : {xAxis, yAxis}) {
        axis->setBasePen(QPen(m_theme.grid));
        axis->setTickPen(QPen(m_theme.grid));
        axis->setTickLabelColor(m_theme.mutedText);
        axis->setLabelColor(m_theme.mutedText);
        axis->setTickLabelFont(small);
        axis->setLabelFont(small);
        axis->grid()->setPen(QPen(m_theme.grid, 0));
    }
    m_note->setFont(small);
    m_note->setColor(m_theme.mutedText);
    QColor veil = m_theme.background;
    veil.setAlpha(200);
    m_note->setBrush(veil);
    fitTexts();
    markDirty();
}

void TagPlot::setNote(const QString &note)
{
    m_wantedNote = note;
}

void TagPlot::noteGrowth()
{
    m_hasNews = true;
    Q_EMIT dirtied();
}

void TagPlot::markDirty()
{
    m_isDirty = true;
    Q_EMIT dirtied();
}

void TagPlot::markFaded()
{
    m_isFaded = true;
    Q_EMIT dirtied();
}

bool TagPlot::hasGrown()
{
    std::vector<std::size_t> sizes;
    sizes.reserve(m_series.size());
    for (const ShownSeries &series : m_series)
        sizes.push_back(series.run->run->tally(series.index).count);
    return std::exchange(m_drawnSizes, sizes) != sizes;
}

Stretch TagPlot::extent() const
{
    return m_board.style().isLinked ? m_board.extent() : readOr(shownX(), [this] { return readExtent(); });
}

Stretch TagPlot::readExtent() const
{
    const XAxis x = m_board.style().x;
    double low = std::numeric_limits<double>::infinity(), high = -low;
    for (const ShownSeries &series : m_series)
        if (m_board.isVisible(series) && series.spec.role == SeriesRole::Line)
            if (const auto span = series.run->run->span(series.index, axisOf(x))) {
                low = std::min(low, series.run->coordinate(span->first, x));
                high = std::max(high, series.run->coordinate(span->second, x));
            }
    return low <= high ? Stretch{low, high} : Stretch{0, 1};
}

/// Returns the chosen range, or the whole axis.
Stretch TagPlot::stretchToShow() const
{
    if (m_board.style().isLinked)
        return m_board.chosen().value_or(m_board.whole());
    if (m_ownChoice)
        return *m_ownChoice;
    const bool isLive = std::ranges::any_of(m_series, [](const ShownSeries &series) { return series.run->isLive; });
    return withRoomFor(readExtent(), isLive, m_isDirty ? std::nullopt : std::optional(shownX()));
}

void TagPlot::fill()
{
    const Stretch x = runsAlongX() ? stretchToShow() : Stretch{};
    if (runsAlongX())
        xAxis->setRange(x.low, x.high);
    fill(x);
}

void TagPlot::refresh(const QDeadlineTimer &deadline)
{
    const bool hasGrown = std::exchange(m_hasNews, false) && this->hasGrown();
    const bool isFaded = std::exchange(m_isFaded, false);
    if (!m_isDirty && !hasGrown && !isBehind()) {
        if (isFaded)
            layer("main")->replot();
        return;
    }
    const QCPRange xBefore = xAxis->range(), yBefore = yAxis->range();
    do {
        readOn(deadline);
        fill();
    } while (isBehind() && !deadline.hasExpired());
    const bool sameNote = m_note->text() == m_wantedNote;
    m_note->setVisible(!m_wantedNote.isEmpty());
    m_note->setText(m_wantedNote);
    const bool onlyGrew = !std::exchange(m_isDirty, false) && sameNote && xAxis->range() == xBefore && yAxis->range() == yBefore;
    if (onlyGrew)
        layer("main")->replot();
    else
        replot(QCustomPlot::rpQueuedRefresh);
}

store::Window TagPlot::windowOn(const ShownRun &run, const Stretch &x) const
{
    const XAxis along = m_board.style().x;
    const double origin = run.origin(along);
    const double columns = std::max(50, axisRect()->width()) * devicePixelRatioF();
    return {axisOf(along), x.low + origin, x.high + origin, static_cast<std::size_t>(columns)};
}

void TagPlot::choose(const std::optional<Stretch> &stretch)
{
    m_board.setFollowing(false);
    if (stretch) // wheel events before the next drawing start from this range
        xAxis->setRange(stretch->low, stretch->high);
    if (m_board.style().isLinked)
        return m_board.chooseByHand(stretch);
    m_ownChoice = stretch;
    markDirty();
}

bool TagPlot::event(QEvent *event)
{
    if (event->type() != QEvent::ToolTip || !runsAlongX())
        return QCustomPlot::event(event);
    const auto *help = static_cast<QHelpEvent *>(event);
    const bool isOnCutTitle = m_titleText && m_titleText->outerRect().contains(help->pos()) && m_titleText->text() != m_title;
    QToolTip::showText(help->globalPos(), isOnCutTitle ? m_title : m_board.events().textAt(*this, help->pos()), this); // an empty text hides it
    return true;
}

void TagPlot::changeEvent(QEvent *event)
{
    QCustomPlot::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        applyTheme();
}

void TagPlot::contextMenuEvent(QContextMenuEvent *event)
{
    Q_EMIT menuRequested(event->globalPos());
}

void TagPlot::enterEvent(QEnterEvent *event)
{
    QCustomPlot::enterEvent(event);
    Q_EMIT entered();
}

void TagPlot::leaveEvent(QEvent *event)
{
    QCustomPlot::leaveEvent(event);
    m_pointer.hideCrossHair();
}

void TagPlot::mousePressEvent(QMouseEvent *event)
{
    m_pointer.press(*event);
}

void TagPlot::mouseMoveEvent(QMouseEvent *event)
{
    m_pointer.move(*event);
}

void TagPlot::mouseReleaseEvent(QMouseEvent *event)
{
    m_pointer.release(*event);
}

void TagPlot::mouseDoubleClickEvent(QMouseEvent *)
{
    m_pointer.doubleClick();
}

void TagPlot::wheelEvent(QWheelEvent *event)
{
    m_pointer.turnWheel(*event);
}

void TagPlot::paintEvent(QPaintEvent *event)
{
    QCustomPlot::paintEvent(event);
    QPainter painter(this);
    if (runsAlongX()) {
        paintEvidence(painter);
        m_board.events().paint(painter, *this, m_theme);
        m_pointer.paintMark(painter);
        m_crossHair.paint(painter, m_theme);
    }
    paintReadings(painter);
}

bool TagPlot::isAbout(const std::set<QString> &layers) const
{
    return layers.empty() || m_isOfModel || std::ranges::any_of(layers, [this](const QString &layer) { return m_layers.contains(layer); });
}

const ShownEvidence *TagPlot::evidence() const
{
    const auto &shown = m_board.evidence();
    return shown && shown->tag == text(m_tag.name) && isAbout(shown->layers) ? &*shown : nullptr;
}

/// Paints a veil over the time range of a finding, and its threshold.
void TagPlot::paintEvidence(QPainter &painter) const
{
    const ShownEvidence *const shown = evidence();
    if (!shown)
        return;
    const QRect rect = axisRect()->rect();
    QColor veil = m_theme.caution;
    veil.setAlpha(kVeilAlpha);
    const double from = xAxis->coordToPixel(shown->x.low), to = xAxis->coordToPixel(shown->x.high);
    painter.save();
    painter.setClipRect(rect);
    painter.fillRect(QRectF(QPointF(from, rect.top()), QPointF(std::max(to, from + 1), rect.bottom())), veil);
    const auto height = shown->threshold ? heightOf(*shown->threshold) : std::nullopt;
    if (height && std::isfinite(*height)) {
        const double at = std::round(yAxis->coordToPixel(*height)) + 0.5;
        painter.setPen(QPen(m_theme.warning, 1, Qt::DashLine));
        painter.drawLine(QLineF(rect.left(), at, rect.right(), at));
        const QString words = tr("limit %1").arg(shownNumber(*shown->threshold, 3));
        painter.setFont(yAxis->tickLabelFont());
        const QFontMetrics metrics = painter.fontMetrics();
        const bool isAbove = at - metrics.height() > rect.top();
        const QSizeF size(metrics.horizontalAdvance(words) + 2 * kLimitMargin, metrics.height());
        const QRectF label(QPointF(rect.right() - size.width(), isAbove ? at - size.height() - 1 : at + 1), size);
        painter.fillRect(label, m_theme.background); // hides the curves behind it
        painter.drawText(label, Qt::AlignCenter, words);
    }
    painter.restore();
}

void TagPlot::updateCrossHair()
{
    if (!runsAlongX() || m_pointer.isMarking() || !readsNearby())
        update();
    else
        m_crossHair.update();
}

void TagPlot::resizeEvent(QResizeEvent *event)
{
    QCustomPlot::resizeEvent(event);
    fitTexts();
    markDirty();
}

void TagPlot::layOut()
{
    setViewport(rect());
    fitTexts();
    replot(rpImmediateRefresh);
    markDirty();
}

void TagPlot::fitTexts()
{
    const int labelWidth = QFontMetrics(xAxis->tickLabelFont()).horizontalAdvance(sampleLabel(m_board.style().x)) + 18; // keeps labels apart
    xAxis->ticker()->setTickCount(std::clamp(width() / labelWidth, 2, 8));
    yAxis->ticker()->setTickCount(std::clamp(height() / 40, 2, 8));
    if (m_titleText)
        m_titleText->setText(shownTitle());
}

QString TagPlot::shownTitle() const
{
    const QFontMetrics metrics(m_titleText ? m_titleText->font() : font());
    return m_titles->elided(m_title, metrics, width() - 2 * kTitleMargin);
}

void TagPlot::setTitles(std::shared_ptr<const SiblingNames> titles)
{
    m_titles = std::move(titles);
    fitTexts();
    markDirty();
}

} // namespace lensboard::widgets
