#pragma once

#include <QString>

class QWidget;

namespace lensboard::app {

/// Asks where a table goes and writes \p csv there, as UTF-8. \p proposal is the path that is offered. What keeps it from being
/// written is shown.
void askAndExportTable(QWidget *parent, const QString &title, const QString &proposal, const QString &csv);

} // namespace lensboard::app
