#include "app/pages/run_feed.h"

#include "core/health/run_judge.h"
#include "core/runs/run_source.h"
#include "core/runs/run_summary.h"
#include "core/session/transport.h"
#include "widgets/core_words.h"
#include "widgets/number_text.h"
#include "widgets/run_controls.h"
#include "widgets/run_status_text.h"

#include <QDir>

#include <algorithm>
#include <span>

namespace lensboard::app {

namespace {

/// Returns the status with a capital letter, for the beginning of a sentence.
QString statusWords(record::RunStatus status)
{
    QString words = widgets::statusText(status);
    return words.replace(0, 1, words.left(1).toUpper());
}

PageState::Dot dotOf(record::RunStatus status)
{
    using record::RunStatus;
    switch (status) {
    case RunStatus::Recording: return PageState::Dot::Running;
    case RunStatus::Unknown:
    case RunStatus::Finished:
    case RunStatus::Stopped: return PageState::Dot::Muted;
    case RunStatus::Failed:
    case RunStatus::Interrupted: return PageState::Dot::Failed;
    }
    return PageState::Dot::None;
}

} // namespace

QString RunFeed::origin() const
{
    return m_path.isEmpty() ? tr("Not recorded yet") : QDir::toNativeSeparators(m_path);
}

PageState RunFeed::state() const
{
    const record::RunStatus status = run()->info().status;
    return {dotOf(status), statusWords(status)};
}

bool RunFeed::follow(const store::RunCursor &)
{
    return true;
}

bool RunFeed::isBeingRecorded() const
{
    return record::mayGrow(run()->info().status);
}

bool RunFeed::canWatch() const
{
    const auto connection = training();
    const session::State state = connection ? connection->status().state : session::State::Preparing;
    return state != session::State::Preparing && !isOver(state);
}

std::shared_ptr<const health::Judge> RunFeed::judge()
{
    if (!m_judge)
        m_judge = std::make_shared<health::RunJudge>(run(), health::rulesOf(run()->info()));
    return m_judge;
}

void RunFeed::setLabel(const record::RunLabel &label)
{
    runs::labelRun(m_path.toStdString(), label);
}

void RunFeed::setPath(const QString &path)
{
    m_path = path;
    Q_EMIT pathChanged();
}

QString endedText(const store::Run &run)
{
    constexpr std::size_t kMaxValues = 2;
    const runs::RunSummary summary = runs::summarise({}, run);
    QStringList parts = {statusWords(summary.status)};
    const auto &values = summary.metrics.empty() ? summary.losses : summary.metrics;
    for (const auto &[name, value] : std::span(values).first(std::min(values.size(), kMaxValues)))
        parts << QStringLiteral("%1 %2").arg(widgets::termText(name), widgets::shownNumber(value, 4));
    if (summary.durationSeconds >= 1)
        parts << widgets::durationText(summary.durationSeconds);
    const QString text = parts.join(QStringLiteral(" · "));
    return summary.message.empty() ? text : text + QStringLiteral(" – ") + widgets::messageText(summary.message);
}

} // namespace lensboard::app
