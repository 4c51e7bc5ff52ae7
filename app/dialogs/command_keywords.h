#pragma once

#include <QHash>
#include <QString>

namespace lensboard::app {

/// Returns further words that find an action in the command palette, by the action's name in the window's language. The words
/// are English and German in every language of the window.
QHash<QString, QString> commandKeywords();

} // namespace lensboard::app
