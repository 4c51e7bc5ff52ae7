#pragma once

#include "app/page_state.h"

#include <QWidget>

namespace lensboard::app {

class RunTools;

/// A tab of a window: a run, an experiment, or the list of runs in a folder.
class Page : public QWidget
{
    Q_OBJECT

public:
    using QWidget::QWidget;

    /// Name of the run, experiment or folder.
    virtual QString title() const = 0;
    /// Text of its tab.
    virtual QString tabTitle() const { return title(); }
    /// Where it comes from, for the tab's tool tip.
    virtual QString origin() const = 0;
    virtual PageState state() const { return {}; }
    /// What brings it back when the program is started again; empty if nothing does.
    virtual QString reopenPath() const { return {}; }
    /// Lets \p tools, those of the window that it is in, do what the user asks for on it.
    virtual void connectTo(RunTools &tools) = 0;
    /// Asks about what closing it would lose; false if it has to stay.
    virtual bool mayClose() { return true; }
    /// Ends what it does, without asking.
    virtual void finish() {}

Q_SIGNALS:
    void titleChanged();
    /// state() is another.
    void stateChanged();
    /// Something else takes its place: its window is to close it, without asking.
    void closeRequested();
};

} // namespace lensboard::app
