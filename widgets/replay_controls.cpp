#include "widgets/replay_controls.h"

#include "widgets/control_icon.h"
#include "widgets/core_words.h"
#include "widgets/qt_text.h"
#include "widgets/run_controls.h"

#include <QAction>
#include <QComboBox>
#include <QDoubleSpinBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QLocale>
#include <QSlider>
#include <QToolButton>

#include <algorithm>
#include <limits>

namespace lensboard::widgets {

using Unit = store::ReplayPace::Unit;

namespace {

constexpr int kIntervalMs = 40; ///< equal to the drawing interval of plots
constexpr double kMaxTimes = 1000, kMaxTicksPerSecond = 10'000;

/// A spin box with minimum 0.1, without trailing zeros; steps by its leading digit.
class SpeedBox final : public QDoubleSpinBox
{
public:
    explicit SpeedBox(QWidget *parent) : QDoubleSpinBox(parent)
    {
        setDecimals(2);
        setRange(0.1, kMaxTimes);
        setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
    }
    QString textFromValue(double value) const override { return locale().toString(value, 'g', 6); }
};

int sliderEnd(std::size_t ticks)
{
    return static_cast<int>(std::min<std::size_t>(ticks, std::numeric_limits<int>::max()));
}

} // namespace

ReplayControls::ReplayControls(std::unique_ptr<store::RunReplay> replay, QWidget *parent)
    : QWidget(parent), m_replay(std::move(replay)), m_play(new QAction(tr("&Play"), this)),
      m_pause(new QAction(tr("Paus&e"), this)), m_step(new QAction(tr("S&tep One Tick"), this)),
      m_stop(new QAction(tr("St&op"), this)), m_rate(new SpeedBox(this)), m_unit(new QComboBox(this)),
      m_place(new QSlider(Qt::Horizontal, this)), m_state(new QLabel(this))
{
    buildActions();
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 4, 8, 4);
    for (QAction *action : {m_play, m_pause, m_step, m_stop}) {
        auto *button = new QToolButton(this);
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        button->setToolButtonStyle(action == m_play ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
        button->setAccessibleName(action->text().remove('&'));
        layout->addWidget(button);
    }
    layout->addSpacing(8);
    layout->addWidget(buildSpeed());
    m_place->setObjectName("replayPlace");
    m_place->setRange(0, sliderEnd(m_replay->tickCount()));
    m_place->setPageStep(std::max(1, m_place->maximum() / 20));
    m_place->setEnabled(m_replay->tickCount() > 0);
    m_place->setAccessibleName(tr("Place in the recording, in ticks"));
    m_place->setToolTip(tr("Go to another tick of the recording"));
    connect(m_place, &QSlider::valueChanged, this, [this](int place) { seek(static_cast<std::size_t>(place)); });
    m_state->setObjectName("replayState");
    m_state->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    const QString end = QLocale().toString(static_cast<qulonglong>(m_replay->tickCount()));
    m_state->setMinimumWidth(m_state->fontMetrics().horizontalAdvance(tr("tick %1 of %2").arg(end, end)) + 6);
    layout->addSpacing(8);
    layout->addWidget(m_place, 1);
    layout->addWidget(m_state);

    m_clock.start();
    m_timer.setInterval(kIntervalMs);
    connect(&m_timer, &QTimer::timeout, this, &ReplayControls::advance);
    showPlace();
}

ReplayControls::~ReplayControls() = default;

void ReplayControls::buildActions()
{
    const auto setUp = [](QAction *action, const QKeySequence &keys, const QString &tip) {
        action->setShortcut(keys);
        action->setStatusTip(tip);
        action->setToolTip(QStringLiteral("%1 (%2)").arg(tip, keys.toString(QKeySequence::NativeText)));
    };
    setUp(m_play, Qt::Key_F5, tr("Play the recording as if it were live"));
    setUp(m_pause, Qt::Key_F6, tr("Stand still"));
    setUp(m_step, Qt::Key_F10, tr("Play one tick, then pause"));
    setUp(m_stop, QKeySequence(Qt::SHIFT | Qt::Key_F5), tr("Go back to the beginning"));
    drawIcons();
    connect(m_play, &QAction::triggered, this, &ReplayControls::play);
    connect(m_pause, &QAction::triggered, this, &ReplayControls::pause);
    connect(m_step, &QAction::triggered, this, [this] {
        pause();
        seek(m_replay->position() + 1);
    });
    connect(m_stop, &QAction::triggered, this, [this] {
        pause();
        seek(0);
    });
}

QWidget *ReplayControls::buildSpeed()
{
    auto *speed = new QWidget(this);
    m_rate->setParent(speed);
    m_rate->setObjectName("replayRate");
    m_rate->setAccessibleName(tr("Speed of the replay"));
    m_unit->setObjectName("replayUnit");
    m_unit->setAccessibleName(tr("Unit of the speed"));
    m_unit->addItem(tr("× as recorded"), static_cast<int>(Unit::TimesRecorded));
    m_unit->addItem(tr("ticks per second"), static_cast<int>(Unit::TicksPerSecond));
    m_unit->addItem(tr("as fast as can be seen"), static_cast<int>(Unit::AsSeen));
    m_unit->setItemData(0, tr("The pace of the recording; pauses in it last a second at most"), Qt::ToolTipRole);
    m_unit->setItemData(2, tr("Each tick by itself, or the whole run in 20 seconds"), Qt::ToolTipRole);
    m_rate->setValue(1);
    if (m_replay->duration() == 0 && m_replay->tickCount() > 1) { // no times were recorded
        m_unit->removeItem(0);
        m_unit->setCurrentIndex(m_unit->findData(static_cast<int>(Unit::AsSeen)));
    }
    auto *label = new QLabel(tr("&Speed"), speed);
    label->setBuddy(m_rate);
    auto *layout = new QHBoxLayout(speed);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(label);
    layout->addWidget(m_rate);
    layout->addWidget(m_unit);
    connect(m_rate, &QDoubleSpinBox::valueChanged, this, &ReplayControls::choosePace);
    connect(m_unit, &QComboBox::currentIndexChanged, this, &ReplayControls::choosePace);
    choosePace();
    return speed;
}

void ReplayControls::choosePace()
{
    const auto unit = static_cast<Unit>(m_unit->currentData().toInt());
    {
        const QSignalBlocker quiet(m_rate);
        m_rate->setMaximum(unit == Unit::TicksPerSecond ? kMaxTicksPerSecond : kMaxTimes);
    }
    m_rate->setVisible(unit != Unit::AsSeen);
    m_replay->setPace({unit, m_rate->value()});
    const double seconds = m_replay->duration();
    m_rate->setToolTip(tr("The whole replay takes %1").arg(durationText(seconds)));
    m_unit->setToolTip(m_rate->toolTip());
}

void ReplayControls::play()
{
    m_replay->play();
    m_timer.start();
    advance();
}

void ReplayControls::pause()
{
    m_replay->pause();
    showPlace();
}

void ReplayControls::seek(std::size_t position)
{
    m_replay->seek(position);
    m_timer.start();
    advance();
}

void ReplayControls::advance()
{
    try {
        m_replay->advanceTo(static_cast<double>(m_clock.nsecsElapsed()) * 1e-9);
    } catch (const std::exception &error) {
        m_replay->pause();
        m_timer.stop();
        setEnabled(false);
        Q_EMIT failed(messageText(error));
        return;
    }
    if (!m_replay->isPlaying() && !m_replay->isSeeking())
        m_timer.stop();
    showPlace();
}

void ReplayControls::showPlace()
{
    const bool plays = m_replay->isPlaying();
    m_play->setEnabled(!plays && m_replay->tickCount() > 0);
    m_pause->setEnabled(plays);
    m_step->setEnabled(!m_replay->isAtEnd());
    m_stop->setEnabled(plays || m_replay->position() > 0);
    if (!m_replay->isSeeking() && !m_place->isSliderDown()) {
        const QSignalBlocker quiet(m_place);
        m_place->setValue(sliderEnd(m_replay->position()));
    }
    m_state->setText(tr("tick %1 of %2").arg(QLocale().toString(static_cast<qulonglong>(m_replay->position())),
                                            QLocale().toString(static_cast<qulonglong>(m_replay->tickCount()))));
}

void ReplayControls::drawIcons()
{
    m_play->setIcon(controlIcon(ControlIcon::Start, palette()));
    m_pause->setIcon(controlIcon(ControlIcon::Pause, palette()));
    m_step->setIcon(controlIcon(ControlIcon::Step, palette()));
    m_stop->setIcon(controlIcon(ControlIcon::Stop, palette()));
}

void ReplayControls::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        drawIcons();
}

} // namespace lensboard::widgets
