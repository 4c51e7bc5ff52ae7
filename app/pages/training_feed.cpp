#include "app/pages/training_feed.h"

#include "core/import/run_source.h"
#include "core/store/file/run_file_writer.h"
#include "widgets/core_words.h"
#include "widgets/qt_text.h"
#include "widgets/run_controls.h"

#include <QAction>
#include <QDir>

#include <utility>

namespace lensboard::app {

using session::State;
using widgets::coreText;
using widgets::text;

namespace {

constexpr int kShowIntervalMs = 200;

} // namespace

TrainingFeed::TrainingFeed(std::unique_ptr<session::RecordedTraining> training)
    : RunFeed(text(training->file().string())), m_run(training->run()), m_startsWhenReady(training->isResumed()),
      m_training(std::move(training))
{}

TrainingFeed::~TrainingFeed() = default;

QWidget *TrainingFeed::makeControls(QWidget *parent)
{
    m_controls = new widgets::RunControls(parent);
    connect(m_controls->startAction(), &QAction::triggered, this, &TrainingFeed::start);
    connect(m_controls->pauseAction(), &QAction::triggered, this, [this] { session()->pause(); });
    connect(m_controls->stepAction(), &QAction::triggered, this, [this] {
        record();
        session()->step();
    });
    connect(m_controls->tickAction(), &QAction::triggered, this, [this] {
        record();
        session()->stepToTick();
    });
    connect(m_controls->stopAction(), &QAction::triggered, this,
            [this] { session()->status().isStopping ? session()->interrupt() : session()->stop(); });
    connect(m_controls, &widgets::RunControls::learningRateChosen, this, [this](double rate) { session()->setLearningRate(rate); });
    return m_controls;
}

QList<QAction *> TrainingFeed::actions() const
{
    return m_controls->controlActions();
}

session::Session *TrainingFeed::session() const
{
    return m_training ? &m_training->session() : nullptr;
}

// ---- what it does

void TrainingFeed::start()
{
    record();
    session()->start();
}

void TrainingFeed::record()
{
    if (m_training->isRecording())
        return;
    try {
        m_training->record();
        setPath(text(m_training->file().string()));
    } catch (const store::RunFileError &error) {
        Q_EMIT warned(tr("%1. The run is kept in memory: use Save a Copy before closing.").arg(coreText(error.what())));
    }
}

/// Somebody is here to go on with a training that pauses.
std::shared_ptr<const health::RunJudge> TrainingFeed::judge()
{
    if (!m_judge && m_training) {
        m_judge = m_training->judge();
        session::HealthReactions &reactions = m_training->reactions();
        reactions.setCanPause(true);
        reactions.setNotify([this](const health::Finding &finding) {
            QMetaObject::invokeMethod(this, [this, finding] { Q_EMIT notified(finding); });
        });
    }
    return RunFeed::judge();
}

void TrainingFeed::saveCheckpoint()
{
    session()->saveCheckpoint([this](const std::string &error) {
        if (error.empty()) // else the run has a warning
            QMetaObject::invokeMethod(this, [this] {
                Q_EMIT noticed(tr("The checkpoint is saved. This training can be resumed from here."));
            });
    });
}

void TrainingFeed::saveModel(const QString &path)
{
    session()->saveModel(path.toStdString(), [this, path](const std::string &error) {
        QMetaObject::invokeMethod(this, [this, path, error = coreText(error)] {
            if (error.isEmpty())
                Q_EMIT noticed(tr("The model is saved in %1.").arg(QDir::toNativeSeparators(path)));
            else
                Q_EMIT warned(tr("The model could not be saved: %1").arg(error));
        });
    });
}

void TrainingFeed::setLabel(const record::RunLabel &label)
{
    if (!m_training)
        return RunFeed::setLabel(label);
    checkLabel(label);
    if (m_training->isResumed() && !m_training->isRecording()) // its old file stands as long as nothing is trained
        RunFeed::setLabel(label);
    m_run->update([&](record::RunInfo &info) {
        info.name = label.name.empty() ? session()->experiment().name : label.name;
        info.notes = label.notes;
    });
    if (!m_training->isRecording() || !m_training->isOver())
        return; // what follows the run writes it
    m_training->closeFile();
    RunFeed::setLabel(label);
}

void TrainingFeed::closeFile()
{
    if (m_training)
        m_training->closeFile();
}

void TrainingFeed::finish()
{
    if (m_training)
        m_training->finish();
    m_training.reset();
}

// ---- how it stands

PageState TrainingFeed::state() const
{
    const auto dot = [this] {
        switch (m_status.state) {
        case State::Preparing:
        case State::Ready:
        case State::Finished:
        case State::Stopped: return PageState::Dot::Muted;
        case State::Running: return PageState::Dot::Running;
        case State::Paused: return PageState::Dot::Paused;
        case State::Failed: return PageState::Dot::Failed;
        }
        return PageState::Dot::None;
    };
    return {dot(), widgets::stateText(m_status.state)};
}

bool TrainingFeed::isLive() const
{
    return !isOver(m_status.state);
}

bool TrainingFeed::isBeingRecorded() const
{
    return m_training ? !m_training->isOver() : RunFeed::isBeingRecorded();
}

bool TrainingFeed::canWatch() const
{
    return m_training && m_status.state != State::Preparing && isLive();
}

bool TrainingFeed::isTraining() const
{
    if (!m_training)
        return false;
    const session::Status status = session()->status();
    return status.state == State::Running || (status.state == State::Paused && status.position.step > 0);
}

bool TrainingFeed::hasUnsavedTicks() const
{
    return m_training && m_training->hasUnsavedTicks();
}

void TrainingFeed::takeInfo(const record::RunInfo &info)
{
    if (!isLive())
        m_controls->showSaved(endedText(*m_run));
    const bool hasFailed = info.status == record::RunStatus::Failed || (info.status == record::RunStatus::Interrupted && !info.message.empty());
    if (hasFailed && m_training && !std::exchange(m_isFailureTold, true))
        Q_EMIT warned(tr("The training failed: %1").arg(coreText(info.message)));
}

bool TrainingFeed::follow(const store::RunCursor &taken)
{
    if (!m_training)
        return false;
    const session::Status status = session()->status();
    const bool isNews = status.state != m_status.state;
    if (!isNews && m_sinceShown.isValid() && m_sinceShown.elapsed() < kShowIntervalMs)
        return true; // numbers that run faster than they can be read cost more than all plots
    m_status = status;
    m_sinceShown.start();
    if (isLive())
        m_controls->show(status);
    else if (isNews)
        m_controls->showSaved(endedText(*m_run));
    Q_EMIT costsChanged(status.lensCosts);
    Q_EMIT placeholderChanged(placeholder());
    if (status.state == State::Ready && std::exchange(m_startsWhenReady, false)) // only what can go on changes its file
        start();
    if (isNews)
        Q_EMIT stateChanged();
    return !m_training->isWritten() || m_run->hasBeyond(taken);
}

QString TrainingFeed::placeholder() const
{
    const QString activity = coreText(m_status.activity).toHtmlEscaped();
    switch (m_status.state) {
    case State::Preparing: return tr("<h3>Preparing</h3>%1 …").arg(activity);
    case State::Ready:
        return tr("<h3>Ready to train</h3>Press <b>Start</b> (F5). Plots appear here with the first tick; "
                  "lenses can be switched on and off at the left at any time.");
    case State::Running:
    case State::Paused: return tr("<h3>Training</h3>Plots appear with the first tick.");
    case State::Failed: return tr("<h3>The training failed</h3>%1").arg(activity);
    case State::Finished:
    case State::Stopped: break;
    }
    return tr("<h3>Ended before the first tick</h3>There is nothing to plot.");
}

} // namespace lensboard::app
