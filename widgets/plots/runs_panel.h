#pragma once

#include <QList>
#include <QWidget>

class QAction;
class QMenu;
class QTreeView;

namespace lensboard::widgets {

class PlotBoard;

/// The runs that lie over each other on a board: which are shown, in what colours, and their mean.
class RunsPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit RunsPanel(PlotBoard *board, QWidget *parent = nullptr);

    QList<QAction *> actions() const { return m_actions; }

Q_SIGNALS:
    /// The user wants one more run on the board.
    void addRequested();
    /// How the experiments of these runs differ, by their numbers on the board.
    void differencesRequested(const QList<std::size_t> &runs);

private:
    QAction *add(const QString &text, const QKeySequence &keys, const QString &tip);
    QList<std::size_t> chosen() const;
    void addMean();
    void removeChosen();
    void fillColours(QMenu *menu);
    void enableActions();

    PlotBoard *m_board;
    QTreeView *m_view;
    QList<QAction *> m_actions;
    QAction *m_add, *m_mean, *m_differences, *m_remove;
};

} // namespace lensboard::widgets
