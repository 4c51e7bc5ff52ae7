#pragma once

#include "core/health/run_judge.h"
#include "widgets/health/put_away.h"

#include <QIcon>
#include <QTimer>
#include <QWidget>

#include <functional>
#include <map>
#include <memory>
#include <vector>

class QAction;
class QLabel;
class QMenu;
class QScrollArea;
class QToolButton;

namespace lensboard::widgets {

class FindingList;

/// A run in the panel.
struct JudgedRun
{
    const void *id = nullptr; ///< identifies the run; never dereferenced by the panel
    QString name = {};
    QIcon sign = {}; ///< sign of the run's lines
    std::shared_ptr<const health::Judgement> judgement = {}; ///< null until the run was judged
    bool isOver = false; ///< no more findings will come
    std::set<std::string> ignoredRules = {}; ///< rules that are no problem in this run
};

/// Findings of rules in one or several runs, the actions for one of them, and the rules that could not judge the first run.
///
/// Its actions(), also for the menu bar, apply to the current finding.
class HealthPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit HealthPanel(QWidget *parent = nullptr);

    /// Sets the runs; several runs get headings. Dismissed findings are remembered per run.
    void setRuns(std::vector<JudgedRun> runs);
    /// Sets if the panel can switch on lenses needed by rules of the first run.
    void setSwitchable(bool switchable);
    /// Forgets the dismissed findings of a closed run.
    void forget(const void *run) { m_away.erase(run); }
    /// Returns the findings of a run that are not dismissed; empty if the run is not shown.
    const std::vector<health::Finding> &findings(const void *run) const;
    FindingList *list() const { return m_list; }

Q_SIGNALS:
    /// The shown findings have changed.
    void findingsChanged();
    /// The user wants to see the evidence of a finding in \p run.
    void evidenceWanted(const void *run, const lensboard::health::Finding &finding, std::size_t evidence);
    /// The user chose the rules that are no problem in \p run.
    void ignoredRulesChanged(const void *run, const QStringList &rules);
    /// The user wants to switch on a lens; \p lens is its kind.
    void lensWanted(const QString &lens);

private:
    void buildActions();
    QAction *add(const char *name, const QString &label, const QString &tip, const QKeySequence &keys);
    QWidget *buildButtons();
    void fillEvidence();
    void wantEvidence(std::size_t evidence);
    void putAway(const std::function<void(PutAway &, const health::Finding &)> &how);
    void setIgnored(bool isIgnored);
    const JudgedRun *currentRun() const;
    QString stateText(const JudgedRun &run, std::size_t hidden) const;
    void showFindings();
    void showMissing();
    void showJudgedAs();
    void updateActions();

    std::vector<JudgedRun> m_runs;
    std::map<const void *, PutAway> m_away; ///< by run
    bool m_isSwitchable = false, m_showsAway = false, m_showsMissing = false;
    FindingList *m_list;
    QLabel *m_judgedAs, *m_hidden, *m_missingCount, *m_missing;
    QScrollArea *m_missingView; ///< view of m_missing
    QMenu *m_evidence;
    QStringList m_evidenceTags; ///< tags available as evidence
    QToolButton *m_evidenceButton;
    QAction *m_show, *m_dismiss, *m_snooze, *m_snoozeLong, *m_ignore, *m_bringBack, *m_copy;
    QTimer m_wake; ///< restores snoozed findings
};

} // namespace lensboard::widgets
