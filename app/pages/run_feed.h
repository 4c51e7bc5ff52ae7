#pragma once

#include "app/page_state.h"
#include "core/session/trainer.h"
#include "core/session/unsaved_ticks.h"
#include "core/store/run.h"

#include <QObject>
#include <QString>

#include <memory>

class QAction;
class QWidget;

namespace lensboard::control {
class OrderedTraining;
struct Order;
} // namespace lensboard::control

namespace lensboard::health {
class Judge;
struct Finding;
} // namespace lensboard::health

namespace lensboard::session {
class Session;
}

namespace lensboard::app {

/// Where the run of a page comes from: a training in this process, a file that may still grow, a replay. What is no
/// training does nothing that is asked of one.
/// Thread: the window's.
class RunFeed : public QObject
{
    Q_OBJECT

public:
    virtual std::shared_ptr<const store::Run> run() const = 0;
    /// The run file; empty while there is none.
    QString path() const { return m_path; }
    /// Empty if the page is called by its run.
    virtual QString title() const { return {}; }
    virtual QString origin() const;
    /// How the run stands, as of the last stateChanged().
    virtual PageState state() const;
    /// To be called once.
    virtual QWidget *makeControls(QWidget *parent) = 0;
    /// Start or play, pause, step, stop: whichever there are.
    virtual QList<QAction *> actions() const = 0;

    /// To be called several times a second; \p taken is what was taken of the run. False once nothing more will come.
    virtual bool follow(const store::RunCursor &taken);
    /// The run has other info than before.
    virtual void takeInfo(const record::RunInfo &info) = 0;
    /// More is expected, as of the last stateChanged().
    virtual bool isLive() const = 0;
    /// It trains here, or another process records it.
    virtual bool isBeingRecorded() const;
    /// What to say when another run took the place of this one; empty if the user asked for it.
    virtual QString restartNotice() const { return {}; }
    /// Judges the run, from the first call on.
    virtual std::shared_ptr<const health::Judge> judge();
    /// Into the run, and into its file.
    /// Errors: std::exception that says what is wrong with it, or why the file cannot be written.
    virtual void setLabel(const record::RunLabel &label);

    // ---- of a training
    /// What follows orders, here or elsewhere; null while there is none.
    virtual control::OrderedTraining *training() const { return nullptr; }
    /// Why what records the run takes no orders, as a sentence; empty if that is not known, or it takes them.
    virtual QString whyNoOrders() const { return {}; }
    /// Orders it. What comes of that a notice says, or a warning.
    virtual void order(const control::Order &) {}
    /// It is prepared and not over: more can be watched.
    bool canWatch() const;
    /// That of a training in this process; null of others.
    virtual session::Session *session() const { return nullptr; }
    virtual void start() {}
    /// Steps were taken in this process, and the end is not reached.
    virtual bool isTraining() const { return false; }
    /// Writes the model as it is now, also when the training is over; a notice or a warning reports the result.
    virtual void saveModel(const QString &) {}
    /// Waits until the file of a training that is over is closed, if it can be written.
    virtual void closeFile() {}
    /// Returns the ticks of a training that are in memory but not in its file.
    virtual session::UnsavedTicks unsaved() const { return {}; }
    /// Returns true if the run is over and its file is closed, or it has none.
    virtual bool isWritten() const { return true; }
    /// Stops and waits until the run file is closed. There is no session any more. An incomplete file is reported on the standard
    /// error stream: a log-out asks nobody.
    virtual void finish() {}

Q_SIGNALS:
    void pathChanged();
    /// It was prepared, began, paused or ended.
    void stateChanged();
    void costsChanged(const lensboard::session::LensCosts &costs);
    /// What is shown while there is nothing to plot.
    void placeholderChanged(const QString &html);
    /// The experiment wants the desktop to show what a rule found.
    void notified(const lensboard::health::Finding &finding);
    void noticed(const QString &message);
    void warned(const QString &message);

protected:
    explicit RunFeed(const QString &path = {}) : m_path(path) {}
    void setPath(const QString &path);

    std::shared_ptr<const health::Judge> m_judge; ///< null until it is asked for

private:
    QString m_path;
};

/// How a run ended, and with what: "Finished · val_accuracy 0.91 · 1 min 18 s".
QString endedText(const store::Run &run);

} // namespace lensboard::app
