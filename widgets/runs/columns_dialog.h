#pragma once

#include "core/runs/run_column.h"

#include <QDialog>

#include <vector>

class QTreeWidget;
class QTreeWidgetItem;

namespace lensboard::widgets {

/// Dialog to choose the columns of a run table from all columns of its runs.
class ColumnsDialog final : public QDialog
{
    Q_OBJECT

public:
    ColumnsDialog(const std::vector<runs::RunColumn> &all, const std::vector<runs::RunColumn> &chosen, QWidget *parent = nullptr);

    /// Returns the chosen columns: previous ones in their order, then new ones.
    std::vector<runs::RunColumn> chosen() const;

private:
    void addColumn(const runs::RunColumn &column, bool isChosen);
    QTreeWidgetItem *group(const QString &name);
    void expandGroups(bool all);
    void search(const QString &words);
    bool isChosen(const runs::RunColumn &column) const;

    std::vector<runs::RunColumn> m_all, m_before;
    QTreeWidget *m_tree;
    std::vector<QTreeWidgetItem *> m_items; ///< one per entry of m_all
};

} // namespace lensboard::widgets
