#include "widgets/plots/plot_board.h"

#include "widgets/plots/tag_plot.h"
#include "widgets/plots/tag_section.h"

#include <QElapsedTimer>
#include <QGridLayout>
#include <QLabel>
#include <QScrollBar>
#include <QStackedLayout>

#include <algorithm>

namespace lensboard::widgets {

namespace {

constexpr int kSliceMs = 8; ///< how long drawing may hold the event loop at a time
constexpr int kWideBoard = 900; ///< from this width on, two big plots stand side by side

} // namespace

PlotBoard::PlotBoard(QWidget *parent)
    : QWidget(parent), m_placeholder(new QLabel(this)), m_scroll(new QScrollArea(this)), m_page(new QWidget),
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

void PlotBoard::registerTag(const record::TagSpec &tag)
{
    if (const auto known = m_byTag.find(tag.name); known != m_byTag.end())
        return known->second->setTag(tag);
    auto *section = new TagSection(tag, m_page);
    m_byTag[tag.name] = section;
    m_inOrder.push_back(section);
}

void PlotBoard::plotNumerical(const record::TickStamp &stamp, const std::string &tag,
                              const visualizer::Readings &readings)
{
    plot(stamp, tag, readings);
}

void PlotBoard::plotProbabilities(const record::TickStamp &stamp, const std::string &tag,
                                  const visualizer::Readings &readings)
{
    plot(stamp, tag, readings);
}

void PlotBoard::plotRelations(const record::TickStamp &stamp, const std::string &tag,
                              const visualizer::Readings &readings)
{
    plot(stamp, tag, readings);
}

void PlotBoard::plot(const record::TickStamp &stamp, const std::string &tag, const visualizer::Readings &readings)
{
    TagSection &section = *m_byTag.at(tag);
    const bool gap = section.lastFrame >= 0 && section.lastFrame != m_frame - 1;
    for (const visualizer::LayerReading &reading : readings) {
        const QString layer = QString::fromStdString(reading.layer);
        TagPlot *plot = section.plotOf(layer);
        if (!plot)
            plot = addPlot(section, layer);
        plot->append(stamp, reading, gap);
    }
    section.lastFrame = m_frame;
}

TagPlot *PlotBoard::addPlot(TagSection &section, const QString &layer)
{
    TagPlot *plot = section.addPlot(layer);
    connect(plot, &TagPlot::dirtied, this, &PlotBoard::schedule);
    connect(plot, &TagPlot::xRangeChosen, this, [this](const QCPRange &range) {
        for (TagPlot *other : plots())
            other->setXRange(range);
    });
    if (section.plots().size() == 1 && section.wanted)
        section.setVisible(true);
    arrange(m_scroll->viewport()->width());
    m_stack->setCurrentWidget(m_scroll);
    return plot;
}

void PlotBoard::endTick(const record::TickStamp &)
{
    ++m_frame;
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
    const std::vector<TagPlot *> all = plots();
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::size_t at = (m_nextPlot + i) % all.size();
        TagPlot *plot = all[at];
        if (!plot->isDirty() || plot->visibleRegion().isEmpty())
            continue;
        plot->refresh();
        if (clock.elapsed() >= kSliceMs) {
            m_nextPlot = at + 1;
            m_refresh.start();
            return;
        }
    }
    for (TagSection *section : m_inOrder)
        section->updateLegend();
}

std::vector<TagPlot *> PlotBoard::plots() const
{
    std::vector<TagPlot *> all;
    for (const TagSection *section : m_inOrder)
        all.insert(all.end(), section->plots().begin(), section->plots().end());
    return all;
}

std::vector<TagPlot *> PlotBoard::plots(const QString &tag) const
{
    const auto section = m_byTag.find(tag.toStdString());
    return section == m_byTag.end() ? std::vector<TagPlot *>() : section->second->plots();
}

void PlotBoard::setTagVisible(const QString &tag, bool visible)
{
    const auto section = m_byTag.find(tag.toStdString());
    if (section == m_byTag.end())
        return;
    section->second->wanted = visible;
    section->second->setVisible(visible && !section->second->plots().empty());
    arrange(m_scroll->viewport()->width());
    schedule();
}

void PlotBoard::resetZoom()
{
    for (TagPlot *plot : plots())
        plot->setXRange(QCPRange(0, 0));
}

void PlotBoard::resizeEvent(QResizeEvent *event)
{
    QWidget::resizeEvent(event);
    arrange(m_scroll->viewport()->width());
    schedule();
}

/// Two large plots that follow each other share a row of a wide page; all else has rows of its own.
void PlotBoard::arrange(int width)
{
    int row = -1;
    bool leftTaken = false;
    for (std::size_t i = 0; i < m_inOrder.size(); ++i) {
        TagSection *section = m_inOrder[i];
        if (section->isHidden())
            continue;
        const auto next = std::find_if(m_inOrder.begin() + static_cast<std::ptrdiff_t>(i) + 1, m_inOrder.end(),
                                       [](const TagSection *s) { return !s->isHidden(); });
        const bool paired = width >= kWideBoard && section->tag().big
                         && (leftTaken || (next != m_inOrder.end() && (*next)->tag().big));
        row += leftTaken ? 0 : 1;
        m_sections->addWidget(section, row, leftTaken ? 1 : 0, 1, paired ? 1 : 2);
        section->arrange(paired ? width / 2 : width);
        leftTaken = paired && !leftTaken;
    }
    for (int i = 0; i < m_sections->rowCount(); ++i)
        m_sections->setRowStretch(i, 0);
    m_sections->setRowStretch(row + 1, 1);
}

QImage PlotBoard::picture(int width)
{
    m_stack->setCurrentWidget(m_scroll);
    m_scroll->setWidgetResizable(false);
    m_page->grab(); // delivers what is pending, resizes too
    arrange(width);
    m_page->resize(width, m_page->sizeHint().height());
    m_page->grab(); // lays out what was never on view
    m_page->resize(width, std::max(m_page->sizeHint().height(), m_sections->totalHeightForWidth(width)));
    m_page->grab();
    for (TagPlot *plot : plots()) {
        plot->refresh();
        plot->replot(QCustomPlot::rpImmediateRefresh);
    }
    for (TagSection *section : m_inOrder)
        section->updateLegend();
    const QImage image = m_page->grab().toImage();
    m_scroll->setWidgetResizable(true);
    arrange(m_scroll->viewport()->width());
    return image;
}

} // namespace lensboard::widgets
