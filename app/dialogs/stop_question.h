#pragma once

#include <QList>

class QWidget;

namespace lensboard::app {

class RunPage;

/// Asks whether the trainings of \p pages may be stopped, and whether points may be lost that could not be written. Runs are kept
/// either way.
bool mayStop(const QList<RunPage *> &pages, QWidget *parent);

} // namespace lensboard::app
