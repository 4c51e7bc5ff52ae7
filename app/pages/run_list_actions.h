#pragma once

#include <QList>
#include <QObject>
#include <QPointer>

class QAction;
class QKeySequence;
class QMenu;

namespace lensboard::app {

class RunListPage;

/// Actions for the selected runs, for the Run List menu and each list's context menu.
class RunListActions final : public QObject
{
    Q_OBJECT

public:
    explicit RunListActions(QMenu *menu);

    /// The list that is on view; null if none is.
    void setList(RunListPage *list);

private:
    enum class For { One, Any, Several, All };
    void add(QMenu *menu, const QString &text, const QKeySequence &keys, const QString &tip, For runs, void (RunListPage::*act)());
    bool isFor(For runs, qsizetype selected) const;
    void enable();

    QPointer<RunListPage> m_list;
    QList<QAction *> m_actions, m_buttons;
    QList<For> m_runs; ///< how many must be selected for each action
    QList<bool> m_needFiles; ///< and whether they must be on this machine
};

} // namespace lensboard::app
