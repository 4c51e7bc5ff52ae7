#include "widgets/runs/run_groups.h"

#include "core/stats/running_stats.h"
#include "widgets/models/run_list_model.h"
#include "widgets/number_text.h"
#include "widgets/qt_text.h"
#include "widgets/runs/run_table_proxy.h"

#include <QFont>

#include <algorithm>
#include <cmath>
#include <unordered_map>
#include <utility>

namespace lensboard::widgets {

using runs::RunColumn;
using runs::RunValue;

namespace {

constexpr int kRemoved = -1; ///< marks a row no longer shown

/// Returns "0.91 ± 0.012", with the sample standard deviation.
QString meanText(const stats::RunningStats &numbers)
{
    if (numbers.count() == 0)
        return QStringLiteral("–");
    const QString mean = shownNumber(numbers.mean());
    if (numbers.count() == 1)
        return mean;
    const double count = static_cast<double>(numbers.count()), deviation = numbers.deviation() * std::sqrt(count / (count - 1));
    return QStringLiteral("%1 ± %2").arg(mean, shownNumber(deviation, 2));
}

} // namespace

RunGroups::RunGroups(RunTableProxy *shown, RunListModel *runs, QObject *parent) : QAbstractItemModel(parent), m_shown(shown), m_runs(runs)
{
    connect(shown, &QAbstractItemModel::rowsInserted, this, &RunGroups::addRows);
    connect(shown, &QAbstractItemModel::rowsRemoved, this, &RunGroups::removeRows);
    connect(shown, &QAbstractItemModel::modelAboutToBeReset, this, &RunGroups::beginResetModel);
    connect(shown, &QAbstractItemModel::modelReset, this, &RunGroups::group);
    connect(shown, &QAbstractItemModel::layoutAboutToBeChanged, this, &RunGroups::beginResetModel);
    connect(shown, &QAbstractItemModel::layoutChanged, this, &RunGroups::group);
    connect(shown, &QAbstractItemModel::dataChanged, this, &RunGroups::noteChange);
}

void RunGroups::setColumn(const RunColumn &column)
{
    beginResetModel();
    m_column = column;
    group();
}

/// Rebuilds the groups and calls endResetModel(); beginResetModel() must have been called.
void RunGroups::group()
{
    m_groups.clear();
    std::unordered_map<std::string, Group *> known;
    for (int row = 0; row < m_shown->rowCount(); ++row) {
        RunValue value = runs::valueOf(run(row), m_column);
        Group *&group = known[runs::toText(value)];
        if (!group)
            group = m_groups.emplace_back(std::make_unique<Group>(Group{std::move(value), {}})).get();
        group->rows.push_back(row);
    }
    number();
    endResetModel();
}

void RunGroups::number()
{
    for (std::size_t i = 0; i < m_groups.size(); ++i)
        m_groups[i]->number = static_cast<int>(i);
}

void RunGroups::addRows(const QModelIndex &, int first, int last)
{
    for (const auto &group : m_groups)
        for (int &row : group->rows)
            row += row >= first ? last - first + 1 : 0;
    for (int row = first; row <= last; ++row)
        addRow(row);
}

void RunGroups::addRow(int row)
{
    RunValue value = runs::valueOf(run(row), m_column);
    const auto same = std::ranges::find_if(m_groups, [text = runs::toText(value)](const auto &group) { return runs::toText(group->value) == text; });
    if (same == m_groups.end()) {
        const auto behind = std::ranges::find_if(m_groups, [row](const auto &group) { return group->rows.front() > row; });
        const int number = static_cast<int>(behind - m_groups.begin());
        beginInsertRows({}, number, number);
        m_groups.insert(behind, std::make_unique<Group>(Group{std::move(value), {row}}));
        this->number();
        return endInsertRows();
    }
    std::vector<int> &rows = (*same)->rows;
    const auto place = std::ranges::lower_bound(rows, row);
    const int child = static_cast<int>(place - rows.begin());
    beginInsertRows(index((*same)->number, 0), child, child);
    rows.insert(place, row);
    endInsertRows();
    showChanged(static_cast<std::size_t>((*same)->number));
}

void RunGroups::removeRows(const QModelIndex &, int first, int last)
{
    for (const auto &group : m_groups)
        for (int &row : group->rows)
            row = row > last ? row - (last - first + 1) : row >= first ? kRemoved : row;
    for (std::size_t group = m_groups.size(); group-- > 0;)
        dropRemoved(group);
}

void RunGroups::dropRemoved(std::size_t group)
{
    std::vector<int> &rows = m_groups[group]->rows;
    const auto left = static_cast<std::size_t>(std::ranges::count_if(rows, [](int row) { return row != kRemoved; }));
    const int number = static_cast<int>(group);
    if (left == rows.size())
        return;
    if (left == 0) {
        beginRemoveRows({}, number, number);
        m_groups.erase(m_groups.begin() + number);
        this->number();
        return endRemoveRows();
    }
    for (std::size_t i = rows.size(); i-- > 0;)
        if (rows[i] == kRemoved) {
            const int child = static_cast<int>(i);
            beginRemoveRows(index(number, 0), child, child);
            rows.erase(rows.begin() + child);
            endRemoveRows();
        }
    showChanged(group);
}

void RunGroups::showChanged(std::size_t group)
{
    const QModelIndex row = index(static_cast<int>(group), 0);
    Q_EMIT dataChanged(row, row.siblingAtColumn(columnCount() - 1));
}

/// Regroups if a run's value in the grouping column changed.
void RunGroups::noteChange(const QModelIndex &first, const QModelIndex &last)
{
    for (std::size_t i = 0; i < m_groups.size(); ++i) {
        const Group &changed = *m_groups[i];
        bool isChanged = false;
        for (std::size_t child = 0; child < changed.rows.size(); ++child) {
            const int row = changed.rows[child];
            if (row < first.row() || row > last.row())
                continue;
            if (runs::toText(runs::valueOf(run(row), m_column)) != runs::toText(changed.value))
                return setColumn(m_column);
            const QModelIndex shown = index(static_cast<int>(child), 0, index(changed.number, 0));
            Q_EMIT dataChanged(shown, shown.siblingAtColumn(columnCount() - 1));
            isChanged = true;
        }
        if (isChanged)
            showChanged(i);
    }
}

const runs::RunSummary &RunGroups::run(int shownRow) const
{
    return m_runs->run(m_shown->mapToSource(m_shown->index(shownRow, 0)).row());
}

QModelIndex RunGroups::index(int row, int column, const QModelIndex &parent) const
{
    if (!hasIndex(row, column, parent))
        return {};
    return createIndex(row, column, parent.isValid() ? m_groups[static_cast<std::size_t>(parent.row())].get() : nullptr);
}

QModelIndex RunGroups::parent(const QModelIndex &index) const
{
    return !index.isValid() || isGroup(index) ? QModelIndex() : createIndex(groupOf(index)->number, 0, nullptr);
}

int RunGroups::rowCount(const QModelIndex &parent) const
{
    if (!parent.isValid())
        return static_cast<int>(m_groups.size());
    return isGroup(parent) && parent.column() == 0 ? static_cast<int>(m_groups[static_cast<std::size_t>(parent.row())]->rows.size()) : 0;
}

int RunGroups::columnCount(const QModelIndex &) const
{
    return m_shown->columnCount();
}

QModelIndex RunGroups::shownIndex(const QModelIndex &index) const
{
    return m_shown->index(groupOf(index)->rows[static_cast<std::size_t>(index.row())], index.column());
}

QString RunGroups::nameOf(const Group &group) const
{
    const bool hasValue = !std::holds_alternative<std::monostate>(group.value);
    return QStringLiteral("%1 = %2").arg(columnTitle(m_column), hasValue ? shownValue(group.value, m_column.shows) : QStringLiteral("–"));
}

QString RunGroups::nameOf(const QModelIndex &group) const
{
    return nameOf(*m_groups[static_cast<std::size_t>(group.row())]);
}

QString RunGroups::groupText(const Group &group, int column) const
{
    const RunColumn &shown = m_runs->columns()[static_cast<std::size_t>(column)];
    if (column == 0)
        return tr("%1, %n run(s)", nullptr, static_cast<int>(group.rows.size())).arg(nameOf(group));
    if (!runs::isOfQuantity(shown.shows)) {
        const QString first = m_shown->index(group.rows.front(), column).data().toString();
        return std::ranges::all_of(group.rows, [&](int row) { return m_shown->index(row, column).data().toString() == first; }) ? first : QString();
    }
    stats::RunningStats finite;
    std::int64_t notFinite = 0;
    for (const int row : group.rows) {
        const RunValue value = runs::valueOf(run(row), shown);
        const auto *number = std::get_if<double>(&value);
        if (number && std::isfinite(*number))
            finite.add(*number);
        else if (number)
            ++notFinite;
    }
    const auto count = finite.count(), all = static_cast<std::int64_t>(group.rows.size());
    if (count + notFinite == 0)
        return {};
    if (count == all)
        return meanText(finite);
    if (notFinite == 0)
        return tr("%1 (%2 of %3)").arg(meanText(finite)).arg(count).arg(all);
    return tr("%1 (%2 of %3, %4 not finite)").arg(meanText(finite)).arg(count).arg(all).arg(notFinite);
}

QVariant RunGroups::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    if (!isGroup(index))
        return shownIndex(index).data(role);
    const Group &group = *m_groups[static_cast<std::size_t>(index.row())];
    switch (role) {
    case Qt::DisplayRole:
    case Qt::ToolTipRole: return groupText(group, index.column());
    case kValueRole: return text(runs::toText(group.value));
    case Qt::CheckStateRole: return index.column() == 0 ? checkState(group) : QVariant();
    case Qt::TextAlignmentRole: return m_shown->index(group.rows.front(), index.column()).data(role);
    case Qt::FontRole: {
        QFont font;
        font.setBold(true);
        return font;
    }
    default: return {};
    }
}

/// Check state of the group's runs, if they have one.
QVariant RunGroups::checkState(const Group &group) const
{
    const QVariant first = m_shown->index(group.rows.front(), 0).data(Qt::CheckStateRole);
    const bool areSame = std::ranges::all_of(group.rows, [&](int row) { return m_shown->index(row, 0).data(Qt::CheckStateRole) == first; });
    return areSame ? first : QVariant(Qt::PartiallyChecked);
}

bool RunGroups::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (!index.isValid())
        return false;
    if (!isGroup(index))
        return m_shown->setData(shownIndex(index), value, role);
    if (role != Qt::CheckStateRole)
        return false;
    for (const int row : m_groups[static_cast<std::size_t>(index.row())]->rows)
        m_shown->setData(m_shown->index(row, 0), value, role);
    return true;
}

Qt::ItemFlags RunGroups::flags(const QModelIndex &index) const
{
    if (!index.isValid())
        return Qt::NoItemFlags;
    if (!isGroup(index))
        return m_shown->flags(shownIndex(index));
    const Qt::ItemFlags ofRun = m_shown->flags(m_shown->index(m_groups[static_cast<std::size_t>(index.row())]->rows.front(), index.column()));
    return QAbstractItemModel::flags(index) | (ofRun & Qt::ItemIsUserCheckable);
}

QVariant RunGroups::headerData(int section, Qt::Orientation orientation, int role) const
{
    return m_shown->headerData(section, orientation, role);
}

void RunGroups::sort(int column, Qt::SortOrder order)
{
    m_shown->sort(column, order);
}

} // namespace lensboard::widgets
