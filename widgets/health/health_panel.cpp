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

/// What there is, and a link that shows or hides it.
QString toggle(const QString &what, const QString &link, bool isShown)
{
    return QStringLiteral("%1 <a href='%2'>%3</a>").arg(what, link, isShown ? HealthPanel::tr("Hide") : HealthPanel::tr("Show"));
}

} // namespace

HealthPanel::HealthPanel(QWidget *parent)
    : QWidget(parent), m_list(new FindingList(this)), m_hidden(words(this)), m_missingCount(words(this)), m_missing(words(nullptr)),
      m_missingView(new QScrollArea(this)), m_evidence(new QMenu(this)),
      m_evidenceButton(new QToolButton(this))
{
    m_list->setObjectName("findings");
    m_list->setAccessibleName(tr("Findings"));
    m_list->setContextMenuPolicy(Qt::ActionsContextMenu);
    m_wake.setSingleShot(true);
    connect(&m_wake, &QTimer::timeout, this, &HealthPanel::showFindings);
    buildActions();
    auto *layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(2);
    layout->addWidget(m_list, 3);
    layout->addWidget(buildButtons());
    layout->addWidget(m_hidden);
    layout->addWidget(m_missingCount);
    layout->addWidget(m_missingView, 2);
    m_missingView->setFrameShape(QFrame::NoFrame);
    m_missingView->setWidgetResizable(true);
    m_missingView->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_missingView->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Ignored); // findings come first
    m_missingView->setWidget(m_missing);
    m_missing->setAlignment(Qt::AlignTop | Qt::AlignLeft);
    m_missing->show();
    connect(m_list, &FindingList::chosen, this, [this](const Finding &finding) { Q_EMIT evidenceWanted(finding, 0); });
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
    m_ignore = add("ignoreRule", tr("Not a Problem Here"), tr("Never show what this rule finds in trainings of this experiment"), {});
    m_bringBack = add("bringBackFinding", tr("Show Again"), tr("As if it had not been put away"), {});
    m_copy = add("copyFinding", tr("Copy as Text"), tr("Copy the finding; all of them if none is chosen"), QKeySequence::Copy);
    connect(m_show, &QAction::triggered, this, [this] { Q_EMIT evidenceWanted(*m_list->current(), 0); });
    connect(m_dismiss, &QAction::triggered, this, [this] { putAway([this](const Finding &finding) { m_away.dismiss(finding); }); });
    const auto nap = [this](QAction *action, std::chrono::minutes length) {
        connect(action, &QAction::triggered, this, [this, length] {
            putAway([&](const Finding &finding) { m_away.snooze(finding, std::chrono::system_clock::now() + length); });
        });
    };
    nap(m_snooze, kShortNap);
    nap(m_snoozeLong, kLongNap);
    const auto sayIgnored = [this] {
        QStringList rules;
        for (const std::string &rule : m_away.ignored())
            rules << text(rule);
        Q_EMIT ignoredRulesChanged(rules);
    };
    connect(m_ignore, &QAction::triggered, this, [this, sayIgnored] {
        putAway([this](const Finding &finding) { m_away.setIgnored(finding.rule, true); });
        sayIgnored();
    });
    connect(m_bringBack, &QAction::triggered, this, [this, sayIgnored] {
        putAway([this](const Finding &finding) { m_away.bringBack(finding); });
        sayIgnored();
    });
    connect(m_copy, &QAction::triggered, this, [this] {
        QStringList texts;
        for (const Finding &finding : m_list->findings())
            if (!m_list->current() || &finding == m_list->current())
                texts << plainText(finding);
        QGuiApplication::clipboard()->setText(texts.join(QStringLiteral("\n\n")));
    });
}

QWidget *HealthPanel::buildButtons()
{
    auto *row = new QWidget(this);
    m_evidenceButton->setDefaultAction(m_show);
    connect(m_evidence, &QMenu::triggered, this, [this](const QAction *action) {
        if (const Finding *const finding = m_list->current())
            Q_EMIT evidenceWanted(*finding, action->data().toULongLong());
    });
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

// ---- what is shown

void HealthPanel::setJudgement(std::shared_ptr<const health::Judgement> judgement)
{
    m_judgement = std::move(judgement);
    showFindings();
}

void HealthPanel::setSwitchable(bool switchable)
{
    if (std::exchange(m_isSwitchable, switchable) != switchable)
        showMissing();
}

void HealthPanel::setOver(bool over)
{
    if (std::exchange(m_isOver, over) != over)
        showFindings();
}

void HealthPanel::setIgnoredRules(const QStringList &rules)
{
    std::set<std::string> ignored;
    for (const QString &rule : rules)
        ignored.insert(rule.toStdString());
    m_away.setIgnored(std::move(ignored));
    showFindings();
}

const std::vector<Finding> &HealthPanel::findings() const
{
    return m_list->findings();
}

void HealthPanel::putAway(const std::function<void(const Finding &)> &how)
{
    if (!m_list->current())
        return;
    how(Finding(*m_list->current()));
    showFindings();
}

void HealthPanel::showFindings()
{
    const auto now = std::chrono::system_clock::now();
    std::vector<Finding> shown;
    int hidden = 0;
    if (m_judgement)
        for (const Finding &finding : m_judgement->findings) {
            const bool isAway = m_away.has(finding, now);
            hidden += isAway;
            if (!isAway || m_showsAway)
                shown.push_back(finding);
        }
    const bool isError = m_judgement && !m_judgement->error.empty();
    m_list->setPlaceholder(!m_judgement ? tr("Looking at the run …")
                           : isError    ? tr("The run cannot be judged: %1").arg(coreText(m_judgement->error))
                           : hidden     ? tr("Nothing else was found.")
                           : m_isOver   ? tr("Nothing was found.")
                                        : tr("Nothing was found so far."));
    m_list->setFindings(std::move(shown));
    m_hidden->setText(toggle(tr("%n put away.", nullptr, hidden), kToggleHidden, m_showsAway));
    m_hidden->setVisible(hidden > 0);
    if (const auto next = m_away.nextReturn(now))
        m_wake.start(std::chrono::ceil<std::chrono::milliseconds>(*next - now));
    showMissing();
    updateActions();
    Q_EMIT findingsChanged();
}

/// Rules without evidence, by the lenses that they need.
void HealthPanel::showMissing()
{
    std::map<std::string, QStringList> rules;
    QStringList unvalidated;
    if (m_judgement)
        for (const health::MissingEvidence &missing : m_judgement->missing) {
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
    const int count = m_judgement ? static_cast<int>(m_judgement->missing.size()) : 0;
    m_missingCount->setText(toggle(tr("%n rules had nothing to judge by.", nullptr, count), kToggleMissing, m_showsMissing));
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
        return; // it may be open
    m_evidence->clear();
    for (qsizetype i = 0; i < tags.size(); ++i)
        m_evidence->addAction(tags[i])->setData(static_cast<qulonglong>(i));
    m_evidenceButton->setMenu(m_evidence->isEmpty() ? nullptr : m_evidence);
    m_evidenceButton->setPopupMode(m_evidence->isEmpty() ? QToolButton::DelayedPopup : QToolButton::MenuButtonPopup);
}

void HealthPanel::updateActions()
{
    const Finding *const current = m_list->current();
    const bool isAway = current && m_away.has(*current, std::chrono::system_clock::now());
    m_show->setEnabled(current && !current->evidence.empty());
    for (QAction *action : {m_dismiss, m_snooze, m_snoozeLong, m_ignore})
        action->setEnabled(current && !isAway);
    m_bringBack->setEnabled(isAway);
    m_copy->setEnabled(!m_list->findings().empty());
    fillEvidence();
}

} // namespace lensboard::widgets
