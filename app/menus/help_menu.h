#pragma once

#include "app/actions/menu_actions.h"

#include <functional>
#include <vector>

class QMenuBar;

namespace lensboard::app {

/// Help menu: manual, explanation of a plot, command palette, shortcuts, version.
class HelpMenu final : public QMenu
{
    Q_OBJECT

public:
    /// Returns further commands for the palette. \p menus are the actions of the menus. The actions have no parent.
    using MoreCommands = std::function<std::vector<MenuAction>(const std::vector<MenuAction> &menus)>;

    /// Adds the menu's actions to the window of \p bar.
    HelpMenu(QMenuBar &bar, MoreCommands moreCommands);

    /// Page of the manual that F1 opens, for example "runs.md".
    void setManualPage(const QString &page) { m_manualPage = page; }
    /// Action that explains a plot of the current page; null if the page has no plots.
    void setPlotHelp(QAction *explain);
    void showManual(const QUrl &url);

private:
    void showPalette();
    void showShortcuts();
    void showAbout();

    QMenuBar &m_bar;
    MoreCommands m_moreCommands;
    QString m_manualPage;
    QAction *m_noPlot; ///< disabled placeholder while no plots are shown
    QPointer<QAction> m_plotHelp;
    QAction *m_behindPlotHelp;
};

} // namespace lensboard::app
