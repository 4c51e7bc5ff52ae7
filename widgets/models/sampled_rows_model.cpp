#include "widgets/models/sampled_rows_model.h"

#include "widgets/models/column_uses_model.h"
#include "widgets/number_text.h"
#include "widgets/qt_text.h"

#include <QGuiApplication>
#include <QPalette>

namespace lensboard::widgets {

void SampledRowsModel::setReading(imports::RowReading reading)
{
    beginResetModel();
    m_reading = std::move(reading);
    endResetModel();
}

int SampledRowsModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_reading.rows.size());
}

int SampledRowsModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_reading.columns.size());
}

QVariant SampledRowsModel::data(const QModelIndex &index, int role) const
{
    const auto column = static_cast<std::size_t>(index.column());
    if (role == Qt::DisplayRole)
        return text(m_reading.rows[static_cast<std::size_t>(index.row())].second[column]);
    if (role == Qt::ForegroundRole && m_reading.columns[column].use == imports::ColumnUse::Skipped)
        return QGuiApplication::palette().color(QPalette::PlaceholderText);
    return {};
}

QVariant SampledRowsModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    const auto number = static_cast<std::size_t>(section);
    if (role != Qt::DisplayRole && role != Qt::ToolTipRole)
        return {};
    if (orientation == Qt::Vertical)
        return countText(static_cast<std::int64_t>(m_reading.rows[number].first));
    const imports::RowReading::Column &column = m_reading.columns[number];
    return role == Qt::ToolTipRole ? useHelp(column.use) : QVariant(text(column.name) + '\n' + useText(column.use));
}

} // namespace lensboard::widgets
