#include "widgets/models/column_uses_model.h"

#include "widgets/qt_text.h"

#include <QFont>

#include <array>

namespace lensboard::widgets {

using imports::ColumnUse;

QString useText(ColumnUse use)
{
    switch (use) {
    case ColumnUse::Value: return ColumnUsesModel::tr("value");
    case ColumnUse::Step: return ColumnUsesModel::tr("step");
    case ColumnUse::Epoch: return ColumnUsesModel::tr("epoch");
    case ColumnUse::Tick: return ColumnUsesModel::tr("tick");
    case ColumnUse::Samples: return ColumnUsesModel::tr("samples");
    case ColumnUse::Time: return ColumnUsesModel::tr("time");
    case ColumnUse::Run: return ColumnUsesModel::tr("run");
    case ColumnUse::Phase: return ColumnUsesModel::tr("phase");
    case ColumnUse::SeriesName: return ColumnUsesModel::tr("name of a series");
    case ColumnUse::Skipped: return ColumnUsesModel::tr("skipped");
    }
    return {};
}

QString useHelp(ColumnUse use)
{
    switch (use) {
    case ColumnUse::Value: return ColumnUsesModel::tr("Its numbers are plotted.");
    case ColumnUse::Step: return ColumnUsesModel::tr("Its whole numbers place the rows along the x axis.");
    case ColumnUse::Epoch: return ColumnUsesModel::tr("Its numbers are the epochs of the rows.");
    case ColumnUse::Tick: return ColumnUsesModel::tr("Its numbers are the ticks of the rows.");
    case ColumnUse::Samples: return ColumnUsesModel::tr("Its numbers count the samples seen until the row.");
    case ColumnUse::Time: return ColumnUsesModel::tr("Its dates, or seconds since 1970, are the times of the rows.");
    case ColumnUse::Run: return ColumnUsesModel::tr("Each of its values is a run with series and steps of its own.");
    case ColumnUse::Phase: return ColumnUsesModel::tr("Each of its values is a part of the run, such as training and validation, with series of its own.");
    case ColumnUse::SeriesName: return ColumnUsesModel::tr("One series for each of its values: a row is one value of the series that it names.");
    case ColumnUse::Skipped: return ColumnUsesModel::tr("This column is not read.");
    }
    return {};
}

std::span<const ColumnUse> columnUses()
{
    using enum ColumnUse;
    static constexpr std::array kUses = {Value, Step, Epoch, Time, Samples, Tick, Run, Phase, SeriesName, Skipped};
    return kUses;
}

void ColumnUsesModel::setColumns(std::vector<imports::RowReading::Column> columns)
{
    const bool isSame = std::ranges::equal(columns, m_columns, {}, &imports::RowReading::Column::name, &imports::RowReading::Column::name);
    if (!isSame)
        beginResetModel();
    m_columns = std::move(columns);
    if (!isSame)
        endResetModel();
    else if (!m_columns.empty())
        Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, Use));
}

int ColumnUsesModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_columns.size());
}

int ColumnUsesModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : 2;
}

QVariant ColumnUsesModel::data(const QModelIndex &index, int role) const
{
    const imports::RowReading::Column &column = m_columns[static_cast<std::size_t>(index.row())];
    if (index.column() == Name)
        return role == Qt::DisplayRole || role == Qt::ToolTipRole ? text(column.name) : QVariant();
    switch (role) {
    case Qt::DisplayRole: return useText(column.use);
    case Qt::EditRole: return static_cast<int>(column.use);
    case Qt::ToolTipRole: return useHelp(column.use) + (column.isChosen ? QChar('\n') + tr("You chose this.") : QString());
    case Qt::AccessibleTextRole: return tr("%1: %2").arg(text(column.name), useText(column.use));
    case Qt::FontRole: {
        QFont font;
        font.setBold(column.isChosen);
        return font;
    }
    default: return {};
    }
}

bool ColumnUsesModel::setData(const QModelIndex &index, const QVariant &value, int role)
{
    if (role != Qt::EditRole || index.column() != Use)
        return false;
    const auto use = static_cast<ColumnUse>(value.toInt());
    if (imports::RowReading::Column &column = m_columns[static_cast<std::size_t>(index.row())]; column.use != use)
        Q_EMIT chosen(column.name, use);
    return true;
}

QVariant ColumnUsesModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    return section == Name ? tr("Column") : tr("Read as");
}

Qt::ItemFlags ColumnUsesModel::flags(const QModelIndex &index) const
{
    return QAbstractTableModel::flags(index) | (index.column() == Use ? Qt::ItemIsEditable : Qt::NoItemFlags);
}

} // namespace lensboard::widgets
