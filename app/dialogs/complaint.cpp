#include "app/dialogs/complaint.h"

#include <QMessageBox>

namespace lensboard::app {

void complain(QWidget *window, const QString &title, const QString &message)
{
    auto *box = new QMessageBox(QMessageBox::Warning, title, message, QMessageBox::Ok, window);
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setObjectName("complaint");
    box->open();
}

void complainUnlessEmpty(QWidget *window, const QString &title, const QString &error)
{
    if (!error.isEmpty())
        complain(window, title, error);
}

} // namespace lensboard::app
