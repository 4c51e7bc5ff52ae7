#pragma once

#include <QString>

class QWidget;

namespace lensboard::app {

/// Asks for a path and writes \p csv there as UTF-8. \p proposal is the default path. Shows a message if writing fails.
void askAndExportTable(QWidget *parent, const QString &title, const QString &proposal, const QString &csv);

} // namespace lensboard::app
