#pragma once

#include <QRegularExpression>
#include <QSortFilterProxyModel>

namespace lensboard::widgets {

/// Shows the layers of a LayerModel with a name, type or both together that match a pattern, including their parents and
/// children.
class LayerFilter final : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit LayerFilter(QObject *parent = nullptr);

    /// An empty pattern matches all layers. \p pattern must be valid.
    void setPattern(const QRegularExpression &pattern);
    bool isFiltering() const { return !m_pattern.pattern().isEmpty(); }
    /// Returns the layers that match themselves, as indexes of the LayerModel.
    QModelIndexList matches() const;

protected:
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    bool accepts(const QModelIndex &layer) const;
    void collect(const QModelIndex &parent, QModelIndexList &found) const;

    QRegularExpression m_pattern;
};

} // namespace lensboard::widgets
