#pragma once

#include <QString>

class QWidget;

namespace lensboard::app {

/// Shows in a box over \p window what went wrong, and goes on.
void complain(QWidget *window, const QString &title, const QString &message);

/// \p error is what work returned: what went wrong, empty if nothing did.
void complainUnlessEmpty(QWidget *window, const QString &title, const QString &error);

} // namespace lensboard::app
