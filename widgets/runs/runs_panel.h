#pragma once

#include "core/store/run.h"
#include "widgets/views/state/run_style.h"

#include <QList>
#include <QStringList>
#include <QTimer>
#include <QWidget>

#include <memory>
#include <optional>
#include <utility>
#include <vector>

class QAction;
class QMenu;

namespace lensboard::widgets {

class PlotBoard;
class RunTable;
struct ShownRun;

/// Runs overlaid on a board, as a table that serves as legend of all its plots: visibility, colours and means. Runs excluded by
/// its filter are not drawn. The run under the mouse is marked in the table and in the plots.
///
/// Summarises growing runs once per second, in slices of a few milliseconds.
/// Thread: the window's.
class RunsPanel final : public QWidget
{
    Q_OBJECT

public:
    explicit RunsPanel(PlotBoard *board, QWidget *parent = nullptr);

    QList<QAction *> actions() const { return m_actions; }
    RunTable *table() const { return m_table; }
    /// Shows the verdict of a judge instead of the one stored in the file of \p run.
    void setVerdict(const store::Run *run, const std::optional<record::RunVerdict> &verdict);

Q_SIGNALS:
    /// The user wants to add a run to the board.
    void addRequested();
    /// The user wants the differences between these runs; numbers index the board's runs.
    void differencesRequested(const QList<std::size_t> &runs);
    /// The user wants to search the table.
    void searchRequested();

protected:
    bool eventFilter(QObject *watched, QEvent *event) override;

private:
    struct Listed
    {
        const ShownRun *shown;
        std::shared_ptr<const store::Run> run; ///< kept alive, so that its address stays unique
        QString name, path;
        store::RunCursor cursor = {};
        std::optional<record::RunVerdict> verdict = {}; ///< verdict of a judge
        bool isStale = true; ///< its summary in the table is outdated
    };

    QAction *add(const QString &text, const QKeySequence &keys, const QString &tip);
    void buildActions();
    void takeRuns();
    void list(std::size_t number);
    void dropGone();
    void follow();
    void summariseStale();
    void summarise(Listed &listed);
    void showStyles();
    void applyFilter();
    void colour();
    std::vector<RunColour> chosenColours() const;
    void check(const QString &path, bool checked);
    void applyChecks();
    void solo(const QStringList &paths);
    void pointAt(const QStringList &paths);
    const Listed *find(const QString &path) const;
    QStringList chosen() const;
    QList<std::size_t> numbersOf(const QStringList &paths) const;
    void addMeans();
    void addMean(const QString &group, const QStringList &members);
    void removeChosen();
    void fillColours(QMenu *menu);
    void enableActions();

    PlotBoard *m_board;
    RunTable *m_table;
    std::vector<Listed> m_listed; ///< in the board's order
    std::vector<std::pair<QString, bool>> m_checks; ///< requested check states, applied together
    QTimer m_update, m_check;
    bool m_isColoured = false; ///< runs are coloured by a column
    QList<QAction *> m_actions;
    QAction *m_mean = nullptr, *m_differences = nullptr, *m_solo = nullptr, *m_all = nullptr, *m_remove = nullptr;
};

} // namespace lensboard::widgets
