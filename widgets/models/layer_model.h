#pragma once

#include "core/record/run_info.h"

#include <QAbstractTableModel>

#include <vector>

namespace lensboard::widgets {

/// The modules of a model in model order: name, type, number of own parameters and their shapes.
class LayerModel final : public QAbstractTableModel
{
    Q_OBJECT

public:
    enum Column { Name, Type, Parameters, Shapes, ColumnCount };

    explicit LayerModel(QObject *parent = nullptr);
    void setLayers(std::vector<record::LayerInfo> layers);

    int rowCount(const QModelIndex &parent = {}) const override;
    int columnCount(const QModelIndex &parent = {}) const override;
    QVariant data(const QModelIndex &index, int role) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

private:
    QString shapes(const record::LayerInfo &layer) const;

    std::vector<record::LayerInfo> m_layers;
};

} // namespace lensboard::widgets
