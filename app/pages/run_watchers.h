#pragma once

#include "core/experiment/roster.h"
#include "core/record/run_event.h"
#include "core/record/run_info.h"

#include <QObject>

#include <functional>
#include <memory>
#include <set>
#include <string>
#include <vector>

namespace lensboard::session {
class Transport;
}

namespace lensboard::widgets {
class LensModel;
class LensSettingsDialog;
class PlotBoard;
class TagPlot;
class WatcherDialog;
} // namespace lensboard::widgets

namespace lensboard::app {

/// The lenses, monitors and recorders of a page's run: the list, and dialogs for settings and adding more. With a training, sends
/// commands to change the watchers and shows its status; otherwise, shows the watchers according to the run's events.
class RunWatchers final : public QObject
{
    Q_OBJECT

public:
    /// \p page: parent of dialogs. \p board: shows the plots.
    RunWatchers(widgets::PlotBoard *board, QWidget *page);

    widgets::LensModel *model() const { return m_model; }
    /// Shows the initial watchers of a run; \p experiment is its JSON.
    void begin(const std::string &experiment);
    /// Applies new events of the run.
    void apply(const std::vector<record::RunEvent> &events);
    /// Lets the user change the watchers of \p training. If null, watchers are read-only; \p whyNot says why, or is empty.
    void setTraining(std::shared_ptr<session::Transport> training, const QString &whyNot = {});
    /// Shows the watchers again. Call if the training's have changed.
    void showWatchers();

    /// Makes the list with buttons below it.
    QWidget *makePanel(QWidget *parent);
    /// Shows or hides the buttons below the list.
    void setWatchable(bool watchable);
    /// Sets the modules that can be watched.
    void setModules(const std::vector<record::LayerInfo> &modules) { m_modules = modules; }
    /// Opens the dialog for adding a watcher. \p layer is preselected unless empty.
    void watchAttribute(const QString &layer = {});
    void recordTensors();
    void showSettings(const QString &watcher);
    /// Returns the kind of a watcher.
    QString kindOf(const QString &watcher) const;
    /// Switches on a lens of this kind, if possible.
    void switchOn(const QString &kind);
    /// Scrolls to the plots of the watcher last added or switched on. Called when plots appear.
    void showAwaited();

Q_SIGNALS:
    /// The user added a watcher.
    void added(const experiment::KindSettings &watcher);
    void limitChanged(const QString &watcher, double megabytes);
    void refused(const QString &why);
    /// The user selected a tag with tensors in the list.
    void tensorsChosen(const QString &tag);
    void tensorsClicked();

private:
    /// Returns the training's watchers; without a training, the watchers according to the run's events.
    std::shared_ptr<const experiment::Roster> watchers() const;
    /// Sends a change as a command. Calls \p then when the training has accepted it.
    void change(const experiment::WatcherChange &change, const std::function<void()> &then = {});
    void set(const experiment::KindSettings &watcher, const std::function<void()> &then = {});
    void setOn(const QString &watcher, bool on);
    void await(const QString &watcher);
    widgets::TagPlot *awaitedPlot() const;
    void openDialog(widgets::WatcherDialog *dialog);
    experiment::KindSettings shownSettings(const QString &watcher) const;
    std::set<std::string> takenNames() const;

    widgets::PlotBoard *m_board;
    QWidget *m_page;
    widgets::LensModel *m_model;
    QWidget *m_buttons = nullptr; ///< buttons of the panel
    std::vector<record::LayerInfo> m_modules;
    experiment::Roster m_recorded; ///< watchers according to the run's events
    bool m_areKnown = false; ///< settings are known: the run has its experiment
    std::shared_ptr<session::Transport> m_training;
    QString m_awaited; ///< name of the watcher with the plot to scroll to
    int m_scrolls = 0; ///< scrolls to that plot so far
    int m_looksOnView = 0; ///< consecutive checks with the plot visible
};

} // namespace lensboard::app
