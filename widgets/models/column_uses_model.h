#pragma once

#include "core/import/tables/row_reading.h"

#include <QAbstractTableModel>

#include <span>

namespace lensboard::widgets {

/// Returns the name of a use in the window's language: "step".
QString useText(imports::ColumnUse use);
/// Returns a sentence that explains the use.
QString useHelp(imports::ColumnUse use);
/// All uses, in the order of menus.
std::span<const imports::ColumnUse> columnUses();

/// The columns of a file with their editable uses.
class ColumnUsesModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Name, Use };

    using QAbstractTableModel::QAbstractTableModel;

    void setColumns(std::vector<imports::RowReading::Column> columns);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    bool setData(const QModelIndex &index, const QVariant &value, int role) override; ///< Qt::EditRole: number of the use
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    Qt::ItemFlags flags(const QModelIndex &index) const override;

Q_SIGNALS:
    /// The user chose this use.
    void chosen(const std::string &column, lensboard::imports::ColumnUse use);

private:
    std::vector<imports::RowReading::Column> m_columns;
};

} // namespace lensboard::widgets
