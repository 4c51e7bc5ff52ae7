#include "app/restart.h"

#include "app/main_window.h"
#include "app/settings.h"

#include <QCoreApplication>
#include <QProcess>

namespace lensboard::app {

void restart(MainWindow &window)
{
    window.quit();
    if (MainWindow::all().isEmpty())
        QProcess::startDetached(QCoreApplication::applicationFilePath(), Settings::openTabs());
}

} // namespace lensboard::app
