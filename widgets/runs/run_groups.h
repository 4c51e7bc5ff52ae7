#pragma once

#include "core/runs/run_column.h"

#include <QAbstractItemModel>

#include <memory>
#include <vector>

namespace lensboard::widgets {

class RunListModel;
class RunTableProxy;

/// Runs of a table grouped by equal values of a column, in the order of their first runs. A group shows means of results with
/// sample standard deviations, the number of runs averaged if some have no finite value, and the values common to all its runs.
class RunGroups final : public QAbstractItemModel
{
    Q_OBJECT

public:
    static constexpr int kValueRole = Qt::UserRole + 4; ///< group: its common value, as text

    /// Groups the rows of \p shown; its own source model is \p runs.
    RunGroups(RunTableProxy *shown, RunListModel *runs, QObject *parent = nullptr);

    void setColumn(const runs::RunColumn &column);
    const runs::RunColumn &column() const { return m_column; }
    /// Name of a group, such as "optimizer.lr = 0.1".
    QString nameOf(const QModelIndex &group) const;

    QModelIndex index(int row, int column, const QModelIndex &parent = {}) const override;
    QModelIndex parent(const QModelIndex &index) const override;
    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    void sort(int column, Qt::SortOrder order) override;

private:
    struct Group
    {
        runs::RunValue value;
        std::vector<int> rows; ///< row numbers in the shown table, ascending
        int number = 0;        ///< index of the group
    };

    void group();
    void addRows(const QModelIndex &parent, int first, int last);
    void addRow(int row);
    void removeRows(const QModelIndex &parent, int first, int last);
    void dropRemoved(std::size_t group);
    void number();
    void noteChange(const QModelIndex &first, const QModelIndex &last);
    void showChanged(std::size_t group);
    static bool isGroup(const QModelIndex &index) { return index.isValid() && !index.internalPointer(); }
    static Group *groupOf(const QModelIndex &run) { return static_cast<Group *>(run.internalPointer()); }
    QModelIndex shownIndex(const QModelIndex &index) const;
    const runs::RunSummary &run(int shownRow) const;
    QString nameOf(const Group &group) const;
    QString groupText(const Group &group, int column) const;
    QVariant checkState(const Group &group) const;

    RunTableProxy *m_shown;
    RunListModel *m_runs;
    runs::RunColumn m_column;
    std::vector<std::unique_ptr<Group>> m_groups; ///< model indexes point to them
};

} // namespace lensboard::widgets
