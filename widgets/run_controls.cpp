#include "widgets/run_controls.h"

#include "widgets/control_icon.h"
#include "widgets/core_words.h"
#include "widgets/elided_label.h"
#include "widgets/number_text.h"

#include <QAction>
#include <QDoubleSpinBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLocale>
#include <QProgressBar>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>

namespace lensboard::widgets {

using session::Command;
using session::State;

namespace {

constexpr int kBatchPatienceMs = 5000;
constexpr int kProgressHeight = 4; ///< pixels
constexpr int kWidestName = 160;   ///< pixels

/// A spin box for rates from 1e-12 to 1e3: shows significant digits, steps by one tenth.
class RateBox final : public QDoubleSpinBox
{
public:
    explicit RateBox(QWidget *parent) : QDoubleSpinBox(parent)
    {
        setDecimals(12);
        setRange(1e-12, 1e3);
        setKeyboardTracking(false);
        setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
        setSpecialValueText(QStringLiteral("–")); // not known yet
    }
    QString textFromValue(double value) const override { return locale().toString(value, 'g', 6); }
    double valueFromText(const QString &text) const override { return locale().toDouble(text); }
    QValidator::State validate(QString &text, int &) const override
    {
        bool ok = false;
        const double value = locale().toDouble(text, &ok);
        return ok && value >= minimum() && value <= maximum() ? QValidator::Acceptable : QValidator::Intermediate;
    }

protected:
    /// Returns the focus to the plots after a rate was entered.
    void keyPressEvent(QKeyEvent *event) override
    {
        QDoubleSpinBox::keyPressEvent(event);
        if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
            clearFocus();
    }
};

/// Position in the training; custom loops do not report the total.
QString positionText(const session::TrainingStatus &status)
{
    const QString epoch = countText(std::max<std::int64_t>(1, status.epoch));
    if (status.epochs > 0 && status.batchesPerEpoch > 0)
        return RunControls::tr("epoch %1/%2 · batch %3/%4").arg(epoch, countText(status.epochs), countText(status.batch), countText(status.batchesPerEpoch));
    const QString step = RunControls::tr("step %1").arg(countText(status.step));
    return status.epoch > 0 ? RunControls::tr("epoch %1").arg(epoch) + QStringLiteral(" · ") + step : step;
}

QString progressText(const session::TrainingStatus &status)
{
    QString text = positionText(status);
    if (status.state == State::Running && status.stepsPerSecond > 0)
        text += RunControls::tr(" · %1 steps/s").arg(QLocale().toString(status.stepsPerSecond, 'f', status.stepsPerSecond < 10 ? 1 : 0));
    if (status.state == State::Running && status.secondsLeft >= 0)
        text += RunControls::tr(" · %1 left").arg(durationText(status.secondsLeft));
    return text;
}

QString shownState(const session::TrainingStatus &status)
{
    if (status.isStopping && !isOver(status.state))
        return RunControls::tr("Stopping");
    return status.state == State::Running && status.isValidating ? RunControls::tr("Validating") : stateText(status.state);
}

void describe(QAction *action, const QString &tip)
{
    action->setToolTip(QStringLiteral("%1 (%2)").arg(tip, action->shortcut().toString(QKeySequence::NativeText)));
}

} // namespace

QString stateText(State state)
{
    switch (state) {
    case State::Preparing: return RunControls::tr("Preparing");
    case State::Ready: return RunControls::tr("Ready");
    case State::Running: return RunControls::tr("Training");
    case State::Paused: return RunControls::tr("Paused");
    case State::Finished: return RunControls::tr("Finished");
    case State::Stopped: return RunControls::tr("Stopped");
    case State::Failed: return RunControls::tr("Failed");
    }
    return {};
}

QString durationText(double seconds)
{
    const auto whole = static_cast<qint64>(std::llround(seconds));
    if (whole >= 3600)
        return RunControls::tr("%1 h %2 min").arg(whole / 3600).arg(whole % 3600 / 60, 2, 10, QChar('0'));
    if (whole >= 60)
        return RunControls::tr("%1 min %2 s").arg(whole / 60).arg(whole % 60, 2, 10, QChar('0'));
    return RunControls::tr("%1 s").arg(whole);
}

RunControls::RunControls(QWidget *parent)
    : QWidget(parent), m_start(new QAction(tr("&Start"), this)), m_pause(new QAction(tr("&Pause"), this)),
      m_step(new QAction(tr("S&tep One Batch"), this)), m_tick(new QAction(tr("Step to &Next Tick"), this)), m_stop(new QAction(tr("St&op"), this)),
      m_setRate(new QAction(tr("Set &Learning Rate"), this)), m_run(new ElidedLabel(this)), m_training(new QWidget(this)),
      m_rate(new QWidget(m_training)), m_learningRate(new RateBox(m_rate)), m_running(new QWidget(this)), m_progress(new QProgressBar(m_running)),
      m_position(new QLabel(m_running)), m_state(new ElidedLabel(this)), m_health(new QToolButton(this)), m_offers(new QWidget(this))
{
    const auto setUp = [](QAction *action, const QKeySequence &keys, const QString &tip) {
        action->setShortcut(keys);
        describe(action, tip);
    };
    setUp(m_start, Qt::Key_F5, tr("Start training, or go on"));
    setUp(m_pause, Qt::Key_F6, tr("Pause after this batch"));
    setUp(m_step, Qt::Key_F10, tr("Train one batch, then pause"));
    setUp(m_tick, QKeySequence(Qt::SHIFT | Qt::Key_F10), tr("Train until the next tick is drawn, then pause"));
    setUp(m_stop, QKeySequence(Qt::SHIFT | Qt::Key_F5), tr("Stop for good and close the run file"));
    setUp(m_setRate, Qt::Key_F8, tr("Change the learning rate of the running training"));
    connect(m_setRate, &QAction::triggered, this, [this] {
        m_learningRate->setFocus(Qt::ShortcutFocusReason);
        m_learningRate->selectAll();
    });
    drawIcons();

    auto *training = new QHBoxLayout(m_training);
    training->setContentsMargins(0, 0, 0, 0);
    for (QAction *action : {m_start, m_pause, m_step, m_tick, m_stop}) {
        auto *button = new QToolButton(m_training);
        button->setDefaultAction(action);
        button->setAutoRaise(true);
        button->setToolButtonStyle(action == m_start ? Qt::ToolButtonTextBesideIcon : Qt::ToolButtonIconOnly);
        button->setAccessibleName(action->text().remove('&'));
        training->addWidget(button);
        connect(action, &QAction::visibleChanged, button, [action, button] { button->setVisible(action->isVisible()); });
    }
    const auto send = [this](const QAction *action, Command::Kind kind) {
        connect(action, &QAction::triggered, this, [this, kind] { Q_EMIT commanded({kind}); });
    };
    send(m_start, Command::Kind::Start);
    send(m_pause, Command::Kind::Pause);
    send(m_step, Command::Kind::Step);
    send(m_tick, Command::Kind::StepToTick);
    connect(m_stop, &QAction::triggered, this, [this] { Q_EMIT commanded({m_sinceStop.isValid() ? Command::Kind::Interrupt : Command::Kind::Stop}); });
    auto *rateLabel = new QLabel(tr("L&earning rate"), m_rate);
    rateLabel->setBuddy(m_learningRate);
    m_learningRate->setObjectName("learningRate");
    m_learningRate->setAccessibleName(tr("Learning rate"));
    m_learningRate->setToolTip(tr("Learning rate from the next batch on"));
    m_learningRate->setFixedWidth(m_learningRate->fontMetrics().horizontalAdvance(QStringLiteral("0.000000000")) + 30);
    auto *rate = new QHBoxLayout(m_rate);
    rate->setContentsMargins(8, 0, 0, 0);
    rate->addWidget(rateLabel);
    rate->addWidget(m_learningRate);
    training->addWidget(m_rate);

    m_progress->setRange(0, 1000);
    m_progress->setTextVisible(false);
    m_progress->setFixedHeight(kProgressHeight);
    m_progress->setAccessibleName(tr("Progress of the training"));
    auto *running = new QVBoxLayout(m_running);
    running->setContentsMargins(0, 0, 0, 0);
    running->setSpacing(2);
    running->addWidget(m_position);
    running->addWidget(m_progress);
    m_state->setMinimumWidth(m_state->fontMetrics().horizontalAdvance(tr("Validating")) + 6);
    m_state->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    auto *layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 4, 8, 4);
    layout->addWidget(m_run);
    layout->addWidget(m_training);
    layout->addSpacing(8);
    layout->addWidget(m_running, 1);
    layout->addWidget(m_state);
    layout->addWidget(m_health);
    layout->addStretch();
    layout->addWidget(m_offers);
    m_run->setObjectName("controlledRun");
    QFont bold = font();
    bold.setBold(true);
    m_run->setFont(bold);
    m_run->hide();
    m_health->setObjectName("health");
    m_health->setAutoRaise(true);
    m_health->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    m_health->setToolTip(tr("Findings in this run"));
    m_health->hide();
    connect(m_health, &QToolButton::clicked, this, &RunControls::healthWanted);
    auto *offers = new QHBoxLayout(m_offers);
    offers->setContentsMargins(0, 0, 0, 0);
    m_offers->setSizePolicy(QSizePolicy::Maximum, QSizePolicy::Preferred);
    m_offers->hide();
    connect(m_learningRate, &QDoubleSpinBox::valueChanged, this, &RunControls::chooseLearningRate);
}

void RunControls::drawIcons()
{
    m_start->setIcon(controlIcon(ControlIcon::Start, palette()));
    m_pause->setIcon(controlIcon(ControlIcon::Pause, palette()));
    m_step->setIcon(controlIcon(ControlIcon::Step, palette()));
    m_tick->setIcon(controlIcon(ControlIcon::StepToTick, palette()));
    m_stop->setIcon(controlIcon(ControlIcon::Stop, palette()));
}

void RunControls::changeEvent(QEvent *event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange)
        drawIcons();
}

void RunControls::chooseLearningRate()
{
    m_shownRate = m_learningRate->value();
    Q_EMIT commanded({Command::Kind::LearningRate, m_shownRate});
}

void RunControls::showAbilities(const session::Abilities &abilities)
{
    for (QAction *action : {m_start, m_pause, m_step, m_tick})
        action->setVisible(abilities.pause);
    m_stop->setVisible(abilities.stop);
    m_rate->setVisible(abilities.learningRate);
    m_setRate->setVisible(abilities.learningRate);
}

void RunControls::setLive(bool live)
{
    m_training->setVisible(live);
    m_running->setVisible(live);
    m_offers->setVisible(!live);
    m_state->setAlignment((live ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    m_health->setVisible(!live && !m_health->text().isEmpty());
}

void RunControls::setStopping(bool stopping)
{
    if (stopping == m_sinceStop.isValid())
        return;
    stopping ? m_sinceStop.start() : m_sinceStop.invalidate();
    describe(m_stop, stopping ? tr("Leave this batch at once and close the run file") : tr("Stop for good and close the run file"));
}

void RunControls::show(const session::TrainingStatus &status, const QString &where)
{
    const State state = status.state;
    const bool waits = state == State::Ready || state == State::Paused;
    setLive(true);
    showAbilities(status.abilities);
    setStopping(status.isStopping);
    m_start->setEnabled(waits);
    m_start->setText(state == State::Paused ? tr("Re&sume") : tr("&Start"));
    m_pause->setEnabled(state == State::Running);
    m_step->setEnabled(waits || state == State::Running);
    m_tick->setEnabled(m_step->isEnabled());
    m_stop->setEnabled(waits || state == State::Running);
    m_learningRate->setEnabled(waits || state == State::Running);
    m_setRate->setEnabled(m_learningRate->isEnabled());
    if (status.learningRate > 0 && status.learningRate != m_shownRate && !m_learningRate->hasFocus()) {
        const QSignalBlocker quiet(m_learningRate);
        m_shownRate = status.learningRate;
        m_learningRate->setValue(m_shownRate);
    }
    m_state->setText(where.isEmpty() ? shownState(status) : shownState(status) + QStringLiteral(" · ") + where);
    m_state->setToolTip({});
    if (state == State::Preparing) {
        m_progress->setRange(0, 0);
        m_position->setText(messageText(status.activity));
        return;
    }
    m_progress->setRange(0, 1000);
    const auto perEpoch = static_cast<double>(status.batchesPerEpoch), total = static_cast<double>(status.epochs) * perEpoch;
    const double done = (std::max(1.0, static_cast<double>(status.epoch)) - 1) * perEpoch + static_cast<double>(status.batch);
    m_progress->setVisible(total > 0);
    m_progress->setValue(total > 0 ? static_cast<int>(1000 * std::clamp(done / total, 0.0, 1.0)) : 0);
    m_position->setText(progressText(status));
    if (status.isInterruptible && m_sinceStop.isValid() && m_sinceStop.elapsed() > kBatchPatienceMs)
        m_position->setText(tr("This batch does not end. Stop again to abandon it; all recorded values are kept."));
}

void RunControls::showSaved(const QString &status, const QString &tip)
{
    setLive(false);
    for (QAction *action : controlActions())
        action->setEnabled(false);
    m_state->setText(status);
    m_state->setToolTip(tip.isEmpty() ? status : status + '\n' + tip);
}

void RunControls::showHealth(const QString &summary, const QIcon &icon)
{
    m_health->setText(summary);
    m_health->setIcon(icon);
    m_health->setVisible(m_training->isHidden() && !summary.isEmpty());
}

void RunControls::setRunName(const QString &name)
{
    m_run->setText(name);
    m_run->setToolTip(name.isEmpty() ? QString() : tr("%1 is the first of the runs on these plots; these controls are for it").arg(name));
    m_run->setMinimumWidth(std::min(m_run->fontMetrics().horizontalAdvance(name) + 2, kWidestName)); // set before the state is shortened
    m_run->setVisible(!name.isEmpty());
}

void RunControls::offer(const QList<QAction *> &actions)
{
    qDeleteAll(m_offers->findChildren<QToolButton *>());
    for (QAction *action : actions) {
        auto *button = new QToolButton(m_offers);
        button->setDefaultAction(action);
        button->setToolButtonStyle(Qt::ToolButtonTextOnly);
        button->setVisible(action->isEnabled());
        connect(action, &QAction::enabledChanged, button, &QWidget::setVisible);
        m_offers->layout()->addWidget(button);
    }
}

} // namespace lensboard::widgets
