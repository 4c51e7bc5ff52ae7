#include "app/dialogs/save_path.h"

#include <QCoreApplication>
#include <QDir>
#include <QFileDialog>
#include <QFileInfo>
#include <QMessageBox>
#include <QPushButton>

namespace lensboard::app {

namespace {

struct SavePath
{
    Q_DECLARE_TR_FUNCTIONS(SavePath)
};

} // namespace

QString askSavePath(QWidget *parent, const QString &title, const QString &proposal, const QString &filter, const QString &suffix)
{
    QFileDialog dialog(parent, title, proposal, filter);
    dialog.setAcceptMode(QFileDialog::AcceptSave);
    dialog.setDefaultSuffix(suffix);
    dialog.setOption(QFileDialog::DontConfirmOverwrite); // dialogs of some desktops check the name without its suffix
    while (dialog.exec() == QDialog::Accepted)
        if (const QString path = dialog.selectedFiles().constFirst(); mayReplace(parent, title, path))
            return path;
    return {};
}

bool mayReplace(QWidget *parent, const QString &title, const QString &path)
{
    const QFileInfo target(path);
    if (target.isDir() ? QDir(path).isEmpty() : !target.exists())
        return true;
    QMessageBox box(QMessageBox::Question, title,
                    target.isDir() ? SavePath::tr("%1 is not empty. Files of the same names are replaced.").arg(target.fileName())
                                   : SavePath::tr("%1 exists. Replace it?").arg(target.fileName()),
                    QMessageBox::Cancel, parent);
    box.setObjectName(QStringLiteral("replaceQuestion"));
    const QPushButton *replace = box.addButton(SavePath::tr("Replace"), QMessageBox::AcceptRole);
    box.setDefaultButton(QMessageBox::Cancel);
    box.exec();
    return box.clickedButton() == replace;
}

} // namespace lensboard::app
