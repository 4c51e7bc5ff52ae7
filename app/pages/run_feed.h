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
    /// Empty if the page is called by its run.
    virtual QString title() const { return {}; }
    virtual QString origin() const;
    /// How the run stands, as of the last stateChanged().
    virtual PageState state() const;
    /// To be called once.
    virtual QWidget *makeControls(QWidget *parent) = 0;
    /// Start or play, pause, step, stop: the actions that this source supports.
    virtual QList<QAction *> actions() const = 0;

    /// Called several times per second; \p taken is the position read so far. Returns false once no more data will come.
    virtual bool follow(const store::RunCursor &taken);
    /// The run has other info than before.
    virtual void takeInfo(const record::RunInfo &info) = 0;
    /// More is expected, as of the last stateChanged().
    virtual bool isLive() const = 0;
    /// Returns true if the run trains here or is being recorded by another process.
    virtual bool isBeingRecorded() const;
    /// Message for a run that was replaced by another one; empty if the user asked for that.
    virtual QString restartNotice() const { return {}; }
    /// Judges the run, from the first call on.
    virtual std::shared_ptr<const health::Judge> judge();
    /// Sets the label in the run and in its file.
    /// Errors: std::exception that describes the invalid label, or the failed write.
    virtual void setLabel(const record::RunLabel &label);

    // ---- of a training
    /// The training that accepts orders, local or remote; null if there is none.
    virtual control::OrderedTraining *training() const { return nullptr; }
    /// Sentence that says why the recording process accepts no orders; empty if it does, or if the reason is unknown.
    virtual QString whyNoOrders() const { return {}; }
    /// Sends an order. The result is emitted as noticed() or warned().
    virtual void order(const control::Order &) {}
    /// Returns true if the training is prepared and not over, so that watchers can be added.
    bool canWatch() const;
    /// The session, if the training runs in this process; otherwise null.
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
    /// The training was prepared, began, paused or ended.
    void stateChanged();
    void costsChanged(const lensboard::session::LensCosts &costs);
    /// Text to show while there is nothing to plot.
    void placeholderChanged(const QString &html);
    /// The experiment requests a desktop notification for a finding.
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

/// Final status of a run with its result and duration: "Finished · val_accuracy 0.91 · 1 min 18 s".
QString endedText(const store::Run &run);

} // namespace lensboard::app
