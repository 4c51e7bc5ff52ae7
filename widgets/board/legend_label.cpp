#include "widgets/board/legend_label.h"

#include "widgets/axes/plot_theme.h"

#include <QApplication>
#include <QMouseEvent>
#include <QStringList>
#include <QTextBoundaryFinder>

#include <algorithm>

namespace lensboard::widgets {

namespace {

constexpr int kNarrowestEntry = 24; ///< minimum letters of an entry
constexpr QLatin1String kMoreLink("more:"); // no key: what those have before a colon is "run" or "layer"
constexpr QChar kWordJoiner(0x2060);
constexpr int kFreeInLine = 4; ///< free pixels at the end of a legend line
constexpr std::size_t kMaxLeftNamed = 60; ///< names in the tool tip

/// HTML of \p text with a word joiner at each possible line break.
QString nonBreaking(const QString &text)
{
    QString joined;
    QTextBoundaryFinder breaks(QTextBoundaryFinder::Line, text);
    qsizetype from = 0;
    for (qsizetype to = breaks.toNextBoundary(); to >= 0; from = to, to = breaks.toNextBoundary()) {
        joined += text.mid(from, to - from);
        if (to < text.size() && !joined.endsWith(' '))
            joined += kWordJoiner;
    }
    return joined.toHtmlEscaped().replace(' ', QStringLiteral("&nbsp;"));
}

/// Position of wrapping text, in pixels.
struct TextFlow
{
    int width, space;
    int row = 0, x = 0;

    TextFlow with(int entry) const
    {
        TextFlow flow = *this;
        const int gap = flow.row || flow.x ? space : 0;
        if (flow.x > 0 && flow.x + gap + entry > width) {
            ++flow.row;
            flow.x = 0;
        }
        flow.x += gap + entry;
        return flow;
    }
};

} // namespace

LegendLabel::LegendLabel(QWidget *parent) : QLabel(parent)
{
    setTextFormat(Qt::RichText);
    setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    setWordWrap(true);
    setTextInteractionFlags(Qt::LinksAccessibleByMouse);
    connect(this, &QLabel::linkActivated, this, &LegendLabel::choose);
    connect(this, &QLabel::linkHovered, this, &LegendLabel::point);
}

void LegendLabel::setLegend(const Legend &legend)
{
    if (legend == m_legend)
        return;
    m_legend = legend;
    QStringList names;
    for (const LegendEntry &entry : legend.lines)
        names << entry.name;
    m_names = SiblingNames(names);
    compose();
}

void LegendLabel::setMostHeight(int height)
{
    if (height == m_mostHeight)
        return;
    m_mostHeight = height;
    compose();
}

void LegendLabel::highlight(const QString &key)
{
    if (key == m_highlighted)
        return;
    m_highlighted = key;
    compose();
}

QString LegendLabel::before(const LegendEntry &entry)
{
    return entry.sign.isEmpty() ? QString() : entry.sign + QChar(QChar::Nbsp);
}

int LegendLabel::widthOf(const LegendEntry &entry) const
{
    return fontMetrics().horizontalAdvance(before(entry) + shownName(entry));
}

QString LegendLabel::shownName(const LegendEntry &entry) const
{
    return m_room == 0 ? entry.name : m_names.elided(entry.name, fontMetrics(), m_room - kFreeInLine - fontMetrics().horizontalAdvance(before(entry)));
}

int LegendLabel::widestEntry() const
{
    int widest = 0;
    for (const auto *entries : {&m_legend.lines, &m_legend.notes})
        for (const LegendEntry &entry : *entries)
            widest = std::max(widest, fontMetrics().horizontalAdvance(before(entry) + entry.name) + kFreeInLine);
    return widest;
}

QSize LegendLabel::minimumSizeHint() const
{
    const QSize hint = QLabel::minimumSizeHint();
    return {std::min(hint.width(), kNarrowestEntry * fontMetrics().averageCharWidth()), hint.height()};
}

LegendEntry LegendLabel::moreEntry(std::size_t count) const
{
    return {tr("+%1 more").arg(count), {}, {}, QString(kMoreLink)};
}

/// All lines if the width is not known yet; otherwise at least one.
std::size_t LegendLabel::fittingLines() const
{
    const std::size_t count = m_legend.lines.size();
    const int rows = std::max(1, m_mostHeight / fontMetrics().lineSpacing()), space = fontMetrics().horizontalAdvance(QStringLiteral("   "));
    if (m_room == 0 || m_mostHeight == 0)
        return count;
    const int more = widthOf(moreEntry(count));
    const auto hasRoomForNotes = [&](TextFlow flow) {
        for (const LegendEntry &note : m_legend.notes)
            flow = flow.with(widthOf(note));
        return flow.row < rows;
    };
    TextFlow flow{m_room - space, space};
    std::size_t fitting = 1;
    for (std::size_t i = 0; i < count && flow.row < rows; ++i) {
        if (i > 0 && hasRoomForNotes(flow.with(more)))
            fitting = i;
        flow = flow.with(widthOf(m_legend.lines[i]));
    }
    return hasRoomForNotes(flow) ? count : std::min(fitting, count);
}

QString LegendLabel::html(const LegendEntry &entry) const
{
    const PlotTheme theme(palette());
    const QColor text = entry.textColour.isValid() ? entry.textColour : entry.isOn ? theme.text
                                                                                   : theme.mutedText;
    QString html = nonBreaking(shownName(entry));
    if (!entry.sign.isEmpty())
        html = QStringLiteral("<span style='color:%1'>%2</span>%3&nbsp;%4").arg(entry.colour.name(), nonBreaking(entry.sign), kWordJoiner, html); // a line may break after a dash
    const bool isMarked = isOf(m_highlighted, entry.key);
    const QString style = QStringLiteral("color:%1;text-decoration:%2%3")
                              .arg(text.name(), entry.isOn ? QStringLiteral("none") : QStringLiteral("line-through"),
                                   isMarked ? QStringLiteral(";background-color:%1").arg(theme.grid.name()) : QString());
    return entry.key.isEmpty() ? QStringLiteral("<span style='%1'>%2</span>").arg(style, html)
                               : QStringLiteral("<a href='%1' style='%2'>%3</a>").arg(entry.key, style, html);
}

void LegendLabel::compose()
{
    const std::size_t fitting = fittingLines();
    QStringList shown, left;
    for (std::size_t i = 0; i < fitting; ++i)
        shown << html(m_legend.lines[i]);
    for (std::size_t i = fitting; i < std::min(m_legend.lines.size(), fitting + kMaxLeftNamed); ++i)
        left << m_legend.lines[i].name.toHtmlEscaped();
    if (m_legend.lines.size() > fitting + kMaxLeftNamed)
        left << QStringLiteral("…");
    m_left = left.isEmpty() ? QString() : QStringLiteral("<qt>%1</qt>").arg(left.join(QStringLiteral(", ")));
    if (fitting < m_legend.lines.size())
        shown << html(moreEntry(m_legend.lines.size() - fitting));
    for (const LegendEntry &note : m_legend.notes)
        shown << html(note);
    // plain spaces are ignored at the end of a line, so rows stay aligned
    const QString all = shown.isEmpty() ? QString() : QStringLiteral("<div style='white-space:pre-wrap'>%1</div>").arg(shown.join(QStringLiteral("   ")));
    if (all != text()) {
        setText(all);
        Q_EMIT composed();
    }
}

/// Returns null if the link is not an entry's.
const LegendEntry *LegendLabel::entryOf(const QString &link) const
{
    const auto entry = std::ranges::find(m_legend.lines, link, &LegendEntry::key);
    return entry == m_legend.lines.end() ? nullptr : &*entry;
}

void LegendLabel::choose(const QString &link)
{
    const LegendEntry *entry = entryOf(link);
    if (!entry || !entry->canToggle)
        return;
    const bool isDouble = link == m_clicked && m_sinceClick.isValid() && !m_sinceClick.hasExpired(QApplication::doubleClickInterval());
    m_clicked = isDouble ? QString() : link;
    m_sinceClick.start();
    Q_EMIT entryChosen(link, isDouble);
}

void LegendLabel::point(const QString &link)
{
    const LegendEntry *entry = entryOf(link);
    const bool isShortened = entry && shownName(*entry) != entry->name;
    setToolTip(link == kMoreLink ? m_left : isShortened ? entry->name.toHtmlEscaped() : QString());
    if (!link.isEmpty())
        setCursor(entry && entry->canToggle ? Qt::PointingHandCursor : Qt::ArrowCursor);
    if (const QString key = entry ? link : QString(); key != m_pointed) {
        m_pointed = key;
        Q_EMIT entryPointed(key);
    }
}

void LegendLabel::changeEvent(QEvent *event)
{
    QLabel::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::FontChange)
        compose();
}

void LegendLabel::leaveEvent(QEvent *event)
{
    QLabel::leaveEvent(event);
    const QPointF away(-1e4, -1e4); // otherwise QLabel assumes the mouse has not moved, and reports no return to the old place
    QMouseEvent move(QEvent::MouseMove, away, away, Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QLabel::mouseMoveEvent(&move);
    point({});
}

void LegendLabel::resizeEvent(QResizeEvent *event)
{
    QLabel::resizeEvent(event);
    if (m_room == width())
        return;
    m_room = width();
    compose();
}

} // namespace lensboard::widgets
