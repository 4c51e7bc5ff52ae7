#pragma once

#include <QList>
#include <QString>

namespace lensboard::widgets {

struct Gesture
{
    QString input; ///< keys or what the mouse does
    QString effect;
};

struct GestureGroup
{
    QString place;
    QList<Gesture> gestures;
};

/// What plots and panels understand besides the actions of the menus, for the list of shortcuts.
QList<GestureGroup> gestures();

} // namespace lensboard::widgets
