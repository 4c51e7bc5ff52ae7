#include "widgets/health/health_panel.h"

#include "widgets/core_words.h"
#include "widgets/health/finding_list.h"
#include "widgets/health/finding_text.h"
#include "widgets/key_names.h"
#include "widgets/qt_text.h"

#include <QAction>
#include <QClipboard>
#include <QGuiApplication>
#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <map>
#include <optional>

namespace lensboard::widgets {

using health::Finding;
using namespace std::chrono_literals;

namespace {

constexpr auto kShortNap = 10min, kLongNap = 60min;
const QString kToggleHidden = QStringLiteral("hidden"), kToggleMissing = QStringLiteral("missing");

QToolButton *buttonOf(QAction *action, QWidget *parent)
{
    auto *button = new QToolButton(parent);
    button->setDefaultAction(action);
    return button;
}

QLabel *words(QWidget *parent)
{
    auto *label = new QLabel(parent);
    label->setWordWrap(true);
    label->setContentsMargins(6, 0, 6, 2);
    label->setTextFormat(Qt::RichText);
    label->setTextInteractionFlags(Qt::LinksAccessibleByMouse | Qt::LinksAccessibleByKeyboard);
    label->hide();
    return label;
}

QString nameOf(health::TrainingKind kind)
{
    switch (kind) {
    case health::TrainingKind::Unknown: break;
    case health::TrainingKind::Scratch: return HealthPanel::tr("training from scratch");
    case health::TrainingKind::FineTuning: return HealthPanel::tr("fine-tuning");
    case health::TrainingKind::Continued: return HealthPanel::tr("continued training");
    case health::TrainingKind::Reinforcement: return HealthPanel::tr("reinforcement learning");
    case health::TrainingKind::Adversarial: return HealthPanel::tr("adversarial training");
    case health::TrainingKind::SelfSupervised: return HealthPanel::tr("self-supervised learning");
    case health::TrainingKind::RangeTest: return HealthPanel::tr("learning rate range test");
    }
    return HealthPanel::tr("unknown training");
}

/// Returns \p what followed by a link that shows or hides it.
QString toggle(const QString &what, const QString &link, bool isShown)
{
    return QStringLiteral("%1 <a href='%2'>%3</a>").arg(what, link, isShown ? HealthPanel::tr("Hide") : HealthPanel::tr("Show"));
}

} // namespace

HealthPanel::HealthPanel(QWidget *parent)
    : QWidget(parent), m_list(new FindingList(this)), m_judgedAs(words(this)), m_hidden(words(this)), m_missingCount(words(this)), m_missing(words(nullptr)),
      m_missingView(new QScrollArea(this)), m_evidence(new QMenu(this)),
      m_evidenceButton(new QToolButton(this))
{
    m_list->setObjectName("findings");
    m_judgedAs->setObjectName("judgedAs");
    m_list->setAccessibleName(tr("Findings"));
    m_list->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_wake.setSingleShot(true);
    connect(&m_wake, &QTimer::timeout, this, &HealthPanel::showFindings);
    buildActions();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(m_judgedAs);
    layout->addWidget(m_list, 3);
    layout->addWidget(buildButtons());
    layout->addWidget(m_hidden);
    layout->addWidget(m_missingCount);
    layout->addWidget(m_missingView, 2);
    m_missingView->setFrameShape(QFrame::NoFrame);
    m_missingView->setWidgetResizable(true);
    m_missingView->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_missingView->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored); // findings have priority
    m_missingView->setWidget(m_missing);
    m_missing->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_missing->show();
    connect(m_list, &FindingList::chosen, this, [this] { wantEvidence(0); });
    connect(m_list, &FindingList::currentFindingChanged, this, &HealthPanel::updateActions);
    connect(m_hidden, &QLabel::linkActivated, this, [this] {
        m_showsAway = !m_showsAway;
        showFindings();
    });
    connect(m_missingCount, &QLabel::linkActivated, this, [this] {
        m_showsMissing = !m_showsMissing;
        showMissing();
    });
    connect(m_missing, &QLabel::linkActivated, this, &HealthPanel::lensWanted);
    showFindings();
}

QAction *HealthPanel::add(const char *name, const QString &label, const QString &tip, const QKeySequence &keys)
{
    auto *action = new QAction(label, this);
    action->setObjectName(QString::fromLatin1(name));
    action->setToolTip(tip);
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetWithChildrenShortcut);
    addAction(action);
    m_list->addAction(action);
    return action;
}

void HealthPanel::buildActions()
{
    m_show = add("showEvidence", tr("Show Evidence"), tr("Go to the plots that show it"), {});
    m_dismiss = add("dismissFinding", tr("Dismiss"), tr("Put it away until it becomes worse"), Qt::Key_Delete);
    m_snooze = add("snoozeFinding", tr("Remind Me in 10 Minutes"), tr("Put it away for ten minutes"), {});
    m_snoozeLong = add("snoozeFindingLong", tr("Remind Me in an Hour"), tr("Put it away for an hour"), {});
    m_ignore = add("ignoreRule", tr("Not a Problem Here"), tr("Never show findings of this rule in trainings of this experiment"), {});
    m_bringBack = add("bringBackFinding", tr("Show Again"), tr("Undo putting it away"), {});
    m_copy = add("copyFinding", tr("Copy as Text"), tr("Copy the finding; all of them if none is chosen"), QKeySequence::Copy);
    connect(m_show, &QAction::triggered, this, [this] { wantEvidence(0); });
    connect(m_dismiss, &QAction::triggered, this, [this] { putAway([](PutAway &away, const Finding &finding) { away.dismiss(finding); }); });
    const auto nap = [this](QAction *action, std::chrono::minutes length) {
        connect(action, &QAction::triggered, this, [this, length] {
            putAway([length](PutAway &away, const Finding &finding) { away.snooze(finding, std::chrono::system_clock::now() + length); });
        });
    };
    nap(m_snooze, kShortNap);
    nap(m_snoozeLong, kLongNap);
    connect(m_ignore, &QAction::triggered, this, [this] { setIgnored(true); });
    connect(m_bringBack, &QAction::triggered, this, [this] { setIgnored(false); });
    connect(m_copy, &QAction::triggered, this, [this] {
        QStringList texts;
        for (const FindingGroup &group : m_list->groups())
            for (const Finding &finding : group.findings)
                if (!m_list->current() || &finding == m_list->current())
                    texts << (m_runs.size() > 1 ? group.name + QChar('\n') : QString()) + plainText(finding);
        QGuiApplication::clipboard()->setText(texts.join(QStringLiteral("\n\n")));
    });
}

QWidget *HealthPanel::buildButtons()
{
    auto *row = new QWidget(this);
    m_evidenceButton->setDefaultAction(m_show);
    connect(m_evidence, &QMenu::triggered, this, [this](const QAction *action) { wantEvidence(action->data().toULongLong()); });
    auto *away = new QToolButton(row);
    away->setText(tr("Put Away"));
    away->setObjectName("putAway");
    away->setPopupMode(QToolButton::InstantPopup);
    auto *menu = new QMenu(away);
    menu->addActions({m_dismiss, m_snooze, m_snoozeLong, m_ignore, m_bringBack});
    away->setMenu(menu);
    auto *layout = new QHBoxLayout(row);
    layout->setContentsMargins(4, 0, 4, 0);
    layout->addWidget(m_evidenceButton);
    layout->addWidget(away);
    layout->addStretch();
    layout->addWidget(buttonOf(m_copy, row));
    return row;
}

// ---- findings

void HealthPanel::setRuns(std::vector<JudgedRun> runs)
{
    m_runs = std::move(runs);
    for (const JudgedRun &run : m_runs)
        m_away[run.id].setIgnored(run.ignoredRules);
    showFindings();
}

void HealthPanel::setSwitchable(bool switchable)
{
    if (std::exchange(m_isSwitchable, switchable) != switchable)
        showMissing();
}

const std::vector<Finding> &HealthPanel::findings(const void *run) const
{
    static const std::vector<Finding> none;
    const auto found = std::ranges::find(m_list->groups(), run, &FindingGroup::run);
    return found == m_list->groups().end() ? none : found->findings;
}

/// Returns null if no finding is current.
const JudgedRun *HealthPanel::currentRun() const
{
    const auto place = m_list->currentPosition();
    if (!place)
        return nullptr;
    const auto run = std::ranges::find(m_runs, m_list->groups()[place->group].run, &JudgedRun::id); // the list may still contain the previous runs
    return run == m_runs.end() ? nullptr : &*run;
}

void HealthPanel::wantEvidence(std::size_t evidence)
{
    if (const JudgedRun *const run = currentRun())
        Q_EMIT evidenceWanted(run->id, Finding(*m_list->current()), evidence);
}

void HealthPanel::putAway(const std::function<void(PutAway &, const Finding &)> &how)
{
    const JudgedRun *const run = currentRun();
    if (!run)
        return;
    how(m_away[run->id], Finding(*m_list->current()));
    showFindings();
}

/// Ignores the rule of the current finding, or restores a dismissed finding.
void HealthPanel::setIgnored(bool isIgnored)
{
    const JudgedRun *const run = currentRun();
    if (!run)
        return;
    const void *const id = run->id;
    putAway([isIgnored](PutAway &away, const Finding &finding) { isIgnored ? away.setIgnored(finding.rule, true) : away.bringBack(finding); });
    QStringList rules;
    for (const std::string &rule : m_away[id].ignored())
        rules << text(rule);
    Q_EMIT ignoredRulesChanged(id, rules);
}

/// \p hidden: number of dismissed findings.
QString HealthPanel::stateText(const JudgedRun &run, std::size_t hidden) const
{
    return !run.judgement                 ? tr("Looking at the run …")
         : !run.judgement->error.empty() ? tr("The run cannot be judged: %1").arg(messageText(run.judgement->error))
         : hidden > 0                    ? tr("No other findings.")
         : run.isOver                    ? tr("No findings.")
                                         : tr("No findings so far.");
}

void HealthPanel::showFindings()
{
    const auto now = std::chrono::system_clock::now();
    std::vector<FindingGroup> groups;
    std::size_t allHidden = 0;
    std::optional<PutAway::Time> next;
    for (const JudgedRun &run : m_runs) {
        FindingGroup group{run.id, run.name, run.sign};
        const PutAway &away = m_away[run.id];
        std::size_t hidden = 0;
        for (const Finding &finding : run.judgement ? run.judgement->findings : std::vector<Finding>()) {
            const bool isAway = away.has(finding, now);
            hidden += isAway;
            if (!isAway || m_showsAway)
                group.findings.push_back(finding);
        }
        allHidden += hidden;
        const QString summary = summaryText(group.findings);
        group.state = !summary.isEmpty()         ? summary
                    : !group.findings.empty() ? tr("%n note(s)", nullptr, static_cast<int>(group.findings.size()))
                                              : stateText(run, hidden);
        if (const auto back = away.nextReturn(now); back && (!next || *back < *next))
            next = back;
        groups.push_back(std::move(group));
    }
    m_list->setPlaceholder(groups.empty() ? QString() : groups.front().state);
    m_list->setGroups(std::move(groups));
    m_hidden->setText(toggle(tr("%n put away.", nullptr, static_cast<int>(allHidden)), kToggleHidden, m_showsAway));
    m_hidden->setVisible(allHidden > 0);
    if (next)
        m_wake.start(std::chrono::ceil<std::chrono::milliseconds>(*next - now));
    showJudgedAs();
    showMissing();
    updateActions();
    Q_EMIT findingsChanged();
}

/// Shows the kind of training that the first run's findings assume, and the evidence for it.
void HealthPanel::showJudgedAs()
{
    const health::Judgement *const judgement = m_runs.empty() ? nullptr : m_runs.front().judgement.get();
    const bool isKnown = judgement && !judgement->judgedAs.reason.empty();
    const QString said = isKnown ? tr("Judged as: %1, because %2").arg(nameOf(judgement->judgedAs.kind), messageText(judgement->judgedAs.reason)).toHtmlEscaped() : QString();
    m_judgedAs->setText(m_runs.size() > 1 ? tr("%1: %2").arg(m_runs.front().name.toHtmlEscaped(), said) : said);
    m_judgedAs->setVisible(isKnown);
}

/// Shows the rules that lack data in the first run, by required lens.
void HealthPanel::showMissing()
{
    std::map<std::string, QStringList> rules;
    QStringList unvalidated;
    const health::Judgement *const judgement = m_runs.empty() ? nullptr : m_runs.front().judgement.get();
    if (judgement)
        for (const health::MissingEvidence &missing : judgement->missing) {
            for (const std::string &lens : missing.lenses)
                rules[lens] << kindName(missing.rule);
            if (missing.lenses.empty())
                unvalidated << kindName(missing.rule);
        }
    QStringList lines;
    for (const auto &[lens, names] : rules) {
        const QString name = lensText(lens).toHtmlEscaped();
        const QString shown = m_isSwitchable ? QStringLiteral("<a href='%1'>%2</a>").arg(text(lens), name) : name;
        lines << tr("Without %1 not judged: %2").arg(shown, names.join(QStringLiteral(", ")).toHtmlEscaped());
    }
    if (!unvalidated.isEmpty())
        lines << tr("Without losses of validation not judged: %1").arg(unvalidated.join(QStringLiteral(", ")).toHtmlEscaped());
    m_missing->setText(lines.join(QStringLiteral("<br>")));
    m_missing->setToolTip(m_isSwitchable && !lines.isEmpty() ? tr("Click a lens to switch it on") : QString());
    const int count = judgement ? static_cast<int>(judgement->missing.size()) : 0;
    const QString said = tr("%n rules had nothing to judge by.", nullptr, count);
    m_missingCount->setText(toggle(m_runs.size() > 1 ? tr("%1: %2").arg(m_runs.front().name.toHtmlEscaped(), said) : said, kToggleMissing, m_showsMissing));
    m_missingCount->setVisible(count > 0);
    m_missingView->setVisible(count > 0 && m_showsMissing);
}

void HealthPanel::fillEvidence()
{
    QStringList tags;
    const Finding *const finding = m_list->current();
    if (finding && finding->evidence.size() > 1)
        for (const health::Evidence &evidence : finding->evidence)
            tags << tagText({.name = evidence.tag, .lens = {}});
    if (tags == std::exchange(m_evidenceTags, tags))
        return; // keeps an open menu
    m_evidence->clear();
    for (qsizetype i = 0; i < tags.size(); ++i)
        m_evidence->addAction(tags[i])->setData(static_cast<qulonglong>(i));
    m_evidenceButton->setMenu(m_evidence->isEmpty() ? nullptr : m_evidence);
    m_evidenceButton->setPopupMode(m_evidence->isEmpty() ? QToolButton::DelayedPopup : QToolButton::MenuButtonPopup);
}

void HealthPanel::updateActions()
{
    const Finding *const current = m_list->current();
    const JudgedRun *const run = currentRun();
    const bool isAway = run && m_away[run->id].has(*current, std::chrono::system_clock::now());
    m_show->setEnabled(current && !current->evidence.empty());
    for (QAction *action : {m_dismiss, m_snooze, m_snoozeLong, m_ignore})
        action->setEnabled(current && !isAway);
    m_bringBack->setEnabled(isAway);
    m_copy->setEnabled(std::ranges::any_of(m_list->groups(), [](const FindingGroup &group) { return !group.findings.empty(); }));
    fillEvidence();
}

} // namespace lensboard::widgets
