#include "app/remembered_splitter.h"

#include "app/settings.h"

#include <QSplitter>

namespace lensboard::app {

void rememberSizes(QSplitter *splitter)
{
    splitter->restoreState(Settings::splitter(splitter->objectName()));
    QObject::connect(splitter, &QSplitter::splitterMoved, splitter,
                     [splitter] { Settings::setSplitter(splitter->objectName(), splitter->saveState()); });
}

} // namespace lensboard::app
