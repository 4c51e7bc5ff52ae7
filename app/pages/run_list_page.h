#pragma once

#include "app/pages/page.h"
#include "core/record/message.h"
#include "core/runs/run_folder_scan.h"

#include <string>
#include <thread>
#include <vector>

namespace lensboard::record {
struct RunLabel;
}

namespace lensboard::runs {
struct RunSummary;
}

namespace lensboard::widgets {
class RunTable;
}

namespace lensboard::app {

/// The runs in a folder and its subfolders; new runs appear automatically. Requests for the selected runs are emitted as signals.
///
/// A background thread checks the folder for changes every second and passes them to the window's thread.
class RunListPage final : public Page
{
    Q_OBJECT

public:
    explicit RunListPage(const QString &folder, QWidget *parent = nullptr);
    ~RunListPage() override;

    const QString &folder() const { return m_folder; }
    /// Returns true for a remote folder: its runs are read-only.
    bool isElsewhere() const;
    /// Sets the folder's name, unique among the open folders.
    void setName(const QString &name) { m_name = name; }
    QString title() const override;
    QString origin() const override;
    QString reopenPath() const override { return m_folder; }
    void connectTo(RunTools &tools) override;
    /// Paths of the runs known so far.
    QStringList runs() const;
    QStringList selectedRuns() const;
    /// Sets the actions of the context menu; their shortcuts work in the list. Actions in \p buttons also get buttons above the
    /// list.
    void setActions(const QList<QAction *> &actions, const QList<QAction *> &buttons);
    /// Shows a new label at once, before the folder is read again.
    void showLabel(const QString &path, const record::RunLabel &label);

    /// Writes \p text above \p table, followed by the first of \p problems; the tool tip lists all of them.
    static void setCaption(widgets::RunTable &table, const QString &text, const std::vector<record::Message> &problems);

    void openSelected();
    void openTogether();
    void replaySelected();
    void resumeSelected();
    void continueSelected();
    /// Starts editing the name of the selected run.
    void renameSelected();
    void editNotes();
    void showDetails();
    void showDifferences();
    void toggleBaseline();
    void copyPaths();
    void copyAsMarkdown();
    void exportAsCsv();
    void showInFileManager();
    void trashSelected();

Q_SIGNALS:
    void openRequested(const QString &path);
    /// Emitted once, after all existing runs were read.
    void listed();
    void selectionChanged();
    void compareRequested(const QStringList &paths);
    void replayRequested(const QString &path);
    void resumeRequested(const QString &path);
    void continueRequested(const QString &path);
    void renameRequested(const QString &path, const QString &name, const QString &notes);
    void notesRequested(const QString &path, const QString &name, const QString &notes);
    void detailsRequested(const QString &path);
    void differencesRequested(const QStringList &paths);
    void trashRequested(const QStringList &paths);

private:
    void look(std::stop_token stop);
    void put(const runs::RunSummary &run);
    void showProblems(const std::vector<record::Message> &problems);
    void showLooking(bool isLooking);
    void showCount();
    QString countText() const;

    QString m_folder;
    QString m_name;
    widgets::RunTable *m_table;
    std::vector<record::Message> m_problems; ///< unreadable folders
    record::Message m_failure; ///< error of the last search; empty if it succeeded
    bool m_isListed = false;
    bool m_isLooking = false; ///< the first reading is not finished
    std::unique_ptr<runs::RunScan> m_scan;
    std::jthread m_thread;
};

} // namespace lensboard::app
