#include "app/menus/help_menu.h"

#include "app/dialogs/command_palette.h"
#include "app/dialogs/shortcut_sheet.h"
#include "app/help/manual_window.h"
#include "core/record/version.h"

#include <QMenuBar>
#include <QMessageBox>

#include <algorithm>
#include <iterator>
#include <utility>

namespace lensboard::app {

HelpMenu::HelpMenu(QMenuBar &bar, MoreCommands moreCommands)
    : QMenu(tr("&Help"), &bar), m_bar(bar), m_moreCommands(std::move(moreCommands))
{
    addMenuAction(this, tr("&Manual"), QKeySequence(Qt::Key_F1), tr("Read how Lensboard is used, here and without a network"), this,
                  [this] { showManual(ManualText::page(m_manualPage.isEmpty() ? QStringLiteral("window.md") : m_manualPage)); });
    m_noPlot = new QAction(tr("&What Is This Plot?"), this);
    m_noPlot->setShortcut(QKeySequence(Qt::SHIFT | Qt::Key_F1));
    m_noPlot->setToolTip(tr("Explain the plot under the mouse"));
    m_noPlot->setEnabled(false);
    m_behindPlotHelp = addSeparator();
    setPlotHelp(nullptr);
    addMenuAction(this, tr("&Command Palette …"), QKeySequence(Qt::CTRL | Qt::Key_K), tr("Find any action, field, plot, layer or lens by a few letters"), this,
                  &HelpMenu::showPalette);
    addMenuAction(this, tr("&Keyboard Shortcuts"), QKeySequence(Qt::Key_Question), tr("List all shortcuts, and all mouse actions in plots"), this,
                  &HelpMenu::showShortcuts);
    addSeparator();
    addMenuAction(this, tr("&About Lensboard"), QKeySequence(Qt::CTRL | Qt::Key_F1), tr("Version and license"), this, &HelpMenu::showAbout);
}

void HelpMenu::setPlotHelp(QAction *explain)
{
    removeAction(m_plotHelp);
    m_plotHelp = explain ? explain : m_noPlot;
    insertAction(m_behindPlotHelp, m_plotHelp);
}

void HelpMenu::showManual(const QUrl &url)
{
    ManualWindow::open(*m_bar.window(), url);
}

void HelpMenu::showPalette()
{
    std::vector<MenuAction> commands = menuActions(m_bar);
    std::vector<MenuAction> more = m_moreCommands(commands);
    std::ranges::move(more, std::back_inserter(commands));
    (new CommandPalette(std::move(commands), m_bar.window()))->show();
}

void HelpMenu::showShortcuts()
{
    QWidget *const window = m_bar.window();
    auto *sheet = window->findChild<ShortcutSheet *>();
    if (!sheet)
        sheet = new ShortcutSheet(m_bar, window);
    sheet->setAttribute(Qt::WA_DeleteOnClose);
    sheet->show();
    sheet->raise();
    sheet->activateWindow();
}

void HelpMenu::showAbout()
{
    QMessageBox::about(m_bar.window(), tr("About Lensboard"),
                       tr("<h3>Lensboard %1</h3><p>Watch a neural network train from the inside.</p>"
                          "<p>Free software under the GNU General Public License, version 3 or later.</p>")
                           .arg(QLatin1String(record::version())));
}

} // namespace lensboard::app
