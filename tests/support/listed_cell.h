#pragma once

#include "widgets/models/run_list_model.h"

#include <QModelIndex>

namespace lensboard::test {

/// Returns the cell in the row \p row and the column \p column, in the notation of runs::toText(); null if the table has no such column.
inline QString listedCell(const QModelIndex &row, const QString &column)
{
    for (int section = 0; row.isValid() && section < row.model()->columnCount(); ++section)
        if (row.model()->headerData(section, Qt::Horizontal, widgets::RunListModel::kColumnRole).toString() == column)
            return row.siblingAtColumn(section).data().toString();
    return {};
}

} // namespace lensboard::test
