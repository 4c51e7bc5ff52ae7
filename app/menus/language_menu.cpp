#include "app/menus/language_menu.h"

#include "app/menus/menu_actions.h"
#include "app/settings.h"
#include "app/translation.h"

#include <QActionGroup>
#include <QMessageBox>

namespace lensboard::app {

LanguageMenu::LanguageMenu(QWidget *parent) : QMenu(tr("Lan&guage"), parent)
{
    auto *group = new QActionGroup(this);
    const auto offer = [&](const QString &name, const QString &keys, const QString &tip, const QString &code) {
        QAction *action = addMenuAction(this, name, QKeySequence(keys), tip, this, [this, code] {
            if (code == Settings::language())
                return;
            Settings::setLanguage(code);
            QMessageBox::information(parentWidget()->window(), tr("Language"), tr("Lensboard speaks it from the next start on."));
        });
        action->setCheckable(true);
        connect(this, &QMenu::aboutToShow, action, [action, code] { action->setChecked(Settings::language() == code); });
        group->addAction(action);
    };
    offer(tr("&System"), QStringLiteral("Ctrl+G, S"), tr("The desktop's language, if Lensboard speaks it"), QString());
    for (const Language &language : languages())
        offer('&' + language.name, QStringLiteral("Ctrl+G, %1").arg(language.name.front()),
              tr("Speak %1 from the next start on").arg(language.name), language.code);
}

} // namespace lensboard::app
