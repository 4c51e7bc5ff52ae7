#include "app/dialogs/stop_question.h"

#include "app/pages/run_page.h"

#include <QCoreApplication>
#include <QMessageBox>
#include <QPushButton>

namespace lensboard::app {

namespace {

struct StopQuestion
{
    Q_DECLARE_TR_FUNCTIONS(StopQuestion)
};

/// Asks about a run that is over and could not be written to its file.
bool mayLose(const QString &name, QWidget *parent)
{
    QMessageBox box(QMessageBox::Warning, StopQuestion::tr("Not everything is on disk"),
                    StopQuestion::tr("%1 has points that could not be written to its file. Closing loses them; Save a Copy writes "
                       "them elsewhere.").arg(name),
                    QMessageBox::NoButton, parent);
    const QPushButton *lose = box.addButton(StopQuestion::tr("Close and Lose Them"), QMessageBox::DestructiveRole);
    box.setDefaultButton(box.addButton(StopQuestion::tr("Keep Open"), QMessageBox::RejectRole));
    box.exec();
    return box.clickedButton() == lose;
}

} // namespace

bool mayStop(const QList<RunPage *> &pages, QWidget *parent)
{
    QStringList names;
    for (const RunPage *page : pages)
        if (page->feed().isTraining())
            names << page->title();
    for (RunPage *page : pages) {
        page->feed().closeFile(); // what came last may not be there yet
        if (page->feed().hasUnsavedTicks() && !mayLose(page->title(), parent))
            return false;
    }
    if (names.isEmpty())
        return true;
    QMessageBox box(QMessageBox::Question, StopQuestion::tr("Training is not finished"),
                    StopQuestion::tr("%1 is not finished. Stop after this batch? What was recorded is kept.").arg(names.join(", ")),
                    QMessageBox::NoButton, parent);
    box.setObjectName("stopQuestion");
    const QPushButton *stop = box.addButton(StopQuestion::tr("Stop and Close"), QMessageBox::AcceptRole);
    box.setDefaultButton(box.addButton(StopQuestion::tr("Keep Training"), QMessageBox::RejectRole));
    box.exec();
    return box.clickedButton() == stop;
}

} // namespace lensboard::app
