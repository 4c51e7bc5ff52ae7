#pragma once

#include "core/session/session.h"

#include <QElapsedTimer>
#include <QWidget>

class QAction;
class QDoubleSpinBox;
class QLabel;
class QProgressBar;

namespace lensboard::widgets {

/// Start, pause, step and stop of a training, its learning rate, and how far it is.
class RunControls final : public QWidget
{
    Q_OBJECT

public:
    explicit RunControls(QWidget *parent = nullptr);

    /// Shows a session as it stands; enables what makes sense now.
    void show(const session::Status &status);
    /// Shows a run that is not being trained here, or not any more.
    void showSaved(const QString &status);
    /// What can be done with a run that is over: a button each, while it can.
    void offer(const QList<QAction *> &actions);

    QAction *startAction() const { return m_start; }
    QAction *pauseAction() const { return m_pause; }
    QAction *stepAction() const { return m_step; }
    QAction *tickAction() const { return m_tick; }
    QAction *stopAction() const { return m_stop; }
    QList<QAction *> controlActions() const { return {m_start, m_pause, m_step, m_tick, m_stop}; }

Q_SIGNALS:
    void learningRateChosen(double rate);

protected:
    void changeEvent(QEvent *event) override;

private:
    void drawIcons();
    void chooseLearningRate();

    QAction *m_start;
    QAction *m_pause;
    QAction *m_step;
    QAction *m_tick;
    QAction *m_stop;
    QWidget *m_training; ///< what a saved run has no use for
    QDoubleSpinBox *m_learningRate;
    QWidget *m_running; ///< how far it is
    QProgressBar *m_progress;
    QLabel *m_position;
    QLabel *m_state;
    QWidget *m_offers;
    QElapsedTimer m_sinceStop; ///< that was asked for and has not come
    double m_shownRate = 0;
};

/// "Training", "Paused" …
QString stateText(session::State state);

/// "1 h 05 min", "2 min 10 s", "8 s".
QString durationText(double seconds);

} // namespace lensboard::widgets
