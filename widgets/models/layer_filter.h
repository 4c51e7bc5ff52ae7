#pragma once

#include <QRegularExpression>
#include <QSortFilterProxyModel>

namespace lensboard::widgets {

/// Of a LayerModel those layers whose whole name or type, or both together, match a pattern, with what they contain and what contains
/// them.
class LayerFilter final : public QSortFilterProxyModel
{
    Q_OBJECT

public:
    explicit LayerFilter(QObject *parent = nullptr);

    /// An empty one matches all. \p pattern is valid.
    void setPattern(const QRegularExpression &pattern);
    bool isFiltering() const { return !m_pattern.pattern().isEmpty(); }
    /// Those that match themselves, as indexes of the LayerModel.
    QModelIndexList matches() const;

protected:
    bool filterAcceptsRow(int row, const QModelIndex &parent) const override;

private:
    bool accepts(const QModelIndex &layer) const;
    void collect(const QModelIndex &parent, QModelIndexList &found) const;

    QRegularExpression m_pattern;
};

} // namespace lensboard::widgets
