#include "app/pages/stop_question.h"

#include "app/pages/page_output.h"
#include "app/pages/run_page.h"
#include "core/session/session.h"
#include "core/store/file/run_file_format.h"
#include "widgets/core_words.h"

#include <QCoreApplication>
#include <QDateTime>
#include <QEventLoop>
#include <QLocale>
#include <QMessageBox>
#include <QProgressDialog>
#include <QPushButton>
#include <QScopedValueRollback>
#include <QTimer>

#include <algorithm>
#include <functional>

namespace lensboard::app {

namespace {

struct StopQuestion
{
    Q_DECLARE_TR_FUNCTIONS(StopQuestion)
};

constexpr int kBatchPatienceMs = 5000; ///< after this time, interrupts the batch if the trainer supports it

enum class UnsavedAnswer { SaveElsewhere, Wait, Lose, KeepOpen };

/// Says how many ticks of a run are not on disk, since when, and the reason.
QString unsavedText(const RunPage &page)
{
    const session::UnsavedTicks unsaved = page.feed().unsaved();
    const QString why = unsaved.why.empty() ? StopQuestion::tr("it is being written") : widgets::messageText(unsaved.why);
    if (unsaved.count == 0)
        return StopQuestion::tr("%1: all ticks are on disk, the end of the run is not: %2").arg(page.title(), why);
    const auto first = QDateTime::fromMSecsSinceEpoch(static_cast<qint64>(1000 * unsaved.first.wallSeconds));
    return StopQuestion::tr("%1: %n tick(s) since %2 (step %3) are not on disk: %4", nullptr, static_cast<int>(unsaved.count))
        .arg(page.title(), QLocale().toString(first, QLocale::ShortFormat), QLocale().toString(static_cast<qlonglong>(unsaved.first.step)), why);
}

bool mayStop(const QList<RunPage *> &trainings, QWidget *parent)
{
    QStringList names, problems;
    for (const RunPage *page : trainings) {
        names << page->title();
        if (!page->feed().unsaved().why.empty())
            problems << unsavedText(*page);
    }
    if (names.isEmpty())
        return true;
    QMessageBox box(problems.isEmpty() ? QMessageBox::Question : QMessageBox::Warning, StopQuestion::tr("Training is not finished"),
                    StopQuestion::tr("%1 is not finished. Stop after this batch?").arg(names.join(", ")), QMessageBox::NoButton, parent);
    box.setInformativeText(problems.isEmpty() ? StopQuestion::tr("The run is closed once all of it is on disk.") : problems.join("\n\n"));
    box.setObjectName("stopQuestion");
    const QPushButton *stop = box.addButton(StopQuestion::tr("Stop and Close"), QMessageBox::AcceptRole);
    box.setDefaultButton(box.addButton(StopQuestion::tr("Keep Training"), QMessageBox::RejectRole));
    box.exec();
    return box.clickedButton() == stop;
}

/// Waits for \p isSo with a responsive window. Returns false if the user cancels, or the program ends.
bool waitUntil(const std::function<bool()> &isSo, const RunPage &page, QWidget *parent)
{
    if (isSo())
        return true;
    constexpr int kPollMs = 20, kShownAfterMs = 500;
    const auto left = [&page] { return static_cast<int>(page.feed().unsaved().count); };
    QProgressDialog dialog(unsavedText(page), StopQuestion::tr("Cancel"), 0, left(), parent);
    dialog.setObjectName("writingProgress");
    dialog.setWindowModality(Qt::WindowModal);
    dialog.setMinimumDuration(kShownAfterMs);
    dialog.setAutoReset(false);
    QEventLoop loop;
    QTimer poll;
    QObject::connect(&poll, &QTimer::timeout, &loop, [&] {
        dialog.setLabelText(unsavedText(page));
        dialog.setValue(std::max(0, dialog.maximum() - left()));
        if (dialog.wasCanceled() || isSo())
            loop.quit();
    });
    poll.start(kPollMs);
    loop.exec(QEventLoop::DialogExec);
    return !dialog.wasCanceled() && isSo();
}

UnsavedAnswer askAboutUnsaved(const RunPage &page, const QString &complaint, QWidget *parent)
{
    QMessageBox box(QMessageBox::Warning, StopQuestion::tr("Not everything is on disk"), unsavedText(page), QMessageBox::NoButton, parent);
    box.setInformativeText(complaint);
    box.setObjectName("unsavedQuestion");
    const QPushButton *save = box.addButton(StopQuestion::tr("Save Elsewhere …"), QMessageBox::AcceptRole);
    const QPushButton *wait = page.path().isEmpty() ? nullptr : box.addButton(StopQuestion::tr("Wait"), QMessageBox::AcceptRole);
    const QPushButton *lose = box.addButton(StopQuestion::tr("Close and Lose Them"), QMessageBox::DestructiveRole);
    box.setDefaultButton(box.addButton(StopQuestion::tr("Keep Open"), QMessageBox::RejectRole));
    box.exec();
    const QAbstractButton *pressed = box.clickedButton();
    return pressed == save ? UnsavedAnswer::SaveElsewhere : wait && pressed == wait ? UnsavedAnswer::Wait : pressed == lose ? UnsavedAnswer::Lose : UnsavedAnswer::KeepOpen;
}

/// Waits until the file of a finished or stopped training is closed. Returns false if its page must stay open.
bool mayClose(RunPage &page, QWidget *parent)
{
    const RunFeed &feed = page.feed();
    QTimer patience;
    QObject::connect(&patience, &QTimer::timeout, &page, [&page] {
        if (session::Session *const session = page.session(); session && page.feed().isBeingRecorded())
            session->control()->send({session::Command::Kind::Interrupt});
    });
    patience.setSingleShot(true);
    patience.start(kBatchPatienceMs);
    const auto cannotBeWritten = [&feed] { return !feed.isBeingRecorded() && !feed.unsaved().why.empty(); };
    if (!waitUntil([&] { return feed.isWritten() || cannotBeWritten(); }, page, parent))
        return false;
    QString complaint;
    while (feed.unsaved().isAny())
        switch (askAboutUnsaved(page, complaint, parent)) {
        case UnsavedAnswer::SaveElsewhere:
            try {
                const PageOutput output(page);
                if (const QString path = output.askForCopy(); !path.isEmpty() && output.writeCopy(path))
                    return true;
            } catch (const store::RunFileError &error) {
                complaint = widgets::messageText(error);
            }
            break;
        case UnsavedAnswer::Wait: waitUntil([&feed] { return feed.isWritten(); }, page, parent); break;
        case UnsavedAnswer::Lose: return true;
        case UnsavedAnswer::KeepOpen: return false;
        }
    return true;
}

} // namespace

bool stopTrainings(const QList<RunPage *> &pages, QWidget *parent)
{
    static bool isAsking = false; // the nested event loops below may deliver a second close request
    if (isAsking)
        return false;
    const QScopedValueRollback asking(isAsking, true);
    QList<RunPage *> trainings, ending;
    for (RunPage *page : pages) {
        if (page->feed().isTraining())
            trainings << page;
        if (page->feed().isTraining() || !page->feed().isBeingRecorded())
            ending << page;
    }
    if (!mayStop(trainings, parent))
        return false;
    for (const RunPage *page : trainings)
        if (session::Session *session = page->session())
            session->control()->send({session::Command::Kind::Stop});
    return std::ranges::all_of(ending, [parent](RunPage *page) { return mayClose(*page, parent); });
}

} // namespace lensboard::app
