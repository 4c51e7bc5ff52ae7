#include "widgets/board/section_list.h"

#include "widgets/board/tag_section.h"
#include "widgets/core_words.h"
#include "widgets/qt_text.h"
#include "widgets/views/tag_plot.h"
#include "widgets/wheel_glide.h"

#include <QCursor>
#include <QGridLayout>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <iterator>

namespace lensboard::widgets {

namespace {

constexpr int kLinesAStep = 2; ///< lines of text per scroll step; a wheel notch is three steps
constexpr int kWideBoard = 900; ///< pixels; wider boards show two big plots side by side

bool isShown(const TagSection *section)
{
    return !section->isHidden();
}

void append(std::vector<TagPlot *> &all, const std::vector<TagPlot *> &plots)
{
    all.insert(all.end(), plots.begin(), plots.end());
}

} // namespace

SectionList::SectionList(BoardState &state, QWidget *parent)
    : QScrollArea(parent), m_state(state), m_page(new QWidget), m_grid(new QGridLayout(m_page)),
      m_glide(new WheelGlide(verticalScrollBar(), this))
{
    m_grid->setContentsMargins(0, 0, 0, 0);
    m_grid->setSpacing(2);
    m_page->setAutoFillBackground(true);
    m_page->setBackgroundRole(QPalette::Base);
    setWidget(m_page);
    setWidgetResizable(true);
    setFrameShape(QFrame::NoFrame);
    setAccessibleName(tr("Plots"));
    verticalScrollBar()->setSingleStep(kLinesAStep * fontMetrics().height());
    connect(verticalScrollBar(), &QScrollBar::valueChanged, this, &SectionList::viewChanged);
    connect(m_glide, &WheelGlide::moved, this, &SectionList::pointAnew);
}

TagSection *SectionList::add(const record::TagSpec &tag)
{
    m_all.push_back(new TagSection(m_state, tag, m_page));
    return m_all.back();
}

void SectionList::clear()
{
    qDeleteAll(m_all);
    m_all.clear();
}

std::vector<TagSection *> SectionList::visible() const
{
    std::vector<TagSection *> visible;
    std::ranges::copy_if(m_all, std::back_inserter(visible), isShown);
    return visible;
}

TagSection *SectionList::section(const QString &tag) const
{
    const auto section = std::ranges::find_if(m_all, [&](const TagSection *each) { return text(each->tag().name) == tag; });
    return section == m_all.end() ? nullptr : *section;
}

QStringList SectionList::tags() const
{
    QStringList names;
    for (const TagSection *section : m_all)
        names << text(section->tag().name);
    return names;
}

QString SectionList::shownName(const QString &tag) const
{
    const TagSection *known = section(tag);
    return known ? tagText(known->tag()) : tag;
}

// ---- plots

std::vector<TagPlot *> SectionList::plots(const QString &tag) const
{
    const TagSection *known = section(tag);
    return known ? known->plots(true) : std::vector<TagPlot *>();
}

std::vector<TagPlot *> SectionList::plots() const
{
    std::vector<TagPlot *> all;
    for (const TagSection *section : m_all)
        append(all, section->plots(true));
    return all;
}

std::vector<TagPlot *> SectionList::madePlots() const
{
    std::vector<TagPlot *> made;
    for (const TagSection *section : m_all)
        append(made, section->plots(false));
    return made;
}

std::vector<TagPlot *> SectionList::plotsOnView() const
{
    std::vector<TagPlot *> onView;
    for (const TagSection *section : visible())
        append(onView, section->plotsOnView());
    return onView;
}

bool SectionList::isOnView(const TagPlot &plot) const
{
    return !plot.visibleRegion().isEmpty();
}

std::vector<Reading> SectionList::readings(const QString &tag, double x) const
{
    const TagSection *known = section(tag);
    return known ? known->readings(x) : std::vector<Reading>();
}

// ---- the page

void SectionList::rearrange()
{
    for (TagSection *section : m_all) {
        section->rearrange();
        section->setVisible(section->wanted && section->plotCount() > 0);
    }
    arrange();
}

void SectionList::arrange()
{
    arrange(viewport()->width());
    Q_EMIT viewChanged();
}

/// Enlarges plots to fill a page with free room, up to a limit.
void SectionList::arrange(int width)
{
    constexpr double kMax = 1.7;
    place(width, 1);
    m_grid->activate();
    const int height = m_grid->totalHeightForWidth(width) > 0 ? m_grid->totalHeightForWidth(width) : m_page->sizeHint().height();
    const double room = static_cast<double>(viewport()->height()) / std::max(1, height);
    if (m_page->isVisible() && room > 1.02)
        place(width, std::min(room * 0.98, kMax)); // headings keep their height
}

/// Places two consecutive large plots side by side on a wide page; other sections get their own rows.
void SectionList::place(int width, double stretch)
{
    const std::vector<TagSection *> sections = visible();
    int row = -1;
    bool leftTaken = false;
    for (auto section = sections.begin(); section != sections.end(); ++section) {
        const auto next = std::next(section);
        const bool paired = width >= kWideBoard && (*section)->tag().big && (leftTaken || (next != sections.end() && (*next)->tag().big));
        row += leftTaken ? 0 : 1;
        m_grid->addWidget(*section, row, leftTaken ? 1 : 0, 1, paired ? 1 : 2);
        (*section)->arrange(paired ? width / 2 : width, stretch);
        leftTaken = paired && !leftTaken;
    }
    for (int i = 0; i < m_grid->rowCount(); ++i)
        m_grid->setRowStretch(i, 0);
    m_grid->setRowStretch(row + 1, 1);
}

void SectionList::scrollTo(const TagPlot &plot)
{
    m_grid->activate();
    const QPoint top = plot.mapTo(m_page, QPoint(0, 0));
    ensureVisible(0, top.y() + plot.height() / 2, 0, plot.height());
    Q_EMIT viewChanged();
}

/// Fits the sections to the viewport, and forwards wheel events of all children to the page.
bool SectionList::viewportEvent(QEvent *event)
{
    if (event->type() == QEvent::Wheel) {
        m_glide->turn(*static_cast<QWheelEvent *>(event)); // ignores events that do not scroll
        return true;
    }
    if (event->type() == QEvent::Resize || event->type() == QEvent::Show)
        arrange();
    return QScrollArea::viewportEvent(event);
}

/// Updates the object under the mouse after the page scrolled under a resting mouse.
void SectionList::pointAnew()
{
    const QPoint at = QCursor::pos();
    if (!viewport()->rect().contains(viewport()->mapFromGlobal(at)))
        return;
    if (auto *plot = qobject_cast<TagPlot *>(m_page->childAt(m_page->mapFromGlobal(at))))
        plot->pointer().pointAt(plot->mapFromGlobal(QPointF(at)));
    else
        m_state.setCrossHair(std::nullopt);
}

} // namespace lensboard::widgets
