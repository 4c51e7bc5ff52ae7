#include "widgets/plots/plot_board.h"

#include "core/store/run_file_format.h"
#include "widgets/plots/tag_plot.h"
#include "widgets/plots/tag_section.h"
#include "widgets/qt_text.h"

#include <QElapsedTimer>
#include <QGridLayout>
#include <QLabel>
#include <QScrollBar>
#include <QStackedLayout>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace lensboard::widgets {

namespace {

constexpr int kSliceMs = 8; ///< how long drawing may hold the event loop at a time
constexpr int kWideBoard = 900; ///< from this width on, two big plots stand side by side

/// Does what a page is prepared with before it is drawn.
void settle(QWidget &page)
{
    page.grab(QRect(0, 0, 1, 1));
}

} // namespace

PlotBoard::PlotBoard(std::shared_ptr<const store::Run> run, QWidget *parent)
    : QWidget(parent), m_run(std::move(run)), m_placeholder(new QLabel(this)), m_scroll(new QScrollArea(this)), m_page(new QWidget),
      m_sections(new QGridLayout(m_page)), m_stack(new QStackedLayout(this))
{
    m_placeholder->setAlignment(Qt::AlignCenter);
    m_placeholder->setWordWrap(true);
    m_placeholder->setTextFormat(Qt::RichText);
    m_sections->setContentsMargins(0, 0, 0, 0);
    m_sections->setSpacing(2);
    m_page->setAutoFillBackground(true);
    m_page->setBackgroundRole(QPalette::Base);
    m_scroll->setWidget(m_page);
    m_scroll->setWidgetResizable(true);
    m_scroll->setFrameShape(QFrame::NoFrame);
    m_scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_scroll->setAccessibleName(tr("Plots"));
    m_scroll->viewport()->installEventFilter(this);
    m_stack->addWidget(m_placeholder);
    m_stack->addWidget(m_scroll);
    m_refresh.setSingleShot(true);
    m_refresh.setInterval(0);
    connect(&m_refresh, &QTimer::timeout, this, &PlotBoard::refreshSome);
    connect(m_scroll->verticalScrollBar(), &QScrollBar::valueChanged, this, &PlotBoard::schedule);
}

PlotBoard::~PlotBoard() = default;

void PlotBoard::setPlaceholder(const QString &html)
{
    m_placeholder->setText(html);
}

void PlotBoard::take(const store::RunChanges &changes)
{
    if (changes.restarted)
        clear();
    for (const auto &[index, tag] : changes.tags)
        sectionOf(index, tag).setTag(tag);
    for (std::uint32_t i = 0; i < changes.series.size(); ++i)
        m_byTag.at(changes.series[i].tag)->addSeries(m_seriesCount++, changes.series[i]);
    for (const record::RunEvent &event : changes.events)
        takeEvent(event);
    if (!changes.series.empty()) {
        for (TagSection *section : m_byTag)
            section->setVisible(section->wanted && !section->isEmpty());
        m_stack->setCurrentWidget(m_scroll);
        arrange(m_scroll->viewport()->width());
    }
    if (changes.firstFrame < changes.lastFrame || changes.edited)
        for (TagPlot *plot : madePlots())
            changes.edited ? plot->markDirty() : plot->noteGrowth();
    schedule();
}

void PlotBoard::clear()
{
    qDeleteAll(m_byTag);
    m_byTag.clear();
    m_seriesCount = 0;
    m_stack->setCurrentWidget(m_placeholder);
}

TagSection &PlotBoard::sectionOf(std::uint32_t tag, const record::TagSpec &spec)
{
    if (tag < m_byTag.size())
        return *m_byTag[tag];
    auto *section = new TagSection(m_run, spec, m_page);
    connect(section, &TagSection::plotMade, this, [this](TagPlot *plot) {
        plot->setXRange(QCPRange(m_chosenX.first, m_chosenX.second));
        connect(plot, &TagPlot::dirtied, this, &PlotBoard::schedule);
        connect(plot, &TagPlot::xRangeChosen, this, &PlotBoard::showSteps);
    });
    m_byTag.push_back(section);
    return *section;
}

void PlotBoard::takeEvent(const record::RunEvent &event)
{
    if (event.kind != record::RunEvent::Kind::LensOn)
        return;
    for (TagSection *section : m_byTag)
        if (section->tag().lens == event.text)
            section->addGap(static_cast<double>(event.step));
}

void PlotBoard::showSteps(const QCPRange &range)
{
    m_chosenX = {range.lower, range.upper};
    for (TagPlot *plot : madePlots())
        plot->setXRange(range);
}

void PlotBoard::schedule()
{
    if (!m_refresh.isActive())
        m_refresh.start();
}

/// Draws plots on view that changed, round robin, until the slice is used up.
void PlotBoard::refreshSome()
{
    QElapsedTimer clock;
    clock.start();
    std::vector<TagPlot *> onView;
    for (const TagSection *section : m_byTag) {
        if (section->isHidden())
            continue;
        const auto plots = section->plotsOnView();
        onView.insert(onView.end(), plots.begin(), plots.end());
    }
    try {
        for (std::size_t i = 0; i < onView.size(); ++i) {
            const std::size_t at = (m_nextPlot + i) % onView.size();
            if (!onView[at]->isDirty())
                continue;
            onView[at]->refresh();
            if (clock.elapsed() >= kSliceMs) {
                m_nextPlot = at + 1;
                m_refresh.start();
                return;
            }
        }
    } catch (const store::RunFileError &error) {
        Q_EMIT failed(text(error.what()));
    }
    for (TagSection *section : m_byTag)
        section->updateLegend();
}

std::vector<TagPlot *> PlotBoard::madePlots() const
{
    std::vector<TagPlot *> made;
    for (const TagSection *section : m_byTag) {
        const auto plots = section->plots(false);
        made.insert(made.end(), plots.begin(), plots.end());
    }
    return made;
}

std::vector<TagPlot *> PlotBoard::plots() const
{
    std::vector<TagPlot *> all;
    for (const TagSection *section : m_byTag) {
        const auto plots = section->plots(true);
        all.insert(all.end(), plots.begin(), plots.end());
    }
    return all;
}

std::vector<TagPlot *> PlotBoard::plots(const QString &tag) const
{
    const auto section = std::find_if(m_byTag.begin(), m_byTag.end(), [&](const TagSection *s) { return text(s->tag().name) == tag; });
    return section == m_byTag.end() ? std::vector<TagPlot *>() : (*section)->plots(true);
}

void PlotBoard::setTagVisible(const QString &tag, bool visible)
{
    for (TagSection *section : m_byTag)
        if (text(section->tag().name) == tag) {
            section->wanted = visible;
            section->setVisible(visible && !section->isEmpty());
        }
    arrange(m_scroll->viewport()->width());
    schedule();
}

void PlotBoard::resetZoom()
{
    showSteps(QCPRange(0, 0));
}

/// Plots are arranged for the room there is for them.
bool PlotBoard::eventFilter(QObject *watched, QEvent *event)
{
    if (watched == m_scroll->viewport() && (event->type() == QEvent::Resize || event->type() == QEvent::Show)) {
        arrange(m_scroll->viewport()->width());
        schedule();
    }
    return QWidget::eventFilter(watched, event);
}

/// Two large plots that follow each other share a row of a wide page; all else has rows of its own.
void PlotBoard::arrange(int width)
{
    int row = -1;
    bool leftTaken = false;
    for (std::size_t i = 0; i < m_byTag.size(); ++i) {
        TagSection *section = m_byTag[i];
        if (section->isHidden())
            continue;
        const auto next = std::find_if(m_byTag.begin() + static_cast<std::ptrdiff_t>(i) + 1, m_byTag.end(),
                                       [](const TagSection *s) { return !s->isHidden(); });
        const bool paired = width >= kWideBoard && section->tag().big
                         && (leftTaken || (next != m_byTag.end() && (*next)->tag().big));
        row += leftTaken ? 0 : 1;
        m_sections->addWidget(section, row, leftTaken ? 1 : 0, 1, paired ? 1 : 2);
        section->arrange(paired ? width / 2 : width);
        leftTaken = paired && !leftTaken;
    }
    for (int i = 0; i < m_sections->rowCount(); ++i)
        m_sections->setRowStretch(i, 0);
    m_sections->setRowStretch(row + 1, 1);
}

std::vector<TagSection *> PlotBoard::visibleSections() const
{
    std::vector<TagSection *> visible;
    std::copy_if(m_byTag.begin(), m_byTag.end(), std::back_inserter(visible), [](const TagSection *s) { return !s->isHidden(); });
    return visible;
}

store::Selection PlotBoard::shown() const
{
    store::Selection part;
    const auto isWanted = [](const TagSection *section) { return section->wanted; };
    if (!std::all_of(m_byTag.begin(), m_byTag.end(), isWanted)) {
        part.tags.emplace();
        for (const TagSection *section : m_byTag)
            if (section->wanted)
                part.tags->insert(section->tag().name);
    }
    if (m_chosenX.first < m_chosenX.second) {
        part.firstStep = m_chosenX.first;
        part.lastStep = m_chosenX.second;
    }
    return part;
}

void PlotBoard::setShown(const store::Selection &part)
{
    for (const TagSection *section : m_byTag)
        setTagVisible(text(section->tag().name), part.hasTag(section->tag().name));
    const bool isZoomed = std::isfinite(part.firstStep) && std::isfinite(part.lastStep);
    showSteps(isZoomed ? QCPRange(part.firstStep, part.lastStep) : QCPRange(0, 0));
}

QSize PlotBoard::layOut(int width)
{
    resize(width, height());
    m_scroll->setWidgetResizable(false);
    settle(*m_page); // delivers what is pending, resizes too
    arrange(width);
    m_page->resize(width, m_page->sizeHint().height());
    settle(*m_page); // lays out what was never on view
    for (TagSection *section : visibleSections()) {
        for (TagPlot *plot : section->plots(true)) {
            plot->layOut();
            plot->refresh();
        }
        section->updateLegend();
    }
    m_page->resize(width, std::max(m_page->sizeHint().height(), m_sections->totalHeightForWidth(width)));
    settle(*m_page);
    return m_page->size();
}

std::vector<PlotBoard::Page> PlotBoard::pages(int height) const
{
    std::vector<Page> pages = {{}};
    for (const TagSection *section : visibleSections()) {
        const int top = section->y(), bottom = top + section->height();
        if (bottom - pages.back().top > height && bottom - top <= height && top > pages.back().top)
            pages.push_back({top, top, {}});
        for (const int rowBottom : section->rowBottoms()) {
            Page &last = pages.back();
            if (top + rowBottom - last.top > height && last.bottom > last.top)
                pages.push_back({last.bottom, last.bottom, last.bottom > top ? text(section->tag().name) : QString()});
            pages.back().bottom = std::max(pages.back().bottom, top + rowBottom);
        }
    }
    return pages;
}

void PlotBoard::paint(QCPPainter &painter, int top, int bottom)
{
    for (const TagSection *section : visibleSections()) {
        painter.save();
        painter.translate(section->pos());
        section->paint(painter, top - section->y(), bottom - section->y());
        painter.restore();
    }
}

} // namespace lensboard::widgets
