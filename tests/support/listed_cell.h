#pragma once

#include "widgets/models/run_list_model.h"

#include <QModelIndex>

namespace lensboard::test {

/// What a table of runs shows of the run of \p row in a column, which is given as runs::toText() writes it; null if it has no such column.
inline QString listedCell(const QModelIndex &row, const QString &column)
{
    for (int section = 0; row.isValid() && section < row.model()->columnCount(); ++section)
        if (row.model()->headerData(section, Qt::Horizontal, widgets::RunListModel::kColumnRole).toString() == column)
            return row.siblingAtColumn(section).data().toString();
    return {};
}

} // namespace lensboard::test
