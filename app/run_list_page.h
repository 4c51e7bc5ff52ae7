#pragma once

#include <QWidget>

#include <thread>

class QLabel;
class QSortFilterProxyModel;
class QTreeView;

namespace lensboard::imports {
struct RunSummary;
}

namespace lensboard::widgets {
class RunListModel;
}

namespace lensboard::app {

/// The runs in a folder and below, those that appear while it is shown included; one is opened by a double click or
/// Return.
///
/// A thread of its own looks at the folder every second; what it finds comes to the window's thread.
class RunListPage final : public QWidget
{
    Q_OBJECT

public:
    explicit RunListPage(const QString &folder, QWidget *parent = nullptr);
    ~RunListPage() override;

    const QString &folder() const { return m_folder; }
    QString title() const;
    /// Their paths, as far as they are known.
    QStringList runs() const;

Q_SIGNALS:
    void openRequested(const QString &path);
    /// Once, when all runs that were there were looked at.
    void listed();

private:
    void buildView();
    void look(std::stop_token stop);
    void put(const imports::RunSummary &run);
    void openSelected();
    void showCount();

    QString m_folder;
    widgets::RunListModel *m_runs;
    QSortFilterProxyModel *m_sorted;
    QTreeView *m_view;
    QLabel *m_count;
    bool m_isListed = false;
    std::jthread m_thread;
};

} // namespace lensboard::app
