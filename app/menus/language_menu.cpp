#include "app/menus/language_menu.h"

#include "app/actions/menu_actions.h"
#include "app/settings.h"
#include "app/translation.h"

#include <QActionGroup>
#include <QMessageBox>
#include <QPushButton>
#include <QTimer>

namespace lensboard::app {

LanguageMenu::LanguageMenu(QWidget &window) : QMenu(tr("Lan&guage"), &window), m_window(window)
{
    auto *group = new QActionGroup(this);
    const auto offer = [&](const QString &name, const QString &keys, const QString &tip, const QString &code) {
        QAction *action = addMenuAction(this, name, QKeySequence(keys), tip, this, [this, code] { choose(code); });
        action->setCheckable(true);
        connect(this, &QMenu::aboutToShow, action, [action, code] { action->setChecked(Settings::language() == code); });
        group->addAction(action);
    };
    offer(tr("&System"), QStringLiteral("Ctrl+G, S"), tr("The desktop's language, if Lensboard speaks it"), QString());
    for (const Language &language : languages())
        offer('&' + language.name, QStringLiteral("Ctrl+G, %1").arg(language.name.front()),
              tr("Speak %1 from the next start on").arg(language.name), language.code);
}

void LanguageMenu::choose(const QString &code)
{
    if (code == Settings::language())
        return;
    Settings::language.set(code);
    offerRestart();
}

/// Trainings continue while the message is open.
void LanguageMenu::offerRestart()
{
    auto *box = new QMessageBox(QMessageBox::Information, tr("Language"), tr("Restart Lensboard to change the language."), QMessageBox::NoButton, &m_window);
    box->setObjectName("restartOffer");
    box->setAttribute(Qt::WA_DeleteOnClose);
    const QPushButton *now = box->addButton(tr("Restart Now"), QMessageBox::AcceptRole);
    box->addButton(tr("Later"), QMessageBox::RejectRole);
    connect(now, &QPushButton::clicked, this, [this] { QTimer::singleShot(0, this, &LanguageMenu::restartRequested); }); // after closing the box
    box->open();
}

} // namespace lensboard::app
