#include "app/menus/window_menu.h"

#include "app/actions/menu_actions.h"
#include "app/settings.h"

#include <QTabWidget>

namespace lensboard::app {

WindowMenu::WindowMenu(QWidget &window, QTabWidget &tabs)
    : QMenu(tr("&Window"), &window), m_window(window), m_tabs(tabs), m_tabList(new QMenu(tr("&Tabs"), this))
{
    addWindowActions();
    addSeparator();
    addTabActions();
}

void WindowMenu::addWindowActions()
{
    addMenuAction(this, tr("&New Window"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_N), tr("Open an empty window"), this,
                  [this] { Q_EMIT newWindowRequested(); });
    QAction *move = addMenuAction(this, tr("&Move Tab to New Window"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::Key_M),
                                  tr("Give this run or list a window of its own"), this, [this] { Q_EMIT moveTabRequested(); });
    const auto enable = [this, move] { move->setEnabled(m_tabs.count() > 1); };
    connect(this, &QMenu::aboutToShow, move, enable);
    connect(&m_tabs, &QTabWidget::currentChanged, move, enable);
    addMenuAction(this, tr("&Close Window"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_W),
                  tr("Close the runs of this window; others stay open"), this, [this] { m_window.close(); });
}

void WindowMenu::addTabActions()
{
    addMenuAction(this, tr("Ne&xt Tab"), {}, tr("Go to the tab at the right"), this, [this] { goOn(1); })
        ->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_PageDown), QKeySequence(Qt::CTRL | Qt::Key_Tab)});
    addMenuAction(this, tr("&Previous Tab"), {}, tr("Go to the tab at the left"), this, [this] { goOn(-1); })
        ->setShortcuts({QKeySequence(Qt::CTRL | Qt::Key_PageUp), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Tab)});
    addMenu(m_tabList);
    connect(m_tabList, &QMenu::aboutToShow, this, &WindowMenu::fillTabList);
    connect(this, &QMenu::aboutToShow, m_tabList, [this] { m_tabList->setEnabled(m_tabs.count() > 0); });
    addMenuAction(this, tr("Reopen Close&d Tab"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_T), tr("Open again the run or list that was closed last"),
                  this, [this] { Q_EMIT reopenTabRequested(); });
    QAction *reopen = addMenuAction(this, tr("&Reopen Tabs at Start"), QKeySequence(Qt::CTRL | Qt::ALT | Qt::SHIFT | Qt::Key_T),
                                    tr("Reopen the current tabs at the next start, if no file is given"), this,
                                    [](bool on) { Settings::reopensTabs.set(on); });
    reopen->setCheckable(true);
    connect(this, &QMenu::aboutToShow, reopen, [reopen] { reopen->setChecked(Settings::reopensTabs()); });
    reopen->setChecked(Settings::reopensTabs());
}

void WindowMenu::fillTabList()
{
    m_tabList->clear();
    for (int i = 0; i < m_tabs.count(); ++i) {
        QAction *show = m_tabList->addAction(m_tabs.tabText(i).replace('&', "&&"), &m_tabs,
                                             [this, tab = m_tabs.widget(i)] { m_tabs.setCurrentWidget(tab); });
        show->setToolTip(m_tabs.tabToolTip(i));
        show->setCheckable(true);
        show->setChecked(i == m_tabs.currentIndex());
    }
}

void WindowMenu::goOn(int tabs)
{
    if (m_tabs.count())
        m_tabs.setCurrentIndex((m_tabs.currentIndex() + tabs + m_tabs.count()) % m_tabs.count());
}

} // namespace lensboard::app
