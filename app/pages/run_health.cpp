#include "app/pages/run_health.h"

#include "app/settings.h"
#include "widgets/board/plot_board.h"
#include "widgets/core_words.h"
#include "widgets/health/finding_text.h"
#include "widgets/health/health_panel.h"
#include "widgets/models/layer_model.h"
#include "widgets/qt_text.h"

#include <algorithm>

namespace lensboard::app {

using health::Finding;
using widgets::messageText;
using widgets::text;

namespace {

constexpr int kLookIntervalMs = 250;

/// Returns the layers with plots that mark the finding; empty if the finding concerns the whole model.
std::set<QString> layersOf(const Finding &finding)
{
    std::set<QString> layers;
    const auto add = [&layers](const std::vector<std::string> &names) {
        for (const std::string &name : names)
            layers.insert(text(name));
    };
    add(finding.layers);
    if (!layers.empty())
        for (const health::Evidence &evidence : finding.evidence)
            add(evidence.layers);
    return layers;
}

/// "Loss Diverging · 12 is more than twice 2.3".
QString wordsOf(const Finding &finding)
{
    return widgets::titleOf(finding) + QStringLiteral(" · ") + messageText(finding.values);
}

} // namespace

RunHealth::RunHealth(widgets::PlotBoard *board, widgets::LayerModel *layers, QWidget *page)
    : QObject(page), m_board(board), m_layers(layers), m_panel(new widgets::HealthPanel(page))
{
    connect(m_panel, &widgets::HealthPanel::ignoredRulesChanged, this, &RunHealth::setIgnoredRules);
    connect(m_panel, &widgets::HealthPanel::findingsChanged, this, &RunHealth::mark);
    connect(m_panel, &widgets::HealthPanel::evidenceWanted, this, &RunHealth::showEvidence);
    connect(m_board, &widgets::PlotBoard::runsChanged, this, &RunHealth::dropTakenOff); // also after a run was read again: its marks are gone
    connect(&m_look, &QTimer::timeout, this, &RunHealth::look);
    m_look.start(kLookIntervalMs);
}

RunHealth::~RunHealth() = default;

void RunHealth::add(const store::Run &run, std::shared_ptr<const health::Judge> judge, const QString &experiment)
{
    m_judged.push_back({&run, std::move(judge), experiment, health::rulesOf(run.info()).size()});
    showRuns();
}

const std::vector<Finding> &RunHealth::findings(const store::Run &run) const
{
    return m_panel->findings(&run);
}

int RunHealth::count() const
{
    const auto isSevere = [](const Finding &finding) { return finding.severity > health::Severity::Note; };
    std::ptrdiff_t count = 0;
    for (const Judged &each : m_judged)
        count += std::ranges::count_if(findings(*each.run), isSevere);
    return static_cast<int>(count);
}

health::Severity RunHealth::worst() const
{
    health::Severity worst = health::Severity::Note;
    for (const Judged &each : m_judged)
        for (const Finding &finding : findings(*each.run))
            worst = std::max(worst, finding.severity);
    return worst;
}

QString RunHealth::summary() const
{
    const auto shown = shownRuns();
    QStringList lines;
    for (const widgets::ShownRun *run : shown)
        if (const QString found = widgets::summaryText(findings(*run->run)); !found.isEmpty())
            lines << (shown.size() > 1 ? tr("%1: %2").arg(run->name, found) : found);
    return lines.join(QChar('\n'));
}

const RunHealth::Judged *RunHealth::find(const void *run) const
{
    const auto found = std::ranges::find_if(m_judged, [run](const Judged &each) { return each.run == run; });
    return found == m_judged.end() ? nullptr : &*found;
}

/// Returns the visible runs that have a judge; means have none.
std::vector<const widgets::ShownRun *> RunHealth::shownRuns() const
{
    std::vector<const widgets::ShownRun *> shown;
    for (const auto &run : m_board->state().runs)
        if (run->style.isVisible() && find(run->run.get()))
            shown.push_back(run.get());
    return shown;
}

std::vector<widgets::JudgedRun> RunHealth::judgedRuns() const
{
    std::vector<widgets::JudgedRun> runs;
    for (const widgets::ShownRun *run : shownRuns()) {
        const Judged &judged = *find(run->run.get());
        widgets::JudgedRun shown{judged.run, run->name, run->style.colour.icon(widgets::PlotTheme(m_panel->palette())), judged.shown, !run->isLive};
        for (const QString &rule : Settings::ignoredRules(judged.experiment))
            shown.ignoredRules.insert(rule.toStdString());
        runs.push_back(std::move(shown));
    }
    return runs;
}

void RunHealth::look()
{
    bool isNew = false;
    for (Judged &each : m_judged) {
        const auto judgement = each.judge->judgement();
        if (judgement == std::exchange(each.shown, judgement))
            continue;
        isNew = true;
        Q_EMIT judged(each.run, judgement ? health::verdictOf(*judgement, each.rules) : std::nullopt);
    }
    std::vector<bool> over;
    for (const widgets::ShownRun *run : shownRuns())
        over.push_back(!run->isLive);
    if (std::exchange(m_over, over) != over || isNew)
        showRuns();
}

void RunHealth::dropTakenOff()
{
    std::erase_if(m_judged, [this](const Judged &each) {
        const bool isGone = !m_board->state().shownRun(each.run);
        if (isGone)
            m_panel->forget(each.run);
        return isGone;
    });
    showRuns();
}

void RunHealth::showRuns()
{
    m_panel->setRuns(judgedRuns());
}

void RunHealth::setIgnoredRules(const void *run, const QStringList &rules)
{
    const Judged *const judged = find(run);
    if (!judged)
        return;
    Settings::setIgnoredRules(judged->experiment, rules);
    showRuns(); // other runs of the experiment
}

void RunHealth::mark()
{
    const auto isSame = [this](const Finding &finding) { return isSameKind(finding, m_proven->finding); };
    if (m_proven && std::ranges::none_of(m_panel->findings(m_proven->run), isSame)) {
        m_proven.reset(); // dismissed, or not found any more
        m_board->state().setEvidence(std::nullopt);
    }
    const auto &runs = m_board->state().runs;
    for (std::size_t number = 0; number < runs.size(); ++number) {
        std::vector<widgets::FindingMark> marks;
        for (const Finding &finding : findings(*runs[number]->run))
            if (finding.severity > health::Severity::Note)
                marks.push_back({finding.firstStep, finding.severity == health::Severity::Problem, wordsOf(finding), layersOf(finding)});
        m_board->setFindings(number, std::move(marks));
    }
    markBadges();
    Q_EMIT changed();
}

void RunHealth::markBadges()
{
    std::map<QString, widgets::LayerModel::Mark> badges;
    const auto shown = shownRuns();
    for (const widgets::ShownRun *run : shown)
        for (const Finding &finding : findings(*run->run))
            for (const std::string &layer : finding.layers) {
                widgets::LayerModel::Mark &badge = badges[text(layer)];
                const int severity = static_cast<int>(finding.severity);
                const bool isWorst = badge.words.isEmpty() || severity > badge.severity;
                badge.words += badge.words.isEmpty() ? QString() : QStringLiteral("\n");
                badge.words += shown.size() > 1 ? tr("%1: %2").arg(run->name, wordsOf(finding)) : wordsOf(finding);
                if (isWorst) {
                    badge.severity = severity;
                    badge.icon = controlIcon(widgets::iconOf(finding.severity));
                }
            }
    m_layers->setMarks(std::move(badges));
}

void RunHealth::showEvidence(const void *run, const Finding &finding, std::size_t number)
{
    const widgets::ShownRun *const shownRun = m_board->state().shownRun(run);
    if (number >= finding.evidence.size() || !shownRun)
        return;
    const health::Evidence &evidence = finding.evidence[number];
    widgets::ShownEvidence shown{text(evidence.tag), {}, {}, evidence.threshold};
    for (const std::string &layer : evidence.layers)
        shown.layers.insert(text(layer));
    if (m_board->navigation().goToEvidence(*shownRun, std::move(shown), finding.firstStep, finding.lastStep))
        m_proven = {run, finding};
}

} // namespace lensboard::app
