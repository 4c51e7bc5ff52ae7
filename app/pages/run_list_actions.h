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

    /// Sets the current list; null if none is shown.
    void setList(RunListPage *list);

private:
    enum class For { One, Any, Several, All };
    void add(QMenu *menu, const QString &text, const QKeySequence &keys, const QString &tip, For runs, void (RunListPage::*act)());
    bool isFor(For runs, qsizetype selected) const;
    void enable();

    QPointer<RunListPage> m_list;
    QList<QAction *> m_actions, m_buttons;
    QList<For> m_runs; ///< number of selected runs required, per action
    QList<bool> m_needFiles; ///< true if the runs must be on this machine, per action
};

} // namespace lensboard::app
