#pragma once

#include "core/health/run_judge.h"
#include "widgets/health/put_away.h"

#include <QTimer>
#include <QWidget>

#include <functional>
#include <memory>
#include <vector>

class QAction;
class QLabel;
class QMenu;
class QScrollArea;
class QToolButton;

namespace lensboard::widgets {

class FindingList;

/// What rules found in a run: the findings, what can be done about one, and what could not be judged.
///
/// Its actions(), for the menu bar too, speak of the current finding.
class HealthPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit HealthPanel(QWidget *parent = nullptr);

    /// Null while the run was not judged yet.
    void setJudgement(std::shared_ptr<const health::Judgement> judgement);
    /// Whether lenses that rules lack can be switched on from here.
    void setSwitchable(bool switchable);
    /// Whether the run is over: no more will be found.
    void setOver(bool over);
    /// Rules that are no problem here.
    void setIgnoredRules(const QStringList &rules);
    /// Those that were not put away.
    const std::vector<health::Finding> &findings() const;
    FindingList *list() const { return m_list; }

Q_SIGNALS:
    /// Other findings are shown.
    void findingsChanged();
    /// The user wants to see what shows that it is so.
    void evidenceWanted(const lensboard::health::Finding &finding, std::size_t evidence);
    void ignoredRulesChanged(const QStringList &rules);
    /// The user wants a lens switched on, by its kind.
    void lensWanted(const QString &lens);

private:
    void buildActions();
    QAction *add(const char *name, const QString &label, const QString &tip, const QKeySequence &keys);
    QWidget *buildButtons();
    void fillEvidence();
    void putAway(const std::function<void(const health::Finding &)> &how);
    void showFindings();
    void showMissing();
    void updateActions();

    std::shared_ptr<const health::Judgement> m_judgement;
    PutAway m_away;
    bool m_isSwitchable = false, m_showsAway = false, m_showsMissing = false, m_isOver = false;
    FindingList *m_list;
    QLabel *m_hidden, *m_missingCount, *m_missing;
    QScrollArea *m_missingView; ///< of m_missing
    QMenu *m_evidence;
    QStringList m_evidenceTags; ///< that it has
    QToolButton *m_evidenceButton;
    QAction *m_show, *m_dismiss, *m_snooze, *m_snoozeLong, *m_ignore, *m_bringBack, *m_copy;
    QTimer m_wake; ///< what was snoozed comes back
};

} // namespace lensboard::widgets
