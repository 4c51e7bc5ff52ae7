#pragma once

#include "app/page_state.h"
#include "core/import/tables/row_reading.h"
#include "core/session/trainer.h"
#include "core/session/unsaved_ticks.h"
#include "core/store/run.h"

#include <QObject>
#include <QString>

#include <memory>
#include <optional>

class QAction;
class QWidget;

namespace lensboard::health {
class Judge;
struct Finding;
} // namespace lensboard::health

namespace lensboard::session {
class Session;
class Transport;
struct Command;
} // namespace lensboard::session

namespace lensboard::app {

/// Source of a page's run: a training in this process, a file that may still grow, or a replay. Training functions do nothing if
/// the source is not a training.
/// Thread: the window's.
class RunFeed : public QObject
{
    Q_OBJECT

public:
    virtual std::shared_ptr<const store::Run> run() const = 0;
    /// The run file; empty while there is none.
    QString path() const { return m_path; }
    /// Title of the page; empty: the run's name.
    virtual QString title() const { return {}; }
    virtual QString origin() const;
    /// Run status, updated before stateChanged() is emitted.
    virtual PageState state() const;
    /// Must be called exactly once.
    virtual QWidget *makeControls(QWidget *parent) = 0;
    /// Start or play, pause, step, stop: the actions that this source supports.
    virtual QList<QAction *> actions() const = 0;

    /// Called several times per second; \p taken is the position read so far. Returns false once no more data will come.
    virtual bool follow(const store::RunCursor &taken);
    /// The run's info has changed.
    virtual void takeInfo(const record::RunInfo &info) = 0;
    /// Returns true if more data is expected; updated before stateChanged() is emitted.
    virtual bool isLive() const = 0;
    /// Returns true if the run trains here or is being recorded by another process.
    virtual bool isBeingRecorded() const;
    /// Message for a run that was replaced by another one; empty if the user asked for that.
    virtual QString restartNotice() const { return {}; }
    /// Returns the judge of the run; created at the first call.
    virtual std::shared_ptr<const health::Judge> judge();
    /// Sets the label in the run and in its file.
    /// Errors: std::exception that describes the invalid label, or the failed write.
    virtual void setLabel(const record::RunLabel &label);

    // ---- runs of other tools only
    /// Returns how the rows of a table were read when it was opened; nullopt for other runs.
    virtual std::optional<imports::RowReading> reading() const { return std::nullopt; }
    /// Reads the run again, with these uses of its columns.
    virtual void readAs(const imports::RoleChoice &) {}

    // ---- trainings only
    /// Connection to the training, in this process or another one; null if there is none.
    virtual std::shared_ptr<session::Transport> training() const { return nullptr; }
    /// Sentence that says why the recording process accepts no commands; empty if it does, or if the reason is unknown.
    virtual QString whyNoCommands() const { return {}; }
    /// Sends a command. The result is emitted as noticed() or warned().
    virtual void send(const session::Command &) {}
    /// Returns true if the training is prepared and not over, so that watchers can be added.
    bool canWatch() const;
    /// The session, if the training runs in this process; otherwise null.
    virtual session::Session *session() const { return nullptr; }
    virtual void start() {}
    /// Returns true if this process has trained steps, and the training is not over.
    virtual bool isTraining() const { return false; }
    /// Saves the model's present state, also after the training; reports the result as a notice or warning.
    virtual void saveModel(const QString &) {}
    /// Blocks until the file of a finished training is closed, if it can be written.
    virtual void closeFile() {}
    /// Returns the ticks of a training that are in memory but not in its file.
    virtual session::UnsavedTicks unsaved() const { return {}; }
    /// Returns true if the run is over and its file is closed or missing by design.
    virtual bool isWritten() const { return true; }
    /// Stops the training and blocks until the run file is closed. Afterwards there is no session. Reports an incomplete file on
    /// standard error, because a log-out cannot ask the user.
    virtual void finish() {}

Q_SIGNALS:
    void pathChanged();
    /// The training was prepared, began, paused or ended.
    void stateChanged();
    void costsChanged(const lensboard::session::LensCosts &costs);
    /// The training's status has other watchers.
    void callbacksChanged();
    /// Text to show while there is nothing to plot.
    void placeholderChanged(const QString &html);
    /// The experiment requests a desktop notification for a finding.
    void notified(const lensboard::health::Finding &finding);
    void noticed(const QString &message);
    void warned(const QString &message);

protected:
    explicit RunFeed(const QString &path = {}) : m_path(path) {}
    void setPath(const QString &path);

    std::shared_ptr<const health::Judge> m_judge; ///< null until judge() is called

private:
    QString m_path;
};

/// Final status of a run with its result and duration: "Finished · val_accuracy 0.91 · 1 min 18 s".
QString endedText(const store::Run &run);

} // namespace lensboard::app
