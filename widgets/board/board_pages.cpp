#include "widgets/board/board_pages.h"

#include "widgets/board/plot_board.h"
#include "widgets/board/refresh_queue.h"
#include "widgets/board/section_list.h"
#include "widgets/board/tag_section.h"
#include "widgets/core_words.h"
#include "widgets/views/tag_plot.h"

#include <QLayout>

#include <algorithm>

namespace lensboard::widgets {

namespace {

/// Performs the pending events that a page needs before drawing.
void settle(QWidget &page)
{
    page.grab(QRect(0, 0, 1, 1));
}

} // namespace

std::size_t BoardPages::plotCount() const
{
    std::size_t count = 0;
    for (const TagSection *section : m_board.sections().visible())
        count += section->plotCount();
    return count;
}

QSize BoardPages::layOut(int width, const std::function<void()> &beforePlot)
{
    SectionList &sections = m_board.sections();
    QWidget &page = *sections.widget();
    m_board.refreshQueue().stop();
    m_board.resize(width, m_board.height());
    sections.setWidgetResizable(false);
    settle(page); // delivers pending events and resizes
    sections.arrange(width);
    page.resize(width, page.sizeHint().height());
    settle(page); // lays out plots that were never visible
    for (TagSection *section : sections.visible()) {
        for (TagPlot *plot : section->plots(true)) {
            beforePlot();
            plot->layOut();
            plot->refresh();
        }
        section->updateLegend();
    }
    page.resize(width, std::max(page.sizeHint().height(), page.layout()->totalHeightForWidth(width)));
    settle(page);
    return page.size();
}

std::vector<BoardPages::Page> BoardPages::pages(int height) const
{
    std::vector<Page> pages = {{}};
    for (const TagSection *section : m_board.sections().visible()) {
        const int top = section->y(), bottom = top + section->height();
        if (bottom - pages.back().top > height && bottom - top <= height && top > pages.back().top)
            pages.push_back({top, top, {}});
        for (const int rowBottom : section->rowBottoms()) {
            Page &last = pages.back();
            if (top + rowBottom - last.top > height && last.bottom > last.top)
                pages.push_back({last.bottom, last.bottom, last.bottom > top ? tagText(section->tag()) : QString()});
            pages.back().bottom = std::max(pages.back().bottom, top + rowBottom);
        }
    }
    return pages;
}

void BoardPages::paint(QCPPainter &painter, int top, int bottom, const std::function<void()> &beforePlot) const
{
    for (const TagSection *section : m_board.sections().visible()) {
        painter.save();
        painter.translate(section->pos());
        section->paint(painter, top - section->y(), bottom - section->y(), beforePlot);
        painter.restore();
    }
}

} // namespace lensboard::widgets
