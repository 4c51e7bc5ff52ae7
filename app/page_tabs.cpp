#include "app/page_tabs.h"

#include "app/pages/page.h"

#include <QEvent>
#include <QTabBar>

namespace lensboard::app {

PageTabs::PageTabs(QWidget *parent) : QTabWidget(parent)
{
    setDocumentMode(true);
    setTabsClosable(true);
    setMovable(true);
    const int side = fontMetrics().height() * 2 / 3;
    setIconSize({side, side});
}

/// The cast is safe because all tabs are pages.
Page *PageTabs::pageAt(int tab) const
{
    return static_cast<Page *>(widget(tab));
}

void PageTabs::refresh()
{
    for (int i = 0; i < count(); ++i) {
        const QString title = pageAt(i)->tabTitle(), origin = pageAt(i)->origin();
        const PageState state = pageAt(i)->state();
        setTabText(i, title);
        setTabIcon(i, dotIcon(state.dot, palette()));
        setTabToolTip(i, state.words.isEmpty() ? origin : state.words + '\n' + origin);
        tabBar()->setAccessibleTabName(i, state.words.isEmpty() ? title : QStringLiteral("%1 (%2)").arg(title, state.words));
    }
}

void PageTabs::changeEvent(QEvent *event)
{
    QTabWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        refresh();
}

} // namespace lensboard::app
