#include "widgets/runs/run_rows.h"

#include "widgets/models/run_list_model.h"
#include "widgets/runs/run_groups.h"
#include "widgets/runs/run_table_delegate.h"
#include "widgets/runs/run_table_proxy.h"

#include <QHeaderView>
#include <QScopedValueRollback>
#include <QScrollBar>
#include <QSet>
#include <QSignalBlocker>

#include <algorithm>

namespace lensboard::widgets {

using runs::RunColumn;

namespace {

constexpr int kWidestColumn = 260, kWidestName = 360, kWidestNameInPanel = 200;

/// Calls \p function for \p row, or for each run of a group.
template<typename Function>
void forEachRun(const QModelIndex &row, const Function &function)
{
    if (const QString path = row.data(RunListModel::kPathRole).toString(); !path.isEmpty())
        return function(row);
    for (int child = 0; child < row.model()->rowCount(row); ++child)
        function(row.model()->index(child, 0, row));
}

template<typename Function>
void forEachRun(const QAbstractItemModel &rows, const Function &function)
{
    for (int row = 0; row < rows.rowCount(); ++row)
        forEachRun(rows.index(row, 0), function);
}

/// Merges neighbours into ranges, because selecting many ranges is slow.
QItemSelection selectionOf(const QAbstractItemModel &rows, const QStringList &paths)
{
    const QSet<QString> chosen(paths.begin(), paths.end());
    QItemSelection selection;
    forEachRun(rows, [&](const QModelIndex &run) {
        if (!chosen.contains(run.data(RunListModel::kPathRole).toString()))
            return;
        if (!selection.isEmpty() && selection.last().bottom() + 1 == run.row() && selection.last().parent() == run.parent())
            selection.last() = QItemSelectionRange(selection.last().topLeft(), run);
        else
            selection.append(QItemSelectionRange(run));
    });
    return selection;
}

} // namespace

RunRows::RunRows(RunListModel *runs, RunTableProxy *shown, RunGroups *groups, bool isInPanel, QWidget *parent)
    : QTreeView(parent), m_runs(runs), m_shown(shown), m_groups(groups), m_isInPanel(isInPanel),
      m_sortedBy{isInPanel ? RunColumn::Shows::Name : RunColumn::Shows::Begun}
{
    setObjectName("runList");
    setAlternatingRowColors(true);
    setUniformRowHeights(true);
    setSelectionMode(QAbstractItemView::ExtendedSelection);
    setEditTriggers(QAbstractItemView::NoEditTriggers);
    setContextMenuPolicy(Qt::ActionsContextMenu);
    setHorizontalScrollMode(QAbstractItemView::ScrollPerPixel);
    setSortingEnabled(true);
    setItemDelegate(new RunTableDelegate(this));
    header()->setSectionsMovable(true);
    header()->setFirstSectionMovable(false);
    header()->setResizeContentsPrecision(100);
    header()->setContextMenuPolicy(Qt::CustomContextMenu);
    connect(header(), &QHeaderView::sectionResized, this, [this](int section) {
        m_isSizedByHand = m_isSizedByHand || (!m_isFitting && header()->visualIndex(section) < header()->count() - 1);
    });
    connect(header(), &QHeaderView::sortIndicatorChanged, this, [this](int section) {
        if (section < 0 || section >= m_runs->columnCount())
            return;
        m_sortedBy = m_runs->columns()[static_cast<std::size_t>(section)];
        Q_EMIT orderChosen();
    });
    setModel(m_shown);
    setRootIsDecorated(false);
    for (QAbstractItemModel *rows : {static_cast<QAbstractItemModel *>(m_shown), static_cast<QAbstractItemModel *>(m_groups)}) { // after its slots
        connect(rows, &QAbstractItemModel::modelAboutToBeReset, this, [this, rows] {
            if (rows == this->rows())
                keepPlace();
        });
        connect(rows, &QAbstractItemModel::modelReset, this, [this, rows] {
            if (rows == this->rows())
                returnToPlace();
        });
    }
    connect(m_shown, &QAbstractItemModel::rowsRemoved, this, &RunRows::selectedRunsChanged);
    connect(m_groups, &QAbstractItemModel::rowsInserted, this, [this](const QModelIndex &above, int first) {
        if (m_isGrouped && !above.isValid())
            expand(m_groups->index(first, 0));
    });
    sort(m_sortedBy, isInPanel ? Qt::AscendingOrder : Qt::DescendingOrder);
}

QStringList RunRows::selectedRuns() const
{
    QModelIndexList rows = selectionModel()->selectedRows();
    const auto place = [](const QModelIndex &row) {
        return row.parent().isValid() ? std::pair(row.parent().row(), row.row()) : std::pair(row.row(), -1);
    };
    std::ranges::sort(rows, {}, place);
    QStringList paths;
    for (const QModelIndex &row : rows)
        paths << runsOf(row);
    paths.removeDuplicates();
    return paths;
}

QStringList RunRows::runsOf(const QModelIndex &row)
{
    QStringList paths;
    if (row.isValid())
        forEachRun(row, [&](const QModelIndex &run) { paths << run.data(RunListModel::kPathRole).toString(); });
    return paths;
}

QStringList RunRows::shownRuns() const
{
    QStringList paths;
    forEachRun(*rows(), [&](const QModelIndex &run) { paths << run.data(RunListModel::kPathRole).toString(); });
    return paths;
}

std::vector<std::pair<QString, QStringList>> RunRows::groups() const
{
    if (!m_isGrouped)
        return {{QString(), shownRuns()}};
    std::vector<std::pair<QString, QStringList>> groups;
    for (int row = 0; row < m_groups->rowCount(); ++row) {
        const QModelIndex group = m_groups->index(row, 0);
        groups.emplace_back(m_groups->nameOf(group), runsOf(group));
    }
    return groups;
}

void RunRows::selectRuns(const QStringList &paths)
{
    const QItemSelection selection = selectionOf(*rows(), paths);
    selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    if (!selection.isEmpty())
        scrollTo(selection.first().topLeft());
}

/// The edited run is selected, but may not be the current one.
bool RunRows::isEditing() const
{
    const QModelIndexList names = selectionModel()->selectedRows(0);
    return isPersistentEditorOpen(currentIndex())
        || std::ranges::any_of(names, [this](const QModelIndex &name) { return isPersistentEditorOpen(name); });
}

QAbstractItemModel *RunRows::rows() const
{
    return m_isGrouped ? static_cast<QAbstractItemModel *>(m_groups) : m_shown;
}

void RunRows::setGrouped(bool on)
{
    if (m_isGrouped == on)
        return;
    const QSignalBlocker quiet(header());
    const QItemSelectionModel *before = selectionModel();
    const Qt::SortOrder wanted = order();
    keepPlace();
    m_isGrouped = on;
    setModel(rows());
    delete before;
    setRootIsDecorated(on);
    sort(m_sortedBy, wanted);
    returnToPlace();
    fitColumns();
}

Qt::SortOrder RunRows::order() const
{
    return header()->sortIndicatorOrder();
}

void RunRows::setOrder(const RunColumn &column, Qt::SortOrder order)
{
    m_sortedBy = column;
    header()->setSortIndicator(header()->sortIndicatorSection(), order);
}

void RunRows::selectionChanged(const QItemSelection &selected, const QItemSelection &deselected)
{
    QTreeView::selectionChanged(selected, deselected);
    Q_EMIT selectedRunsChanged();
}

void RunRows::keyboardSearch(const QString &typed)
{
    if (!m_isInPanel)
        QTreeView::keyboardSearch(typed);
}

void RunRows::keepPlace()
{
    m_place = {selectedRuns(), {}, currentIndex().data(RunListModel::kPathRole).toString(), verticalScrollBar()->value()};
    for (int row = 0; m_isGrouped && row < m_groups->rowCount(); ++row)
        if (const QModelIndex group = m_groups->index(row, 0); !isExpanded(group))
            m_place.collapsed << group.data(RunGroups::kValueRole).toString();
}

void RunRows::returnToPlace()
{
    for (int row = 0; m_isGrouped && row < m_groups->rowCount(); ++row) {
        const QModelIndex group = m_groups->index(row, 0);
        setExpanded(group, !m_place.collapsed.contains(group.data(RunGroups::kValueRole).toString()));
    }
    selectionModel()->select(selectionOf(*rows(), m_place.selected), QItemSelectionModel::Select | QItemSelectionModel::Rows);
    forEachRun(*rows(), [this](const QModelIndex &index) {
        if (index.data(RunListModel::kPathRole).toString() == m_place.current)
            selectionModel()->setCurrentIndex(index, QItemSelectionModel::NoUpdate);
    });
    verticalScrollBar()->setValue(m_place.scrolled);
    m_place = {};
}

void RunRows::sort(const RunColumn &column, Qt::SortOrder order)
{
    const QSignalBlocker quiet(header()); // not a choice of the user
    sortByColumn(std::max(m_runs->section(column), 0), order);
    m_sortedBy = column;
}

void RunRows::fitColumns()
{
    const QScopedValueRollback fitting(m_isFitting, true);
    for (int section = 0; section < m_runs->columnCount(); ++section) {
        resizeColumnToContents(section);
        const int widest = section > 0 ? kWidestColumn : m_isInPanel ? kWidestNameInPanel : kWidestName;
        setColumnWidth(section, std::min(columnWidth(section) + 12, widest));
    }
}

} // namespace lensboard::widgets
