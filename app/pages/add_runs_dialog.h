#pragma once

#include "core/record/message.h"

#include <QDialog>
#include <QStringList>

#include <stop_token>
#include <string>
#include <thread>
#include <vector>

class QPushButton;

namespace lensboard::runs {
struct RunSummary;
}

namespace lensboard::widgets {
class RunTable;
}

namespace lensboard::app {

/// Dialog that offers the runs in a local or remote folder and its subfolders for overlaying them on a page's plots.
///
/// A background thread reads the folder once; runs appear as they are read.
class AddRunsDialog final : public QDialog
{
    Q_OBJECT

public:
    /// Does not offer the runs in \p shown, because the plots show them already.
    AddRunsDialog(const QString &folder, const QStringList &shown, QWidget *parent = nullptr);
    ~AddRunsDialog() override;

    void accept() override;

Q_SIGNALS:
    void chosen(const QStringList &paths);
    /// The user wants to pick runs from another folder.
    void browseRequested();

private:
    QWidget *buildButtons();
    void look(const std::stop_token &stop);
    void put(const runs::RunSummary &run);
    void showProblems(const std::vector<record::Message> &problems);

    QString m_folder;
    QStringList m_shown;
    widgets::RunTable *m_table;
    QPushButton *m_add = nullptr;
    std::jthread m_thread;
};

} // namespace lensboard::app
