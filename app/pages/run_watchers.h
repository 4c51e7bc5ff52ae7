#pragma once

#include "core/experiment/roster.h"
#include "core/record/run_event.h"
#include "core/record/run_info.h"

#include <QObject>

#include <set>
#include <string>
#include <vector>

namespace lensboard::session {
class Session;
}

namespace lensboard::widgets {
class LensModel;
class LensSettingsDialog;
class PlotBoard;
class WatcherDialog;
} // namespace lensboard::widgets

namespace lensboard::app {

/// The lenses, monitors and recorders of a page's run: the list that shows them, and the dialogs that set them and add more. Of a run
/// that is trained here it changes them through the session; of others it shows what the run's events say.
class RunWatchers final : public QObject
{
    Q_OBJECT

public:
    /// \p page is the parent of dialogs, \p board where plots appear.
    RunWatchers(widgets::PlotBoard *board, QWidget *page);

    widgets::LensModel *model() const { return m_model; }
    /// Shows what a run whose experiment is \p experiment, as JSON, began with.
    void begin(const std::string &experiment);
    /// Shows what events of a run that is not trained here say.
    void apply(const std::vector<record::RunEvent> &events);
    /// From here on the user changes the watchers of \p session, which outlives this or end().
    void control(session::Session *session);
    /// They change no more; dialogs stay to be read and say why.
    void end();

    /// The list, and below it the ways to more.
    QWidget *makePanel(QWidget *parent);
    /// Whether there are ways to more.
    void setWatchable(bool watchable);
    /// Those that can be watched.
    void setModules(const std::vector<record::LayerInfo> &modules) { m_modules = modules; }
    /// Asks what else is to be watched, \p layer chosen at first, unless it is empty.
    void watchAttribute(const QString &layer = {});
    void recordTensors();
    void showSettings(const QString &watcher);
    /// Switches a lens of this kind on, if it can be.
    void switchOn(const QString &kind);
    /// To be called as plots appear: brings that of a watcher that was just added into view.
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
    void show(const experiment::Roster &watchers);
    void change(const experiment::WatcherChange &change);
    void set(const experiment::Choice &watcher);
    void setOn(const QString &watcher, bool on);
    void openDialog(widgets::WatcherDialog *dialog);
    experiment::Choice shownSettings(const QString &watcher) const;
    std::set<std::string> takenNames() const;

    widgets::PlotBoard *m_board;
    QWidget *m_page;
    widgets::LensModel *m_model;
    QWidget *m_buttons = nullptr; ///< those of the panel
    std::vector<record::LayerInfo> m_modules;
    experiment::Roster m_watchers;
    bool m_areKnown = false; ///< with their settings: the run has its experiment
    QString m_whyOver; ///< empty until it ends
    session::Session *m_session = nullptr;
    QString m_awaited; ///< the watcher whose plot is to come into view
    int m_scrolls = 0; ///< to that plot
    int m_looksOnView = 0; ///< that found it there, one after the other
};

} // namespace lensboard::app
