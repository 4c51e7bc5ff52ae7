#pragma once

#include "core/runs/run_column.h"

#include <QStringList>
#include <QTreeView>

#include <utility>
#include <vector>

namespace lensboard::widgets {

class RunGroups;
class RunListModel;
class RunTableProxy;

/// Rows of a table of runs, as a list or in groups. Keeps the order of runs, the widths of columns, and selection and position when rows are
/// rebuilt.
class RunRows final : public QTreeView
{
    Q_OBJECT

public:
    /// A tree in a panel has no keyboard search: letters and digits are shortcuts of the plots beside it.
    RunRows(RunListModel *runs, RunTableProxy *shown, RunGroups *groups, bool isInPanel, QWidget *parent);

    /// Returns the selected runs from top to bottom. A selected group selects its runs.
    QStringList selectedRuns() const;
    /// Shown runs in row order.
    QStringList shownRuns() const;
    /// Returns the shown runs by group. Without grouping, returns one unnamed group.
    std::vector<std::pair<QString, QStringList>> groups() const;
    /// Runs of a row: one run, or all runs of a group.
    static QStringList runsOf(const QModelIndex &row);
    /// Selects the shown runs among \p paths.
    void selectRuns(const QStringList &paths);
    /// Returns true while a name is being edited.
    bool isEditing() const;

    bool isGrouped() const { return m_isGrouped; }
    void setGrouped(bool on);
    const runs::RunColumn &sortedBy() const { return m_sortedBy; }
    Qt::SortOrder order() const;
    void sort(const runs::RunColumn &column, Qt::SortOrder order);
    /// Sets the order for the next sort(), without sorting.
    void setOrder(const runs::RunColumn &column, Qt::SortOrder order);
    void fitColumns();
    /// Returns true if the user changed column widths.
    bool isSizedByHand() const { return m_isSizedByHand; }

    void keyboardSearch(const QString &typed) override;

Q_SIGNALS:
    void selectedRunsChanged();
    void orderChosen(); ///< by the user

protected:
    void selectionChanged(const QItemSelection &selected, const QItemSelection &deselected) override;

private:
    QAbstractItemModel *rows() const;
    void keepPlace();
    void returnToPlace();

    RunListModel *m_runs;
    RunTableProxy *m_shown;
    RunGroups *m_groups;
    bool m_isInPanel;
    runs::RunColumn m_sortedBy;
    bool m_isGrouped = false;
    bool m_isFitting = false;
    bool m_isSizedByHand = false;
    /// Selection and position before the rows are rebuilt.
    struct
    {
        QStringList selected;
        QStringList collapsed; ///< groups, by value
        QString current;
        int scrolled = 0;
    } m_place;
};

} // namespace lensboard::widgets
