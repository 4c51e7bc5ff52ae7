#include "app/dialogs/table_export.h"

#include "app/dialogs/save_path.h"
#include "core/bytes/part_file.h"
#include "widgets/core_words.h"

#include <QCoreApplication>
#include <QMessageBox>

namespace lensboard::app {

void askAndExportTable(QWidget *parent, const QString &title, const QString &proposal, const QString &csv)
{
    const QString path = askSavePath(parent, title, proposal, QCoreApplication::translate("TableExport", "Tables (*.csv)"), "csv");
    if (path.isEmpty())
        return;
    try {
        bytes::writeWhole(path.toStdString(), csv.toStdString());
    } catch (const bytes::WriteError &error) {
        QMessageBox::warning(parent, QCoreApplication::translate("TableExport", "Cannot export"), widgets::messageText(error));
    }
}

} // namespace lensboard::app
