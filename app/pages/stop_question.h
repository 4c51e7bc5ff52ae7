#pragma once

#include <QList>

class QWidget;

namespace lensboard::app {

class RunPage;

/// Asks about the unfinished trainings of \p pages, stops them, and waits until all runs are on disk. Reports ticks that cannot
/// be written, and offers to save a copy, to wait, or to lose them.
/// \returns false if the pages must stay open.
bool stopTrainings(const QList<RunPage *> &pages, QWidget *parent);

} // namespace lensboard::app
