#pragma once

#include <QWidget>

class QLabel;

namespace lensboard::app {

class FileOpener;
class RecentRunsView;
class StartList;

/// Start page of a window with nothing open: ways to begin, recent runs, examples. Reads no file before it is visible.
class WelcomePage final : public QWidget
{
    Q_OBJECT

public:
    explicit WelcomePage(FileOpener &opener);

Q_SIGNALS:
    void experimentWanted(); ///< a new experiment
    void resumeRequested(const QString &path);

protected:
    void showEvent(QShowEvent *event) override;
    void hideEvent(QHideEvent *event) override;

private:
    QWidget *buildColumn();
    QWidget *buildButtons();
    void showRecent();

    FileOpener &m_opener;
    QLabel *m_recentTitle;
    RecentRunsView *m_recent;
    StartList *m_examples;
};

} // namespace lensboard::app
