#include "widgets/models/layer_filter.h"

#include "widgets/models/layer_model.h"

namespace lensboard::widgets {

LayerFilter::LayerFilter(QObject *parent) : QSortFilterProxyModel(parent)
{
    setRecursiveFilteringEnabled(true);
    setAutoAcceptChildRows(true);
}

void LayerFilter::setPattern(const QRegularExpression &pattern)
{
    m_pattern = pattern;
    invalidateFilter();
}

bool LayerFilter::accepts(const QModelIndex &layer) const
{
    const QString path = layer.data(LayerModel::kPathRole).toString(), type = layer.siblingAtColumn(LayerModel::Type).data().toString();
    return m_pattern.match(path).hasMatch() || m_pattern.match(type).hasMatch() || m_pattern.match(path + '\n' + type).hasMatch();
}

bool LayerFilter::filterAcceptsRow(int row, const QModelIndex &parent) const
{
    return !isFiltering() || accepts(sourceModel()->index(row, LayerModel::Name, parent));
}

QModelIndexList LayerFilter::matches() const
{
    QModelIndexList found;
    collect({}, found);
    return found;
}

void LayerFilter::collect(const QModelIndex &parent, QModelIndexList &found) const
{
    for (int row = 0; row < sourceModel()->rowCount(parent); ++row) {
        const QModelIndex layer = sourceModel()->index(row, LayerModel::Name, parent);
        if (accepts(layer))
            found << layer; // includes its descendants
        else
            collect(layer, found);
    }
}

} // namespace lensboard::widgets
