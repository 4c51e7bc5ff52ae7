#pragma once

#include "app/pages/recent_runs_reader.h"
#include "app/pages/start_list.h"

namespace lensboard::app {

class RecentRunsModel;

/// The recently used runs: name, curve and last value of the main loss, state, time. Resumable runs have a Resume button.
class RecentRunsView final : public StartList
{
    Q_OBJECT

public:
    explicit RecentRunsView(QWidget *parent = nullptr);

    /// Lists recent runs at once by name; details follow as they are read.
    void setOnView(bool isOnView);

Q_SIGNALS:
    void openRequested(const QString &path);
    void resumeRequested(const QString &path);

private:
    void listOpened();
    void showButtons();
    QWidget *makeButton(const QModelIndex &row);

    RecentRunsModel *m_runs;
    RecentRunsReader m_reader;
};

} // namespace lensboard::app
