#include "widgets/tensors/tensor_timeline.h"

#include "widgets/control_icon.h"
#include "widgets/number_text.h"

#include <QCheckBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace lensboard::widgets {

namespace {

constexpr int kPlayIntervalMs = 120;

} // namespace

TensorTimeline::TensorTimeline(QWidget *parent)
    : QWidget(parent), m_slider(new QSlider(Qt::Horizontal, this)), m_state(new QLabel(this)), m_follow(new QCheckBox(tr("Follow the newest"), this))
{
    auto *moving = new QHBoxLayout;
    moving->setSpacing(2);
    addButton(moving, ControlIcon::First, tr("First (Home)"), &TensorTimeline::goToFirst);
    addButton(moving, ControlIcon::StepBack, tr("Previous (Left)"), &TensorTimeline::goToPrevious);
    m_play = addButton(moving, ControlIcon::Start, tr("Play one after another, or pause (Space)"), &TensorTimeline::playOrPause);
    addButton(moving, ControlIcon::Step, tr("Next (Right)"), &TensorTimeline::goToNext);
    addButton(moving, ControlIcon::StepToTick, tr("Last (End)"), &TensorTimeline::goToLast);
    moving->addWidget(m_slider, 1);
    auto *told = new QHBoxLayout;
    told->addWidget(m_state, 1);
    told->addWidget(m_follow);
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addLayout(moving);
    layout->addLayout(told);
    m_slider->setObjectName("tensorPlace");
    m_state->setObjectName("tensorState");
    m_follow->setObjectName("followTensors");
    m_follow->setToolTip(tr("Go on to each new one as it is recorded"));
    m_follow->hide();
    m_playing.setInterval(kPlayIntervalMs);
    connect(m_slider, &QSlider::valueChanged, this, &TensorTimeline::goTo);
    connect(m_follow, &QCheckBox::toggled, this, [this](bool follows) {
        if (follows)
            goToLast();
    });
    connect(&m_playing, &QTimer::timeout, this, &TensorTimeline::advance);
    setDescription(tr("Tick of the shown tensor"), [](const record::TickStamp &stamp) {
        return tr("step %1, tick %2, epoch %3").arg(countText(stamp.step), countText(stamp.tick), countText(stamp.epoch));
    });
    setPlaces({});
}

void TensorTimeline::setDescription(const QString &name, std::function<QString(const record::TickStamp &)> describe)
{
    m_slider->setAccessibleName(name);
    m_slider->setToolTip(name);
    m_describe = std::move(describe);
}

QToolButton *TensorTimeline::addButton(QHBoxLayout *layout, ControlIcon icon, const QString &tip, void (TensorTimeline::*slot)())
{
    auto *button = new QToolButton(this);
    button->setAutoRaise(true);
    button->setToolTip(tip);
    button->setAccessibleName(tip);
    button->setIcon(controlIcon(icon, palette()));
    connect(button, &QToolButton::clicked, this, slot);
    layout->addWidget(button);
    m_buttons.emplace_back(button, icon);
    return button;
}

bool TensorTimeline::isFollowing() const
{
    return m_follow->isChecked() && !m_follow->isHidden();
}

void TensorTimeline::setLive(bool live)
{
    if (live == !m_follow->isHidden())
        return;
    m_follow->setVisible(live);
    if (live) // otherwise the last expected tensor is still followed
        m_follow->setChecked(true);
}

std::optional<store::TensorPlace> TensorTimeline::current() const
{
    const auto at = static_cast<std::size_t>(m_slider->value());
    return at < m_places.size() ? std::optional(m_places[at]) : std::nullopt;
}

void TensorTimeline::setPlaces(std::vector<store::TensorPlace> places)
{
    const auto before = current();
    m_places = std::move(places);
    const int last = std::max(0, static_cast<int>(m_places.size()) - 1);
    int at = last;
    if (before && !m_follow->isChecked()) {
        const auto after = std::ranges::upper_bound(m_places, before->frame, {}, &store::TensorPlace::frame);
        at = std::max(0, static_cast<int>(after - m_places.begin()) - 1);
    }
    {
        const QSignalBlocker quiet(m_slider);
        m_slider->setRange(0, last);
        m_slider->setPageStep(std::max(1, last / 20));
    }
    setEnabled(!m_places.empty());
    show(at);
    const auto now = current();
    if (before.has_value() != now.has_value() || (now && now->frame != before->frame))
        Q_EMIT placeChanged();
}

void TensorTimeline::show(int place)
{
    {
        const QSignalBlocker quiet(m_slider);
        m_slider->setValue(place);
    }
    const auto now = current();
    m_state->setText(now ? tr("%1 (%2 of %3)").arg(m_describe(now->stamp), countText(place + 1), countText(static_cast<std::int64_t>(m_places.size())))
                         : QString());
}

/// Called for the user's choices; going back ends following.
void TensorTimeline::goTo(int place)
{
    const int at = std::clamp(place, 0, m_slider->maximum());
    if (at < m_slider->maximum())
        m_follow->setChecked(false);
    show(at);
    Q_EMIT placeChanged();
}

void TensorTimeline::goToPrevious()
{
    goBy(-1);
}

void TensorTimeline::goToNext()
{
    goBy(1);
}

void TensorTimeline::goBy(int places)
{
    goTo(m_slider->value() + places);
}

void TensorTimeline::goToLast()
{
    goTo(m_slider->maximum());
}

/// Starts from the beginning if at the end.
void TensorTimeline::playOrPause()
{
    if (m_playing.isActive())
        return pause();
    m_follow->setChecked(false);
    if (m_slider->value() == m_slider->maximum())
        goToFirst();
    m_playing.start();
    drawIcons();
}

void TensorTimeline::advance()
{
    goToNext();
    if (m_slider->value() == m_slider->maximum())
        pause();
}

void TensorTimeline::pause()
{
    m_playing.stop();
    drawIcons();
}

void TensorTimeline::drawIcons()
{
    for (const auto &[button, icon] : m_buttons)
        button->setIcon(controlIcon(button == m_play && m_playing.isActive() ? ControlIcon::Pause : icon, palette()));
}

void TensorTimeline::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        drawIcons();
}

} // namespace lensboard::widgets
