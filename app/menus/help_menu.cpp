#include "app/menus/help_menu.h"

#include "app/dialogs/command_palette.h"
#include "app/dialogs/shortcut_sheet.h"
#include "core/record/version.h"

#include <QMenuBar>
#include <QMessageBox>

#include <algorithm>
#include <iterator>
#include <utility>

namespace lensboard::app {

HelpMenu::HelpMenu(QMenuBar &bar, std::function<std::vector<MenuAction>()> moreCommands)
    : QMenu(tr("&Help"), &bar), m_bar(bar), m_moreCommands(std::move(moreCommands))
{
    addMenuAction(this, tr("&Command Palette …"), QKeySequence(Qt::CTRL | Qt::Key_K), tr("Find any action, plot, layer or lens by a few letters"), this,
                  &HelpMenu::showPalette);
    addMenuAction(this, tr("&Keyboard Shortcuts"), QKeySequence(), tr("List all shortcuts, and what the mouse does in plots"), this,
                  &HelpMenu::showShortcuts)
        ->setShortcuts({QKeySequence(Qt::Key_F1), QKeySequence(Qt::Key_Question)});
    addSeparator();
    addMenuAction(this, tr("&About Lensboard"), QKeySequence(Qt::CTRL | Qt::Key_F1), tr("Version and license"), this, &HelpMenu::showAbout);
}

void HelpMenu::showPalette()
{
    std::vector<MenuAction> commands = menuActions(m_bar);
    std::ranges::copy(m_moreCommands(), std::back_inserter(commands));
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
