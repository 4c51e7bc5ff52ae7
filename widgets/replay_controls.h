#pragma once

#include "core/store/derived/run_replay.h"

#include <QElapsedTimer>
#include <QTimer>
#include <QWidget>

#include <memory>

class QAction;
class QComboBox;
class QDoubleSpinBox;
class QLabel;
class QSlider;

namespace lensboard::widgets {

/// Controls of a replay: play, pause, step, position and speed.
class ReplayControls final : public QWidget
{
    Q_OBJECT

public:
    explicit ReplayControls(std::unique_ptr<store::RunReplay> replay, QWidget *parent = nullptr);
    ~ReplayControls() override;

    const store::RunReplay &replay() const { return *m_replay; }
    QAction *playAction() const { return m_play; }
    QAction *pauseAction() const { return m_pause; }
    QAction *stepAction() const { return m_step; }
    QAction *stopAction() const { return m_stop; }
    QList<QAction *> controlActions() const { return {m_play, m_pause, m_step, m_stop}; }

Q_SIGNALS:
    /// The recording cannot be read any more; the replay stops.
    void failed(const QString &message);

protected:
    void changeEvent(QEvent *event) override;

private:
    void buildActions();
    QWidget *buildSpeed();
    void drawIcons();
    void play();
    void pause();
    void seek(std::size_t position);
    void choosePace();
    void advance();
    void showPlace();

    std::unique_ptr<store::RunReplay> m_replay;
    QElapsedTimer m_clock;
    QTimer m_timer; ///< runs during playback
    QAction *m_play;
    QAction *m_pause;
    QAction *m_step;
    QAction *m_stop;
    QDoubleSpinBox *m_rate;
    QComboBox *m_unit;
    QSlider *m_place;
    QLabel *m_state;
};

} // namespace lensboard::widgets
