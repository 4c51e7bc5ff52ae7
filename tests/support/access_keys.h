#pragma once

#include <QHash>
#include <QMenu>
#include <QMenuBar>

namespace lensboard::test {

/// Returns two entries of one menu with the same access key, or an empty string.
inline QString clashingAccessKeys(const QMenuBar &bar)
{
    QList<QList<QAction *>> levels = {bar.actions()};
    while (!levels.isEmpty()) {
        QHash<QChar, QString> taken;
        for (const QAction *action : levels.takeFirst()) {
            if (action->menu())
                levels << action->menu()->actions();
            const qsizetype at = QString(action->text()).replace("&&", "--").indexOf('&');
            if (at < 0)
                continue;
            const QChar key = action->text()[at + 1].toLower();
            if (taken.contains(key))
                return action->text() + " and " + taken.value(key);
            taken.insert(key, action->text());
        }
    }
    return {};
}

} // namespace lensboard::test
