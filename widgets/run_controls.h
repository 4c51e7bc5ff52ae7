#pragma once

#include "core/session/training_status.h"

#include <QElapsedTimer>
#include <QIcon>
#include <QWidget>

class QAction;
class QDoubleSpinBox;
class QLabel;
class QProgressBar;
class QToolButton;

namespace lensboard::widgets {

/// Start, pause, step and stop of a training, its learning rate and its progress.
class RunControls final : public QWidget
{
    Q_OBJECT

public:
    explicit RunControls(QWidget *parent = nullptr);

    /// Shows a running training: offers its abilities and enables the actions possible now. \p where: place of the training,
    /// empty if in this process.
    void show(const session::TrainingStatus &status, const QString &where = {});
    /// Shows a run without a training that can be steered. \p tip is the tool tip.
    void showSaved(const QString &status, const QString &tip = {});
    /// Shows the health summary beside the final status; hidden if \p summary is empty.
    void showHealth(const QString &summary, const QIcon &icon);
    /// Shows the run's name if other runs are present; hidden if \p name is empty.
    void setRunName(const QString &name);
    /// Shows a button for each of \p actions of a finished run while the action is enabled.
    void offer(const QList<QAction *> &actions);

    QAction *startAction() const { return m_start; }
    QAction *pauseAction() const { return m_pause; }
    QAction *stepAction() const { return m_step; }
    QAction *tickAction() const { return m_tick; }
    QAction *stopAction() const { return m_stop; }
    QList<QAction *> controlActions() const { return {m_start, m_pause, m_step, m_tick, m_stop, m_setRate}; }

Q_SIGNALS:
    void commanded(const lensboard::session::Command &command);
    /// The user wants to see the health findings.
    void healthWanted();

protected:
    void changeEvent(QEvent *event) override;

private:
    void drawIcons();
    void showAbilities(const session::Abilities &abilities);
    void setLive(bool live);
    void setStopping(bool stopping);
    void chooseLearningRate();

    QAction *m_start;
    QAction *m_pause;
    QAction *m_step;
    QAction *m_tick;
    QAction *m_stop;
    QAction *m_setRate;
    QLabel *m_run;       ///< name beside other runs
    QWidget *m_training; ///< training buttons; hidden for a saved run
    QWidget *m_rate; ///< includes its label
    QDoubleSpinBox *m_learningRate;
    QWidget *m_running; ///< progress
    QProgressBar *m_progress;
    QLabel *m_position;
    QLabel *m_state;
    QToolButton *m_health;
    QWidget *m_offers;
    QElapsedTimer m_sinceStop; ///< time since an unanswered stop request
    double m_shownRate = 0;
};

/// "Training", "Paused" …
QString stateText(session::State state);

/// "1 h 05 min", "2 min 10 s", "8 s".
QString durationText(double seconds);

} // namespace lensboard::widgets
