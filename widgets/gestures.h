#pragma once

#include <QList>
#include <QString>

namespace lensboard::widgets {

struct Gesture
{
    QString input; ///< keys or mouse action
    QString effect;
};

struct GestureGroup
{
    QString place;
    QList<Gesture> gestures;
};

/// Gestures of plots and panels beyond the menu actions, for the list of shortcuts.
QList<GestureGroup> gestures();

} // namespace lensboard::widgets
