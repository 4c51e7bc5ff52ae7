#include "app/dialogs/table_export.h"

#include "core/bytes/part_file.h"
#include "widgets/core_words.h"

#include <QCoreApplication>
#include <QFileDialog>
#include <QMessageBox>

namespace lensboard::app {

void askAndExportTable(QWidget *parent, const QString &title, const QString &proposal, const QString &csv)
{
    QFileDialog dialog(parent, title, proposal, QCoreApplication::translate("TableExport", "Tables (*.csv)"));
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix("csv");
    if (dialog.exec() != QDialog::Accepted)
        return;
    try {
        bytes::writeWhole(dialog.selectedFiles().constFirst().toStdString(), csv.toStdString());
    } catch (const bytes::WriteError &error) {
        QMessageBox::warning(parent, QCoreApplication::translate("TableExport", "Cannot export"), widgets::coreText(error.what()));
    }
}

} // namespace lensboard::app
