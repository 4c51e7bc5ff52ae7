#pragma once

#include "core/import/tables/row_reading.h"

#include <QAbstractTableModel>

namespace lensboard::widgets {

/// Sampled rows of a file. Headers name the columns with their uses, and number the rows.
class SampledRowsModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    using QAbstractTableModel::QAbstractTableModel;

    void setReading(imports::RowReading reading);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    imports::RowReading m_reading;
};

} // namespace lensboard::widgets
