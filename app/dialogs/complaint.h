#pragma once

#include <QString>

class QWidget;

namespace lensboard::app {

/// Shows an error message box over \p window; does not block.
void complain(QWidget *window, const QString &title, const QString &message);

/// Shows \p error unless it is empty.
void complainUnlessEmpty(QWidget *window, const QString &title, const QString &error);

} // namespace lensboard::app
