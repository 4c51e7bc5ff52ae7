#include "app/pages/training_feed.h"

#include "core/experiment/watcher.h"
#include "core/runs/run_source.h"
#include "core/store/file/run_file_writer.h"
#include "widgets/core_words.h"
#include "widgets/qt_text.h"

#include <QDir>

#include <algorithm>
#include <cstdio>
#include <utility>

namespace lensboard::app {

using session::Command;
using session::State;
using widgets::messageText;
using widgets::text;

namespace {

/// Text shown instead of plots if no lens is on.
QString blindPlaceholderOf(State state)
{
    switch (state) {
    case State::Ready:
        return TrainingFeed::tr("<h3>Ready to train without lenses</h3>Nothing will be measured, not even the loss. "
                                "Switch lenses on in the list at the left, then press <b>Start</b> (F5).");
    case State::Running:
    case State::Paused:
        return TrainingFeed::tr("<h3>Training without lenses</h3>Nothing is measured, not even the loss. "
                                "Switch lenses on in the list at the left: their plots appear with the next tick.");
    default:
        return TrainingFeed::tr("<h3>Trained without lenses</h3>Nothing was measured, not even the loss. "
                                "<b>Again with Changes …</b> opens the experiment, where lenses can be added.");
    }
}

QString placeholderOf(const session::TrainingStatus &status, bool isBlind)
{
    const QString activity = messageText(status.activity).toHtmlEscaped();
    if (isBlind && status.state != State::Preparing && status.state != State::Failed)
        return blindPlaceholderOf(status.state);
    switch (status.state) {
    case State::Preparing: return TrainingFeed::tr("<h3>Preparing</h3>%1 …").arg(activity);
    case State::Ready:
        return TrainingFeed::tr("<h3>Ready to train</h3>Press <b>Start</b> (F5). Plots appear here with the first tick; "
                                "lenses can be switched on and off at the left at any time.");
    case State::Running:
    case State::Paused:
        return status.ticks > 0 ? TrainingFeed::tr("<h3>Training</h3>Plots appear with the next measured tick.")
                                : TrainingFeed::tr("<h3>Training</h3>Plots appear with the first tick.");
    case State::Failed: return TrainingFeed::tr("<h3>The training failed</h3>%1").arg(activity);
    case State::Finished:
    case State::Stopped: break;
    }
    return status.ticks > 0 ? TrainingFeed::tr("<h3>Nothing was measured</h3>The training ended before the first measured tick.")
                            : TrainingFeed::tr("<h3>Ended before the first tick</h3>There is nothing to plot.");
}

} // namespace

TrainingFeed::TrainingFeed(std::unique_ptr<session::RecordedTraining> training)
    : ControlledFeed(text(training->file().string())), m_run(training->run()), m_startsWhenReady(training->isResumed()),
      m_training(std::move(training))
{}

TrainingFeed::~TrainingFeed() = default;

session::Session *TrainingFeed::session() const
{
    return m_training ? &m_training->session() : nullptr;
}

std::shared_ptr<session::Transport> TrainingFeed::training() const
{
    return m_training ? m_training->session().control() : nullptr;
}

// ---- training

void TrainingFeed::start()
{
    send({Command::Kind::Start});
}

void TrainingFeed::send(const Command &command)
{
    using enum Command::Kind;
    if (command.kind == Start || command.kind == Step || command.kind == StepToTick)
        record();
    ControlledFeed::send(command);
}

void TrainingFeed::record()
{
    if (m_training->isRecording())
        return;
    try {
        m_training->record();
        setPath(text(m_training->file().string()));
    } catch (const store::RunFileError &error) {
        Q_EMIT warned(tr("%1. The run is kept in memory: use Save a Copy before closing.").arg(messageText(error)));
    }
}

/// Allows rules to pause the training, because a user is present to continue it.
std::shared_ptr<const health::Judge> TrainingFeed::judge()
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

void TrainingFeed::saveModel(const QString &path)
{
    session()->saveModel(path.toStdString(), [this, path](const record::Message &error) {
        QMetaObject::invokeMethod(this, [this, path, error = messageText(error)] {
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
    if (m_training->isResumed() && !m_training->isRecording()) // its old file stays until something is trained
        RunFeed::setLabel(label);
    m_run->update([&](record::RunInfo &info) {
        info.name = label.name.empty() ? session()->experiment().name : label.name;
        info.notes = label.notes;
    });
    if (!m_training->isRecording() || !m_training->isOver())
        return; // the follower of the run writes the label
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
        if (const record::Message error = m_training->finish(); !error.empty())
            std::fprintf(stderr, "lensboard: the run is not complete on disk: %s\n", error.c_str());
    m_training.reset();
}

// ---- status

bool TrainingFeed::isLive() const
{
    return !shown() || !isOver(shown()->state);
}

bool TrainingFeed::isBeingRecorded() const
{
    return m_training ? !m_training->isOver() : RunFeed::isBeingRecorded();
}

bool TrainingFeed::isTraining() const
{
    if (!m_training)
        return false;
    const session::TrainingStatus status = session()->status();
    return status.state == State::Running || (status.state == State::Paused && status.step > 0);
}

session::UnsavedTicks TrainingFeed::unsaved() const
{
    return m_training ? m_training->unsaved() : session::UnsavedTicks();
}

bool TrainingFeed::isWritten() const
{
    return !m_training || m_training->isWritten();
}

void TrainingFeed::takeInfo(const record::RunInfo &info)
{
    if (!isLive())
        showSaved();
    const bool hasFailed = info.status == record::RunStatus::Failed || (info.status == record::RunStatus::Interrupted && !info.message.empty());
    if (hasFailed && m_training && !std::exchange(m_isFailureTold, true))
        Q_EMIT warned(tr("The training failed: %1").arg(messageText(info.message)));
}

bool TrainingFeed::follow(const store::RunCursor &taken)
{
    if (!m_training)
        return false;
    ControlledFeed::follow(taken);
    return !m_training->isWritten() || m_run->hasBeyond(taken);
}

void TrainingFeed::take(const session::TrainingStatus &status)
{
    Q_EMIT placeholderChanged(placeholderOf(status, std::ranges::none_of(status.watchers->all(), experiment::isOn)));
    if (status.state == State::Ready && std::exchange(m_startsWhenReady, false)) // not earlier: if it cannot continue, its file must not change
        start();
}

} // namespace lensboard::app
