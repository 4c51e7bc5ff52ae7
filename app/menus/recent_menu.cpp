#include "app/menus/recent_menu.h"

#include "app/actions/menu_actions.h"
#include "app/settings.h"

#include <QDir>

namespace lensboard::app {

RecentMenu::RecentMenu(QWidget *parent) : QMenu(tr("Open &Recent"), parent)
{
    m_clear = addMenuAction(this, tr("&Clear"), QKeySequence(Qt::CTRL | Qt::SHIFT | Qt::Key_Delete),
                            tr("Clear the list of recent files and folders"), this, [] { Settings::clearRecentFiles(); });
    m_clear->setParent(parent); // keeps the action when the menu is refilled
    connect(this, &QMenu::aboutToShow, this, &RecentMenu::fill);
    fill();
}

void RecentMenu::fill()
{
    clear();
    const QStringList paths = Settings::recentFiles();
    for (const QString &path : paths)
        addAction(QDir::toNativeSeparators(path).replace('&', "&&"), this, [this, path] { Q_EMIT chosen(path); });
    if (paths.isEmpty())
        addAction(tr("No recent files or folders"))->setEnabled(false);
    addSeparator();
    addAction(m_clear);
    m_clear->setEnabled(!paths.isEmpty());
}

} // namespace lensboard::app
