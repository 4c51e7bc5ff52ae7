#pragma once

#include "core/store/run.h"

#include <QTimer>
#include <QWidget>

#include <functional>
#include <optional>
#include <vector>

class QCheckBox;
class QHBoxLayout;
class QLabel;
class QSlider;
class QToolButton;

namespace lensboard::widgets {

enum class ControlIcon;

/// Timeline: selects a tick with a tensor by slider, first, previous, next and last buttons, or playback.
class TensorTimeline final : public QWidget
{
    Q_OBJECT

public:
    explicit TensorTimeline(QWidget *parent = nullptr);

    /// Keeps the current tick, or the one before it, unless the newest is followed.
    void setPlaces(std::vector<store::TensorPlace> places);
    std::optional<store::TensorPlace> current() const; ///< nullopt if there are no places
    /// Sets if more tensors are expected and can be followed.
    void setLive(bool live);
    bool isFollowing() const;
    /// Replaces the texts about ticks with tensors: the slider's name, and the description of a place.
    void setDescription(const QString &name, std::function<QString(const record::TickStamp &)> describe);

public Q_SLOTS:
    void goTo(int place);
    void goToFirst() { goTo(0); }
    void goToPrevious();
    void goToNext();
    void goToLast();
    void goBy(int places);
    void playOrPause();

Q_SIGNALS:
    void placeChanged();

protected:
    void changeEvent(QEvent *event) override;

private:
    QToolButton *addButton(QHBoxLayout *layout, ControlIcon icon, const QString &tip, void (TensorTimeline::*slot)());
    void advance();
    void show(int place);
    void drawIcons();
    void pause();

    std::function<QString(const record::TickStamp &)> m_describe;
    std::vector<store::TensorPlace> m_places;
    std::vector<std::pair<QToolButton *, ControlIcon>> m_buttons;
    QToolButton *m_play = nullptr;
    QSlider *m_slider;
    QLabel *m_state;
    QCheckBox *m_follow;
    QTimer m_playing;
};

} // namespace lensboard::widgets
