#include "widgets/models/layer_model.h"

#include <QLocale>

namespace lensboard::widgets {

LayerModel::LayerModel(QObject *parent) : QAbstractTableModel(parent) {}

void LayerModel::setLayers(std::vector<record::LayerInfo> layers)
{
    beginResetModel();
    m_layers = std::move(layers);
    endResetModel();
}

int LayerModel::rowCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : static_cast<int>(m_layers.size());
}

int LayerModel::columnCount(const QModelIndex &parent) const
{
    return parent.isValid() ? 0 : ColumnCount;
}

QString LayerModel::shapes(const record::LayerInfo &layer) const
{
    QStringList lines;
    for (const record::ParameterInfo &parameter : layer.parameters) {
        QStringList sizes;
        for (const auto size : parameter.shape)
            sizes << QString::number(size);
        lines << QStringLiteral("%1 [%2]%3").arg(QString::fromStdString(parameter.name), sizes.join(", "),
                                                 parameter.requiresGrad ? QString() : tr(", frozen"));
    }
    return lines.join('\n');
}

QVariant LayerModel::data(const QModelIndex &index, int role) const
{
    if (!index.isValid())
        return {};
    const record::LayerInfo &layer = m_layers[static_cast<std::size_t>(index.row())];
    if (role == Qt::TextAlignmentRole && index.column() == Parameters)
        return QVariant(Qt::AlignRight | Qt::AlignVCenter);
    if (role == Qt::ToolTipRole)
        return shapes(layer);
    if (role != Qt::DisplayRole)
        return {};
    switch (index.column()) {
    case Name: return layer.name.empty() ? tr("(model)") : QString::fromStdString(layer.name);
    case Type: return QString::fromStdString(layer.type);
    case Parameters: {
        const auto count = record::parameterCount(layer);
        return count ? QLocale().toString(static_cast<qlonglong>(count)) : QString();
    }
    case Shapes: return shapes(layer).replace('\n', QStringLiteral(",  "));
    default: return {};
    }
}

QVariant LayerModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole)
        return {};
    switch (section) {
    case Name: return tr("Layer");
    case Type: return tr("Type");
    case Parameters: return tr("Parameters");
    case Shapes: return tr("Shapes");
    default: return {};
    }
}

} // namespace lensboard::widgets
