#pragma once

#include <QList>
#include <QObject>
#include <QPointer>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace lensboard::experiment {
struct Experiment;
}

namespace lensboard::runs {
class RunSource;
}

namespace lensboard::record {
struct RunInfo;
struct RunLabel;
}

namespace lensboard::session {
struct ResumedRun;
}

namespace lensboard::store {
class Run;
}

namespace lensboard::widgets {
class DivergenceView;
}

namespace lensboard::app {

class ExperimentPage;
class PageWindow;
class OpenRuns;
class Page;
class RunListPage;
class RunPage;

/// Operations on runs, open or not: open, overlay, replay, compare, label, delete. Errors are shown in the window.
class RunTools final : public QObject
{
    Q_OBJECT

public:
    explicit RunTools(PageWindow *window);

    const std::shared_ptr<OpenRuns> &openRuns() const;

    /// Filter of file dialogs that accepts all kinds of runs.
    static QString fileFilter();

    /// Performs the requests of a list or page until release() is called.
    void serve(RunListPage *list);
    void serve(RunPage *page);
    void serve(ExperimentPage *page);
    void release(Page *page);

    /// Opens a page for a training that starts at \p checkpoint, unless empty. Returns null if its model is a program that may
    /// not run.
    RunPage *prepare(const experiment::Experiment &experiment, const std::filesystem::path &checkpoint = {});

    /// Opens the run in a new tab. Returns false if it cannot be opened or the user cancelled.
    bool open(const QString &path);
    /// Shows an opened run in a new tab.
    void show(std::unique_ptr<runs::RunSource> source, const QString &path);
    /// Shows the run's tab if it is open, else opens it. Returns false after an error, or if the user cancelled.
    bool openListed(const QString &path);
    /// Opens the runs together on a new page of plots.
    void openTogether(const QStringList &paths);
    /// Resumes the run in its own file, on a page that replaces the pages showing it.
    void resume(const QString &path);
    /// Opens an editor with the run's experiment; its training starts where the run's checkpoint ended.
    void continueWithChanges(const QString &path);
    /// Asks for the number of epochs, and trains them in a new run.
    void trainMore(const QString &path);
    /// Opens an editor for the experiment \p recorded.
    void trainAgain(const std::string &recorded);
    void replay(std::shared_ptr<const store::Run> run, const QString &title);
    /// Shows the details of a run; \p path is empty if it has no file.
    void showDetails(const QString &path, const store::Run &run);

private:
    std::unique_ptr<runs::RunSource> read(const QString &path);
    std::shared_ptr<const store::Run> runAt(const QString &path);
    std::shared_ptr<const store::Run> runToContinue(const QString &path);
    std::optional<session::ResumedRun> readResumed(const QString &path);
    bool isDeclaredEnded(const QString &path, const record::RunInfo &info);
    void askAndOverlay(RunPage &page);
    void browseAndOverlay(const QPointer<RunPage> &page);
    void overlay(const QPointer<RunPage> &page, const QStringList &paths);
    void overlay(RunPage &page, const QString &path);
    void replayListed(const QString &path);
    void showDetailsOf(const QString &path);
    void compareListed(const QStringList &paths);
    void compareOnBoard(const RunPage &page, const QList<std::size_t> &numbers);
    /// Shows the differences of runs. Returns the view of their values, null unless there are two.
    widgets::DivergenceView *compare(const QStringList &names, const std::vector<std::shared_ptr<const store::Run>> &runs);
    QString label(const QString &path, const record::RunLabel &label);
    void editNotes(const QString &path, const QString &name, const QString &notes);
    void moveToTrash(const QStringList &paths);

    PageWindow *m_window;
};

} // namespace lensboard::app
