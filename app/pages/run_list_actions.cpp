#include "app/pages/run_list_actions.h"

#include "app/actions/menu_actions.h"
#include "app/pages/run_list_page.h"

namespace lensboard::app {

namespace {

/// Returns true if the action also has a button above the list.
bool isButton(void (RunListPage::*act)())
{
    return act == &RunListPage::openSelected || act == &RunListPage::openTogether || act == &RunListPage::showDifferences
        || act == &RunListPage::trashSelected;
}

/// Returns true if the action needs the runs' files on this machine.
bool needsFiles(void (RunListPage::*act)())
{
    return act == &RunListPage::replaySelected || act == &RunListPage::resumeSelected || act == &RunListPage::continueSelected
        || act == &RunListPage::renameSelected || act == &RunListPage::editNotes || act == &RunListPage::showInFileManager
        || act == &RunListPage::trashSelected;
}

} // namespace

RunListActions::RunListActions(QMenu *menu) : QObject(menu)
{
    add(menu, tr("&Open"), Qt::Key_Return, tr("Open each selected run in a tab of its own"), For::Any, &RunListPage::openSelected);
    add(menu, tr("Open &Together"), Qt::CTRL | Qt::Key_Return, tr("Show the selected runs on the same plots"), For::Several,
        &RunListPage::openTogether);
    add(menu, tr("Re&play"), Qt::SHIFT | Qt::Key_Return, tr("Play the selected run as if it were live, at any speed"), For::One,
        &RunListPage::replaySelected);
    menu->addSeparator();
    add(menu, tr("Res&ume from Checkpoint"), Qt::CTRL | Qt::SHIFT | Qt::Key_Return, tr("Train on where the selected run stopped, in its own file"),
        For::One, &RunListPage::resumeSelected);
    add(menu, tr("Continue &with Changes …"), Qt::CTRL | Qt::ALT | Qt::Key_Return,
        tr("Edit the selected run's experiment, and go on from its checkpoint in a new run"), For::One, &RunListPage::continueSelected);
    menu->addSeparator();
    add(menu, tr("&Rename"), Qt::Key_F2, tr("Give the selected run another name; an empty one is that of its file"), For::One,
        &RunListPage::renameSelected);
    add(menu, tr("&Notes …"), Qt::SHIFT | Qt::Key_F2, tr("Write down purpose and result of the selected run"), For::One,
        &RunListPage::editNotes);
    menu->addSeparator();
    add(menu, tr("&Details"), Qt::ALT | Qt::Key_Return, tr("Status, notes, experiment, model and events of the selected run"), For::One,
        &RunListPage::showDetails);
    add(menu, tr("D&ifferences …"), Qt::CTRL | Qt::Key_D, tr("Compare experiments, environments and losses of the selected runs"),
        For::Several, &RunListPage::showDifferences);
    add(menu, tr("&Baseline"), Qt::CTRL | Qt::SHIFT | Qt::Key_B,
        tr("Keep the selected run at the top and show by how much the others' results differ from its own; again for none"), For::One,
        &RunListPage::toggleBaseline);
    menu->addSeparator();
    add(menu, tr("Copy as Mar&kdown"), Qt::CTRL | Qt::ALT | Qt::Key_D, tr("Copy the table as it is shown, for a text or an issue"), For::All,
        &RunListPage::copyAsMarkdown);
    add(menu, tr("E&xport Table …"), Qt::CTRL | Qt::ALT | Qt::Key_T, tr("Write the table as it is shown into a CSV file, with all digits"), For::All,
        &RunListPage::exportAsCsv);
    menu->addSeparator();
    add(menu, tr("&Copy Path"), Qt::CTRL | Qt::ALT | Qt::Key_C, tr("Copy where the selected runs are, a line each"), For::Any,
        &RunListPage::copyPaths);
    add(menu, tr("Show in &File Manager"), Qt::CTRL | Qt::SHIFT | Qt::Key_F, tr("Open the folder that the selected run is in"),
        For::One, &RunListPage::showInFileManager);
    menu->addSeparator();
    add(menu, tr("&Move to Trash …"), Qt::Key_Delete, tr("Move the selected runs to the trash, from where they can be restored"),
        For::Any, &RunListPage::trashSelected);
    enable();
}

/// Adds an action with a shortcut limited to the list, because its keys have another meaning in text fields.
void RunListActions::add(QMenu *menu, const QString &text, const QKeySequence &keys, const QString &tip, For runs,
                         void (RunListPage::*act)())
{
    QAction *action = addMenuAction(menu, text, keys, tip, this, [this, act] {
        if (m_list)
            (m_list->*act)();
    });
    action->setShortcutContext(Qt::WidgetShortcut);
    m_actions << action;
    if (isButton(act))
        m_buttons << action;
    m_runs << runs;
    m_needFiles << needsFiles(act);
}

void RunListActions::setList(RunListPage *list)
{
    if (list == m_list)
        return enable();
    if (m_list)
        disconnect(m_list, &RunListPage::selectionChanged, this, &RunListActions::enable);
    m_list = list;
    if (list) {
        list->setActions(m_actions, m_buttons);
        connect(list, &RunListPage::selectionChanged, this, &RunListActions::enable);
    }
    enable();
}

bool RunListActions::isFor(For runs, qsizetype selected) const
{
    switch (runs) {
    case For::One: return selected == 1;
    case For::Any: return selected > 0;
    case For::Several: return selected > 1;
    case For::All: return m_list;
    }
    return false;
}

void RunListActions::enable()
{
    const auto selected = m_list ? m_list->selectedRuns().size() : 0;
    for (qsizetype i = 0; i < m_actions.size(); ++i)
        m_actions[i]->setEnabled(isFor(m_runs[i], selected) && !(m_needFiles[i] && m_list && m_list->isElsewhere()));
}

} // namespace lensboard::app
