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
    /// Text shown on the tab.
    virtual QString tabTitle() const { return title(); }
    /// Path or address, for the tab's tool tip.
    virtual QString origin() const = 0;
    virtual PageState state() const { return {}; }
    /// Path for restoring the page at the next start; empty if it cannot be restored.
    virtual QString reopenPath() const { return {}; }
    /// Connects the page's requests to \p tools of its window.
    virtual void connectTo(RunTools &tools) = 0;
    /// Asks the user if closing would lose something; returns false if the page must stay open.
    virtual bool mayClose() { return true; }
    /// Ends the page's work, without asking.
    virtual void finish() {}

Q_SIGNALS:
    void titleChanged();
    /// state() has changed.
    void stateChanged();
    /// The page is replaced: its window must close it, without asking.
    void closeRequested();
};

} // namespace lensboard::app
