#pragma once

#include "core/experiment/roster.h"
#include "core/record/run_event.h"
#include "core/record/run_info.h"

#include <QObject>

#include <functional>
#include <set>
#include <string>
#include <vector>

namespace lensboard::control {
class OrderedTraining;
}

namespace lensboard::widgets {
class LensModel;
class LensSettingsDialog;
class PlotBoard;
class TagPlot;
class WatcherDialog;
} // namespace lensboard::widgets

namespace lensboard::app {

/// The lenses, monitors and recorders of a page's run: the list that shows them, and the dialogs that set them and add more. It orders the
/// training to change them, and shows them as that has it; without one, as the run's events say.
class RunWatchers final : public QObject
{
    Q_OBJECT

public:
    /// \p page is the parent of dialogs, \p board where plots appear.
    RunWatchers(widgets::PlotBoard *board, QWidget *page);

    widgets::LensModel *model() const { return m_model; }
    /// Shows the initial watchers of a run; \p experiment is its JSON.
    void begin(const std::string &experiment);
    /// Follows events of the run.
    void apply(const std::vector<record::RunEvent> &events);
    /// Lets the user change the watchers of \p training. It must stay valid until the next call, or until this object is
    /// destroyed. If null, watchers are read-only; \p whyNot says why, or is empty.
    void setTraining(control::OrderedTraining *training, const QString &whyNot = {});
    /// To be called several times a second: others change them, too.
    void follow();

    /// The list, and below it the ways to more.
    QWidget *makePanel(QWidget *parent);
    /// Shows or hides the buttons below the list.
    void setWatchable(bool watchable);
    /// Sets the modules that can be watched.
    void setModules(const std::vector<record::LayerInfo> &modules) { m_modules = modules; }
    /// Opens the dialog for adding a watcher. \p layer is preselected unless empty.
    void watchAttribute(const QString &layer = {});
    void recordTensors();
    void showSettings(const QString &watcher);
    /// Returns the kind of a lens, monitor or recorder.
    QString kindOf(const QString &watcher) const;
    /// Switches a lens of this kind on, if it can be.
    void switchOn(const QString &kind);
    /// Scrolls to the plots of the watcher that was added or switched on last. Called as plots appear.
    void showAwaited();

Q_SIGNALS:
    /// The user added it.
    void added(const experiment::Choice &watcher);
    void limitChanged(const QString &watcher, double megabytes);
    void refused(const QString &why);
    /// A tag that has tensors was gone to in the list.
    void tensorsChosen(const QString &tag);
    void tensorsClicked();

private:
    void showTraining();
    void show(const experiment::Roster &watchers);
    /// Does \p then once it is followed.
    void change(const experiment::WatcherChange &change, const std::function<void()> &then = {});
    void set(const experiment::Choice &watcher, const std::function<void()> &then = {});
    void setOn(const QString &watcher, bool on);
    void await(const QString &watcher);
    widgets::TagPlot *awaitedPlot() const;
    void openDialog(widgets::WatcherDialog *dialog);
    experiment::Choice shownSettings(const QString &watcher) const;
    std::set<std::string> takenNames() const;

    widgets::PlotBoard *m_board;
    QWidget *m_page;
    widgets::LensModel *m_model;
    QWidget *m_buttons = nullptr; ///< buttons of the panel
    std::vector<record::LayerInfo> m_modules;
    experiment::Roster m_watchers; ///< that are shown
    experiment::Roster m_recorded; ///< as the run's events say
    bool m_areKnown = false; ///< with their settings: the run has its experiment
    control::OrderedTraining *m_training = nullptr;
    std::size_t m_shownChanges = 0; ///< of its watchers
    QString m_awaited; ///< watcher: its first plot is scrolled to
    int m_scrolls = 0; ///< to that plot
    int m_looksOnView = 0; ///< that found it there, one after the other
};

} // namespace lensboard::app
