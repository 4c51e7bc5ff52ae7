#pragma once

#include "app/pages/recent_runs_reader.h"
#include "app/pages/start_list.h"

namespace lensboard::app {

class RecentRunsModel;

/// The runs that were worked with lately: name, curve and last value of the main loss, state, when. Those that can be resumed have a
/// button for that.
class RecentRunsView final : public StartList
{
    Q_OBJECT

public:
    explicit RecentRunsView(QWidget *parent = nullptr);

    /// Lists at once what was opened, by name; the rest comes as it is read.
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
