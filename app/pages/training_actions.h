#pragma once

#include <QList>
#include <QObject>
#include <QPointer>

class QAction;
class QMenu;

namespace lensboard::app {

class RunPage;
class RunTools;

/// Actions of the current page's training except the run controls: add watchers, save the model, train longer, train again. Tool
/// tips of disabled actions say why.
class TrainingActions final : public QObject
{
    Q_OBJECT

public:
    /// The actions are kept when \p menu is refilled. \p tools must outlive this object.
    TrainingActions(QMenu *menu, RunTools &tools, QWidget *window);

    const QList<QAction *> &actions() const { return m_actions; }
    /// Sets the current page; null if none is shown.
    void setPage(RunPage *page);

private:
    void showWhatCanBeDone();
    void nameRun();
    void askAndSaveModel();

    QWidget *m_window;
    QPointer<RunPage> m_page;
    QAction *m_watch;
    QAction *m_record;
    QAction *m_saveCheckpoint;
    QAction *m_saveModel;
    QAction *m_resume;
    QAction *m_more;
    QAction *m_again;
    QAction *m_continue;
    QList<QAction *> m_actions;
};

} // namespace lensboard::app
