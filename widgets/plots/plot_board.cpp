#include "widgets/plots/plot_board.h"

#include "widgets/plots/tag_plot.h"
#include "widgets/plots/tag_section.h"

#include <QLabel>
#include <QPainter>
#include <QScrollBar>
#include <QStackedLayout>
#include <QVBoxLayout>

namespace lensboard::widgets {

namespace {

constexpr int kSliceMs = 8; ///< how long drawing may hold the event loop at a time
constexpr int kWideBoard = 900; ///< from this width on, two big plots stand side by side

} // namespace

PlotBoard::PlotBoard(QWidget *parent)
    : QWidget(parent), m_placeholder(new QLabel(this)), m_scroll(new QScrollArea(this)), m_page(new QWidget),
      m_sections(new QVBoxLayout(m_page)), m_stack(new QStackedLayout(this))
{
    m_placeholder->setAlignment(Qt::AlignCenter);
    m_placeholder->setWordWrap(true);
    m_placeholder->setTextFormat(Qt::RichText);
    m_sections->setContentsMargins(0, 0, 0, 0);
    m_sections->setSpacing(2);
    m_sections->addStretch();
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
    m_sections->insertWidget(m_sections->count() - 1, section);
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
    if (section.plots().size() == 1 && !section.property("hidden").toBool())
        section.setVisible(true);
    section.arrange(m_scroll->viewport()->width());
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
    section->second->setProperty("hidden", !visible);
    section->second->setVisible(visible && !section->second->plots().empty());
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
    for (TagSection *section : m_inOrder)
        section->arrange(m_scroll->viewport()->width());
    schedule();
}

QImage PlotBoard::picture(int width)
{
    // A page of its own size: what is on view and what is scrolled away are drawn alike.
    const QSize before = m_page->size();
    m_stack->setCurrentWidget(m_scroll);
    m_scroll->setWidgetResizable(false);
    for (TagSection *section : m_inOrder) {
        section->arrange(width);
        section->updateLegend();
    }
    m_page->resize(width, m_page->sizeHint().height());
    m_page->layout()->activate();
    m_page->resize(width, m_page->layout()->hasHeightForWidth() ? m_page->layout()->heightForWidth(width)
                                                                : m_page->sizeHint().height());
    for (TagPlot *plot : plots()) {
        plot->setXRange(plot->xAxis->range().size() > 0 ? QCPRange(0, 0) : QCPRange(0, 0));
        plot->refresh();
        plot->replot(QCustomPlot::rpImmediateRefresh);
    }
    QImage image(m_page->size(), QImage::Format_RGB32);
    image.fill(palette().color(QPalette::Base));
    m_page->render(&image);
    m_scroll->setWidgetResizable(true);
    m_page->resize(before);
    for (TagSection *section : m_inOrder)
        section->arrange(m_scroll->viewport()->width());
    return image;
}

} // namespace lensboard::widgets
