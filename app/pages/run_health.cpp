#include "app/pages/run_health.h"

#include "app/settings.h"
#include "widgets/core_words.h"
#include "widgets/health/finding_text.h"
#include "widgets/health/health_panel.h"
#include "widgets/models/layer_model.h"
#include "widgets/plots/plot_board.h"
#include "widgets/qt_text.h"

#include <algorithm>

namespace lensboard::app {

using health::Finding;
using widgets::coreText;
using widgets::text;

namespace {

constexpr int kLookIntervalMs = 250;

/// Those on whose plots it is seen; none of the whole model.
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

} // namespace

RunHealth::RunHealth(std::shared_ptr<const health::Judge> judge, const QString &experiment, widgets::PlotBoard *board,
                     widgets::LayerModel *layers, QWidget *page)
    : QObject(page), m_judge(std::move(judge)), m_board(board), m_layers(layers), m_panel(new widgets::HealthPanel(page))
{
    m_panel->setIgnoredRules(Settings::ignoredRules(experiment));
    connect(m_panel, &widgets::HealthPanel::ignoredRulesChanged, this,
            [experiment](const QStringList &rules) { Settings::setIgnoredRules(experiment, rules); });
    connect(m_panel, &widgets::HealthPanel::findingsChanged, this, &RunHealth::mark);
    connect(m_panel, &widgets::HealthPanel::evidenceWanted, this, &RunHealth::showEvidence);
    connect(m_board, &widgets::PlotBoard::runsChanged, this, &RunHealth::mark); // whose marks are gone when they are read anew
    connect(&m_look, &QTimer::timeout, this, &RunHealth::look);
    m_look.start(kLookIntervalMs);
}

QString RunHealth::summary() const
{
    return widgets::summaryText(m_panel->findings());
}

void RunHealth::look()
{
    const auto judgement = m_judge->judgement();
    if (judgement != std::exchange(m_shown, judgement))
        m_panel->setJudgement(judgement);
}

void RunHealth::mark()
{
    if (m_proven && std::ranges::none_of(m_panel->findings(), [this](const Finding &finding) { return isSameKind(finding, *m_proven); })) {
        m_proven.reset(); // put away, or found no more
        m_board->state().setEvidence(std::nullopt);
    }
    std::vector<widgets::FindingMark> marks;
    std::map<QString, widgets::LayerModel::Mark> badges;
    for (const Finding &finding : m_panel->findings()) {
        const QString words = widgets::titleOf(finding) + QStringLiteral(" · ") + coreText(finding.values);
        if (finding.severity > health::Severity::Note)
            marks.push_back({finding.firstStep, finding.severity == health::Severity::Problem, words, layersOf(finding)});
        for (const std::string &layer : finding.layers) {
            widgets::LayerModel::Mark &badge = badges[text(layer)];
            const int severity = static_cast<int>(finding.severity);
            const bool isWorst = badge.words.isEmpty() || severity > badge.severity;
            badge.words += (badge.words.isEmpty() ? QString() : QStringLiteral("\n")) + words;
            if (isWorst) {
                badge.severity = severity;
                badge.icon = controlIcon(widgets::iconOf(finding.severity));
            }
        }
    }
    if (!m_board->state().runs.empty())
        m_board->setFindings(0, std::move(marks));
    m_layers->setMarks(std::move(badges));
    Q_EMIT changed();
}

void RunHealth::showEvidence(const Finding &finding, std::size_t number)
{
    if (number >= finding.evidence.size() || m_board->state().runs.empty())
        return;
    const health::Evidence &evidence = finding.evidence[number];
    widgets::ShownEvidence shown{text(evidence.tag), {}, {}, evidence.threshold};
    for (const std::string &layer : evidence.layers)
        shown.layers.insert(text(layer));
    if (m_board->navigation().goToEvidence(*m_board->state().runs.front(), std::move(shown), finding.firstStep, finding.lastStep))
        m_proven = finding;
    else
        Q_EMIT noticed(tr("There is no plot of %1 here.").arg(widgets::tagText({.name = evidence.tag, .lens = {}})));
}

} // namespace lensboard::app
