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

/// A run as the panel shows it.
struct JudgedRun
{
    const void *id = nullptr; ///< identifies the run; the panel does not access it
    QString name = {};
    QIcon sign = {}; ///< of the run's lines
    std::shared_ptr<const health::Judgement> judgement = {}; ///< null while the run was not judged yet
    bool isOver = false; ///< no more will be found
    std::set<std::string> ignoredRules = {}; ///< are no problem in this run
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
    /// Sets if lenses that rules lack in the first run can be switched on from here.
    void setSwitchable(bool switchable);
    /// Forgets the dismissed findings of a closed run.
    void forget(const void *run) { m_away.erase(run); }
    /// Returns the findings of a run that were not put away; empty if the run is not shown.
    const std::vector<health::Finding> &findings(const void *run) const;
    FindingList *list() const { return m_list; }

Q_SIGNALS:
    /// Other findings are shown.
    void findingsChanged();
    /// The user wants to see the evidence of a finding in \p run.
    void evidenceWanted(const void *run, const lensboard::health::Finding &finding, std::size_t evidence);
    /// The user chose the rules that are no problem in \p run.
    void ignoredRulesChanged(const void *run, const QStringList &rules);
    /// The user wants a lens switched on, by its kind.
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
    void updateActions();

    std::vector<JudgedRun> m_runs;
    std::map<const void *, PutAway> m_away; ///< by run
    bool m_isSwitchable = false, m_showsAway = false, m_showsMissing = false;
    FindingList *m_list;
    QLabel *m_hidden, *m_missingCount, *m_missing;
    QScrollArea *m_missingView; ///< of m_missing
    QMenu *m_evidence;
    QStringList m_evidenceTags; ///< that it has
    QToolButton *m_evidenceButton;
    QAction *m_show, *m_dismiss, *m_snooze, *m_snoozeLong, *m_ignore, *m_bringBack, *m_copy;
    QTimer m_wake; ///< brings snoozed findings back
};

} // namespace lensboard::widgets
